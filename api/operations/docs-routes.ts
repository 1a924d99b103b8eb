// The page for people who write clients: the OpenAPI document, shown. It loads nothing from other hosts, which its
// Content-Security-Policy also holds the browser to.
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../schema/errors.ts'
import { type Route, route } from '../http/route.ts'
import { type DocsPage, docsPage } from './docs-page.ts'

const PATH = '/docs'

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const

/** Read when the page is first asked for: most processes never are. */
const lazy = (make: () => DocsPage): (() => DocsPage) => {
  let made: DocsPage | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** `GET /docs` and its files. @param documentPath where the document is served */
export const docsRoutes = (documentPath: string): readonly Route[] => {
  const page = lazy(() => docsPage(PATH, documentPath))
  const always = { etag: true, rate: 'read', readsModels: false } as const
  return [
    route({
      method: 'GET',
      path: PATH,
      operationId: 'getDocs',
      summary: 'This document as a page',
      responses: {
        200: { schema: Type.String(), contentType: 'text/html; charset=utf-8', description: 'The page.' },
      },
      cache: 'no-cache',
      ...always,
      handle: (_, reply) => reply(200, page().html, { headers: HEADERS }),
    }),
    route({
      method: 'GET',
      path: `${PATH}/{file}`,
      operationId: 'getDocsFile',
      summary: 'A file of that page',
      params: Type.Object({
        file: Type.String({
          pattern: '^[a-z0-9.-]{1,60}$',
          mustBe: 'the name of a file of the page',
          description: 'Name of the file, which changes with its content.',
          examples: ['swagger-ui.0123456789abcdef.css'],
        }),
      }),
      responses: {
        200: { schema: Type.String(), contentType: 'text/*', description: 'A script or a style sheet.' },
      },
      errors: ['NOT_FOUND'],
      cache: 'public, max-age=31536000, immutable',
      ...always,
      handle: ({ params: { file } }, reply) => {
        const found = page().files.get(file)
        if (found === undefined) throw new ApiError('NOT_FOUND', `The page at ${PATH} has no file ${file}`)
        const { body, contentType } = found
        return reply(200, body, { contentType, headers: HEADERS })
      },
    }),
  ]
}
