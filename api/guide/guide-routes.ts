// `/docs/guide`: the pages of docs/api, for authors of clients. They are made on the first request.
import { Type } from '@sinclair/typebox'
import { ApiError } from '../../schema/errors.ts'
import { PROCESS } from '../http/route/etag.ts'
import { pageHeaders } from '../http/route/page-routes.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'
import { apiSite } from './site.ts'

const PATH = '/docs/guide'
const FIRST = 'api.html'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

let site: ReadonlyMap<string, Buffer> | undefined
const fileOf = (name: string): Buffer => {
  site ??= apiSite()
  const file = site.get(name)
  if (file === undefined)
    throw new ApiError('NOT_FOUND', `The guide has no page ${name}; it begins at ${PATH}`)
  return file
}

const headers = pageHeaders({ images: ['data:'] })

export const guideRoutes = (): readonly Route[] => [
  route({
    path: PATH,
    operationId: 'getGuide',
    summary: 'The guide for developers of clients',
    responses: {
      200: { schema: Type.String(), contentType: TYPES.html ?? '', description: 'The first page.' },
    },
    errors: ['NOT_FOUND'],
    state: () => PROCESS,
    handle: (_, reply) => {
      const below = fileOf(FIRST)
        .toString()
        .replaceAll(/(?<=(?:href|src)=")(?!https?:|data:)/g, 'guide/')
      return reply(200, new Prepared(below), { headers })
    },
  }),
  route({
    path: `${PATH}/{file}`,
    operationId: 'getGuideFile',
    summary: 'A page of the guide, or a file that its pages load',
    params: Type.Object({
      file: Type.String({
        pattern: '^[a-z0-9.-]{1,80}$',
        mustBe: 'the name of a page of the guide',
        description: 'Name of the page.',
        examples: ['api-orders.html'],
      }),
    }),
    responses: { 200: { schema: Type.String(), contentType: '*/*', description: 'The file.' } },
    errors: ['NOT_FOUND'],
    state: ({ params: { file } }) => `${PROCESS}-${file}`,
    handle: ({ params: { file } }, reply) => {
      const contentType = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
      return reply(200, new Prepared(fileOf(file)), { contentType, headers })
    },
  }),
]
