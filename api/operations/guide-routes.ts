// The documents about the API in Markdown, for programs and their authors. `/llms.txt` lists them. The documents are read on the first
// request, since most processes never serve them.
import { readdirSync, readFileSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../schema/errors.ts'
import { PROCESS } from '../http/route/etag.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { lazy } from './lazy.ts'

const FOLDER = new URL('../../docs/api/', import.meta.url)
const MARKDOWN = 'text/markdown; charset=utf-8'

/** Relative links also work behind a proxy that adds a prefix to all paths. */
const listOf = (texts: ReadonlyMap<string, string>): string => `# Launchpad backend

> The HTTP API and the WebSocket feed of a token launchpad on Cardano: charts, holders, orders, pools, and transactions to sign.

## Documents

${[...texts].map(([name, text]) => `- [${/^# (.+)$/m.exec(text)?.[1] ?? name}](docs/guide/${name})`).join('\n')}

## Descriptions for programs

- [OpenAPI 3.1](openapi.json): every route, with examples
- [Client](client.tgz): typed, for \`npm install\` by this URL
`

const readGuide = () => {
  const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8')
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.md'))
  const texts = new Map([
    // In the sources, the tutorial is in the folder above the other documents.
    ['tutorial.md', read('../tutorial.md').replaceAll('](api/', '](')],
    ...names.sort().map((name) => [name, read(name)] as const),
  ])
  return {
    list: new Prepared(listOf(texts)),
    documents: new Map([...texts].map(([name, text]) => [name, new Prepared(text)])),
  }
}

export const guideRoutes = (): readonly Route[] => {
  const guide = lazy(readGuide)
  return [
    route({
      path: '/llms.txt',
      operationId: 'getGuide',
      summary: 'The list of the documents about this API',
      description:
        'Titles and addresses of the documents in Markdown, for language models and for readers without a browser.',
      responses: {
        200: {
          schema: Type.String({ examples: ['# Launchpad backend\n'] }),
          contentType: MARKDOWN,
          description: 'The list.',
        },
      },
      state: () => PROCESS,
      handle: (_, reply) => reply(200, guide().list),
    }),
    route({
      path: '/docs/guide/{file}',
      operationId: 'getGuideFile',
      summary: 'A document about this API',
      description: "A page of the project's documentation of the API, in Markdown, of the running version.",
      params: Type.Object({
        file: Type.String({
          pattern: '^[A-Za-z-]{1,40}\\.md$',
          mustBe: 'the name of a document in /llms.txt',
          examples: ['orders.md'],
        }),
      }),
      responses: {
        200: {
          schema: Type.String({ examples: ['# Orders\n'] }),
          contentType: MARKDOWN,
          description: 'The document.',
        },
      },
      errors: ['NOT_FOUND'],
      state: () => PROCESS,
      handle: ({ params: { file } }, reply) => {
        const document = guide().documents.get(file)
        if (document === undefined)
          throw new ApiError('NOT_FOUND', `There is no document ${file}: see /llms.txt`)
        return reply(200, document)
      },
    }),
  ]
}
