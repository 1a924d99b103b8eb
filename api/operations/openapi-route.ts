// The OpenAPI document of the routes that this process serves, this one included. It is made on the first request. A thread
// writes the YAML, which takes a fifth of a second and would delay every other request.
import { Type } from '@sinclair/typebox'
import { reportFrom, startWorker } from '../../schema/platform/start-worker.ts'
import { type DocumentedGroup, openapiDocument } from '../http/document/openapi.ts'
import { PROCESS } from '../http/route/etag.ts'
import { Prepared } from '../http/route/reply.ts'
import { type Route, route } from '../http/route/route.ts'

export const OPENAPI_PATH = '/v1/docs/openapi'

/** Converts JSON to YAML. */
const yamlOf = (json: string): Promise<string> =>
  reportFrom(startWorker(new URL('yaml-thread.ts', import.meta.url), { json }))

/**
 * `GET /v1/docs/openapi`: the document of `groups` and of this route.
 * @param group name of the group to which this route belongs
 * @param version version of the service
 */
export const openapiRoute = (groups: readonly DocumentedGroup[], group: string, version: string): Route => {
  const self: Route = route({
    method: 'GET',
    path: OPENAPI_PATH,
    operationId: 'getOpenapi',
    summary: 'This document',
    description: 'The OpenAPI document of every route this process serves.',
    responses: {
      200: {
        schema: Type.String(),
        contentType: 'application/yaml',
        description: 'An OpenAPI 3.1 document in YAML.',
      },
    },
    cache: 'public, max-age=60',
    rate: 'read',
    readsModels: false,
    state: () => PROCESS,
    handle: async (_, reply) => reply(200, await document()),
  })
  const all = groups.map((each) => (each.name === group ? { ...each, routes: [...each.routes, self] } : each))
  let making: Promise<Prepared> | undefined
  const document = (): Promise<Prepared> => {
    making ??= openapiDocument(all, version)
      .then((made) => yamlOf(JSON.stringify(made)))
      .then(
        (made) => new Prepared(made),
        (error) => {
          making = undefined
          throw error
        },
      )
    return making
  }
  return self
}
