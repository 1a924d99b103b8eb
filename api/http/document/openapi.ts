// The OpenAPI 3.1 document of a set of routes. The document is made from the schemas by which requests are checked, so it always agrees
// with the checks. Schemas with an `$id` become components to which other schemas refer.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { KindGuard, type TObject, type TSchema } from '@sinclair/typebox'
import { API_CAUSES, type ApiCause, CODE_HEADER } from '../../../schema/errors.ts'
import { OneOf } from '../../../schema/one-of.ts'
import { phraseOf } from '../check/problem.ts'
import { codesOf, ErrorBody, type ErrorCode } from '../route/errors.ts'
import type { ResponseSpec } from '../route/reply.ts'
import { JSON_TYPE, type Route } from '../route/route.ts'
import { SchemaCatalogue } from './schema-catalogue.ts'

type Json = Record<string, unknown>

export interface DocumentedRoute extends Route {
  /** The route is also served under each of these. */
  readonly prefixes?: readonly string[]
}

export interface DocumentedGroup {
  readonly name: string
  readonly description: string
  readonly routes: readonly DocumentedRoute[]
}

/** The document shows the parts that are given. */
export interface Example {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly response?: unknown
}

/** Keys are method and path: `GET /status`. */
export type Examples = Readonly<Record<string, Example>>

export interface About {
  readonly title: string
  readonly description: string
}

const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example })

