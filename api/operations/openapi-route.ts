// The document of what this process serves, as one more route of it. Rendered once, when the routes are known.
import { Type } from '@sinclair/typebox'
import { stringify } from 'yaml'
import { contentState } from '../http/etag.ts'
import { type DocumentedGroup, openapiDocument } from '../http/openapi.ts'
import { Prepared } from '../http/reply.ts'
import { type Route, route } from '../http/route.ts'

export const OPENAPI_PATH = '/v1/docs/openapi'

/**
 * `GET /v1/docs/openapi`: the document of `groups` and of itself.
 * @param group the name of the group it belongs to
 * @param version of the service
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
    state: () => contentState(document.bytes),
    handle: (_, reply) => reply(200, document),
  })
  const all = groups.map((each) => (each.name === group ? { ...each, routes: [...each.routes, self] } : each))
  const document = new Prepared(
    stringify(openapiDocument(all, version), { aliasDuplicateObjects: false, lineWidth: 0 }),
  )
  return self
}
