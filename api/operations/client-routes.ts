// `/client.js`, `/client.d.ts` and `/client.tgz`: the typed client of the running version. They are made on the first request, since most
// processes never serve them.
import { Type } from '@sinclair/typebox'
import { clientPackage, clientScript, clientTypes } from '../../client/bundle.ts'
import { PROCESS } from '../http/route/etag.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'

const fileRoute = (
  path: string,
  operationId: string,
  contentType: string,
  summary: string,
  description: string,
  make: () => Promise<Buffer | string>,
): Route => {
  let made: Promise<Prepared> | undefined
  const body = (): Promise<Prepared> => {
    made ??= make().then((content) => new Prepared(content))
    made.catch(() => {
      made = undefined
    })
    return made
  }
  return route({
    path,
    operationId,
    summary,
    description,
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
    'One file without dependencies, of the running version, for browsers and for `import` by URL.',
    () => clientScript(),
  ),
  fileRoute(
    '/client.d.ts',
    'getClientTypes',
    'text/plain; charset=utf-8',
    'The types of the client, for TypeScript',
    'Declarations of every operation, response and frame.',
    async () => clientTypes(),
  ),
  fileRoute(
    '/client.tgz',
    'getClientPackage',
    'application/gzip',
    'The client as an npm package, which `npm install` accepts as a URL',
    'Script and types with a package.json, for ES modules and for CommonJS.',
    clientPackage,
  ),
]