const HEADERS = {
  'X-Request-ID': {
    description: "The request's id: the client's own, or a new UUID.",
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  'X-Indexed-Slot': {
    description:
      'Slot of the block that the response reflects. A block that arrives while the response is made may already be part of it.',
    schema: { type: 'integer' },
  },
  'X-Indexed-Block': {
    description: 'Header hash of that block.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  ETag: {
    description: 'Version of the response. Send it in `If-None-Match` to get 304 until the response changes.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which the same request may succeed, if known.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Limit': { description: 'Largest number of requests in a burst.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Remaining requests of the burst: always 0 in this response.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'Seconds until a full burst is allowed again.',
    schema: { type: 'integer' },
  },
} as const

const referencesTo = (names: readonly (keyof typeof HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** A service without models sends no X-Indexed headers. */
const OF_ALL = referencesTo(['X-Request-ID', 'X-Indexed-Slot', 'X-Indexed-Block'])
const OF_STATE = { ...OF_ALL, ...referencesTo(['ETag']) }

const OF_ERRORS: Readonly<Record<string, Json>> = {
  429: referencesTo(['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
  503: referencesTo(['Retry-After']),
}

/**
 * One route in each turn of the event loop: all in one turn would delay other responses by a tenth of a second.
 * @throws {TypeError} if two schemas share an `$id`, two routes an operation id, or errors of an own form have no `$id`
 */
export const openapiDocument = async (
  groups: readonly DocumentedGroup[],
  version: string,
  about: About,
  examples: Examples = {},
) => {
  const schemas = new SchemaCatalogue()
  const shared: SharedResponses = new Map()
  const paths: Record<string, Json> = {}
  const operationIds = new Set<string>()
  for (const { name, routes } of groups)
    for (const route of routes.filter(({ isForeign }) => isForeign !== true)) {
      await nextTurn()
      if (operationIds.has(route.operationId))
        throw new TypeError(`two operations are called ${route.operationId}`)
      operationIds.add(route.operationId)
      const { prefixes = [] } = route
      const servers = prefixes.length === 0 ? {} : { servers: ['/', ...prefixes].map((url) => ({ url })) }
      const example = examples[`${route.method} ${route.path}`] ?? {}
      const operation = { ...operationOf(route, name, example, schemas, shared), ...servers }
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation }
    }
  return {
    openapi: '3.1.0',
    info: {
      ...about,
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [],
    servers: [{ url: '/' }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: { schemas: schemas.all(), responses: Object.fromEntries(shared), headers: HEADERS },
  }
}

const operationOf = (
  route: Route,
  tag: string,
  { params, query, body, response }: Example,
  schemas: SchemaCatalogue,
  shared: SharedResponses,
): Json => {
  const parameters = [
    ...parametersIn('path', route.params, params, schemas),
    ...parametersIn('query', route.query, query, schemas),
  ]
  return {
    tags: [tag],
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.query === undefined && parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: !route.body.isOptional,
            content: {
              [route.body.mediaType]: { schema: schemas.render(route.body.schema), ...exampleOf(body) },
            },
          },
        }),
    responses: responsesOf(route, response, schemas, shared),
  }
}

const parametersIn = (
  place: 'path' | 'query',
  schema: TObject | undefined,
  examples: Example['query'],
  schemas: SchemaCatalogue,
): Json[] =>
  Object.entries<TSchema>(schema?.properties ?? {})
    .filter(([, field]) => field.isRefused !== true)
    .map(([name, field]) => {
      const { description, ...rendered } = schemas.render(field)
      return {
        name,
        in: place,
        required: !KindGuard.IsOptional(field) && field.default === undefined,
        description: description ?? `Must be ${phraseOf(field)}.`,
        schema: rendered,
        ...exampleOf(examples?.[name]),
      }
    })

type SharedResponses = Map<string, Json>

const responsesOf = (
  route: Route,
  example: unknown,
  schemas: SchemaCatalogue,
  shared: SharedResponses,
): Json => {
  const hasEtag = route.method === 'GET' && route.state !== undefined
  const successes = Object.entries(route.responses).map(([status, response]) => [
    status,
    status === '200'
      ? responseOf({ example, ...response }, hasEtag ? OF_STATE : OF_ALL, schemas, route.other)
      : responseOf(response, OF_ALL, schemas),
  ])
  return Object.fromEntries([
    ...successes,
    ...(hasEtag ? [['304', share(shared, 'NotModified', NOT_MODIFIED)]] : []),
    ...errorsOf(route, schemas, shared),
  ])
}

const NOT_MODIFIED = { description: 'The client already has this version.', headers: OF_STATE }

/** @returns a reference to the shared response */
const share = (shared: SharedResponses, name: string, response: Json): Json => {
  shared.set(name, response)
  return { $ref: `#/components/responses/${name}` }
}

const responseOf = (response: ResponseSpec, common: Json, schemas: SchemaCatalogue, other?: Route): Json => {
  const inOther = other?.responses[200]
  return {
    description: response.description,
    headers: { ...common, ...response.headers },
    content: { ...contentOf(response, schemas), ...(inOther && contentOf(inOther, schemas)) },
  }
}

const contentOf = ({ schema, contentType, example }: ResponseSpec, schemas: SchemaCatalogue): Json => ({
  [contentType ?? JSON_TYPE]: { schema: schemas.render(schema), ...exampleOf(example) },
})

/** One response for each status, named after its causes, which its schema lists. */
const errorsOf = (route: Route, schemas: SchemaCatalogue, shared: SharedResponses): [string, Json][] => {
  const byStatus = new Map<number, ApiCause[]>()
  for (const cause of [...route.errors].sort()) {
    const status = API_CAUSES[cause]
    if (!(status in route.responses)) byStatus.set(status, [...(byStatus.get(status) ?? []), cause])
  }
  return [...byStatus].map(([status, causes]) => {
    const isCoded = route.codes?.some(({ cause }) => causes.includes(cause))
    const codes = codesOf(route).filter(({ cause }) => causes.includes(cause))
    const headers = {
      ...OF_ALL,
      ...OF_ERRORS[status],
      ...(isCoded && referencesTo(['Retry-After'])),
      [CODE_HEADER]: headerOfCodes(codes),
    }
    const { errorForm } = route
    const schema = errorForm === undefined ? errorSchema(causes, schemas) : schemas.render(errorForm.schema)
    const response = { description: `${causes.join(', ')}.`, headers, content: { [JSON_TYPE]: { schema } } }
    if (errorForm !== undefined && errorForm.schema.$id === undefined)
      throw new TypeError(`the errors of ${route.operationId} need a schema with a name`)
    const name = [errorForm?.schema.$id ?? [], causes].flat().join('.')
    return [`${status}`, isCoded ? response : share(shared, name, response)]
  })
}

const errorSchema = (causes: readonly ApiCause[], schemas: SchemaCatalogue): Json => ({
  allOf: [schemas.render(ErrorBody)],
  properties: {
    cause: schemas.render(OneOf(causes, { description: 'Cause of the error, for programs.' })),
  },
})

const headerOfCodes = (codes: readonly ErrorCode[]): Json => {
  const sayings = new Map(codes.map(({ code, says }) => [code, says]))
  return {
    description: `The failure, in more detail than its cause:\n${[...sayings].map(([code, says]) => `- \`${code}\`: ${says}`).join('\n')}`,
    schema: { type: 'string', enum: [...sayings.keys()] },
  }
}
