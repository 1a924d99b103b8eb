// Makes two routes, for a page and for its files. The name of a file changes with its content, so browsers cache files forever and load new
// ones after an upgrade. The Content-Security-Policy restricts browsers to this service: they load nothing from elsewhere, and use only the
// scripts and styles of these files.
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../../schema/errors.ts'
import { PROCESS } from './etag.ts'
import type { Prepared } from './reply.ts'
import { type Route, route } from './route.ts'

export interface PageFile {
  readonly contentType: string
  readonly body: Prepared
}

export interface Page {
  readonly html: Prepared
  readonly files: ReadonlyMap<string, PageFile>
}

interface PageSpec {
  readonly path: string
  readonly filesPath: string
  /** Operation id of the page's route. The files' route has `File` appended. */
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** Sources of images besides the service itself. */
  readonly images: readonly ('data:' | 'blob:')[]
  /** Other services that the page may request. */
  readonly connections?: readonly string[]
  readonly example: string
  page(): Page | Promise<Page>
  /** Open pages still request files of earlier versions. */
  earlier?(name: string): PageFile | undefined
}

/** The headers restrict browsers to this service. */
export const pageHeaders = ({ images, connections = [] }: Pick<PageSpec, 'images' | 'connections'>) => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    ['img-src', "'self'", ...images].join(' '),
    ['connect-src', "'self'", ...connections].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
})

export const pageRoutes = (spec: PageSpec): readonly Route[] => {
  const { path, filesPath, operationId, summary, description, example, page, earlier } = spec
  const headers = pageHeaders(spec)
  return [
    route({
      path,
      operationId,
      summary,
      description,
      responses: {
        200: { schema: Type.String(), contentType: 'text/html; charset=utf-8', description: 'The page.' },
      },
      // The page does not change while the process runs.
      state: () => PROCESS,
      handle: async (_, reply) => reply(200, (await page()).html, { headers }),
    }),
    route({
      path: `${filesPath}/{file}`,
      operationId: `${operationId}File`,
      summary: 'A file of the page',
      description:
        'The page names the files that it needs. A name changes with the content, so a browser may cache a file for ever.',
      params: Type.Object({
        file: Type.String({
          pattern: '^[A-Za-z0-9.-]{1,80}$',
          mustBe: 'the name of a file of the page',
          description: 'Name of the file, which changes with its content.',
          examples: [example],
        }),
      }),
      responses: {
        200: { schema: Type.String(), contentType: '*/*', description: 'A script, a style sheet or a font.' },
      },
      errors: ['NOT_FOUND'],
      cache: 'public, max-age=31536000, immutable',
      state: ({ params: { file } }) => file,
      handle: async ({ params: { file } }, reply) => {
        const found = (await page()).files.get(file) ?? earlier?.(file)
        if (found === undefined) throw new ApiError('NOT_FOUND', `The page at ${path} has no file ${file}`)
        const { body, contentType } = found
        return reply(200, body, { contentType, headers })
      },
    }),
  ]
}
