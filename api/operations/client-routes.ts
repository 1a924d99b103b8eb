// `/client.js` and `/client.d.ts`: the typed client of the running version. Both are made on the first request, since most processes never
// serve them.
import { Type } from '@sinclair/typebox'
import { clientScript, clientTypes } from '../../client/bundle.ts'
import { PROCESS } from '../http/route/etag.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'

const fileRoute = (
  path: string,
  operationId: string,
  contentType: string,
  summary: string,
  make: () => Promise<string>,
): Route => {
  let made: Promise<Prepared> | undefined
  const body = (): Promise<Prepared> => {
    made ??= make().then((text) => new Prepared(text))
    made.catch(() => {
      made = undefined
    })
    return made
  }
  return route({
    path,
    operationId,
    summary,
    responses: { 200: { schema: Type.String(), contentType, description: 'The file.' } },
    state: () => PROCESS,
    handle: async (_, reply) => reply(200, await body()),
  })
}

export const clientRoutes: readonly Route[] = [
  fileRoute(
    '/client.js',
    'getClient',
    'text/javascript; charset=utf-8',
    'The typed client of this API and of the feed, as an ES module',
    clientScript,
  ),
  fileRoute(
    '/client.d.ts',
    'getClientTypes',
    'text/plain; charset=utf-8',
    'The types of that client, for TypeScript',
    async () => clientTypes(),
  ),
]
