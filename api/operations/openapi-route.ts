// The document of what this process serves, as one more route of it. Rendered once, when the routes are known.
import { Type } from '@sinclair/typebox'
import { stringify } from 'yaml'
import { openapiDocument } from '../http/openapi.ts'
import { type Route, route } from '../http/route.ts'

/**
 * `GET /v1/docs/openapi`: the document of `routes` and of itself.
 * @param version of the service.
 */
export const openapiRoute = (routes: readonly Route[], version: string): Route => {
  const self: Route = route({
    method: 'GET',
    path: '/v1/docs/openapi',
    component: 'operations',
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
    etag: true,
    handle: () => ({ body: text }),
  })
  const text: Buffer = Buffer.from(
    stringify(openapiDocument([...routes, self], version), { aliasDuplicateObjects: false, lineWidth: 0 }),
  )
  return self
}
