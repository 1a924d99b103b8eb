// Calls a route over HTTP, and compares the response with the route's declaration: status, type, headers, and a body without undeclared
// fields. So a test that uses this function fails if the published document does not describe a response.
import assert from 'node:assert/strict'
import { Value } from '@sinclair/typebox/value'
import { API_CAUSES, CODE_HEADER } from '../../../schema/errors.ts'
import { CORS_HEADERS } from '../response/cors.ts'
import { isRequestId } from '../response/request-id.ts'
import { codesOf, ErrorBody } from '../route/errors.ts'
import { JSON_TYPE, type Route } from '../route/route.ts'

export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  /** Sent as JSON; a form is sent as `multipart/form-data`. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface CheckedResponse {
  readonly status: number
  readonly headers: Headers
  /** Parsed if it is JSON, else a text. */
  readonly body: unknown
}

/** @throws {AssertionError} with the difference from the route's declaration */
export const checkResponse = async (url: string, route: Route, call: Call = {}): Promise<CheckedResponse> => {
  const response = await fetch(addressOf(url, route, call), {
    method: route.method,
    ...contentOf(call),
  })
  const { status, headers } = response
  for (const [name, value] of Object.entries(CORS_HEADERS)) assert.equal(headers.get(name), value, name)
  assert.ok(isRequestId(headers.get('X-Request-ID') ?? ''), 'X-Request-ID')
  const described = route.responses[status]
  if (described === undefined) return { status, headers, body: await checkError(route, response) }
  const type = described.contentType ?? JSON_TYPE
  const given = headers.get('Content-Type') ?? ''
  assert.ok(type.endsWith('*') ? given.startsWith(type.slice(0, type.indexOf('*'))) : given === type, given)
  assert.match(headers.get('Cache-Control') ?? '', /^(no-store|no-cache|public, max-age=\d+(, immutable)?)$/)
  if (route.method === 'GET' && route.state !== undefined)
    assert.match(headers.get('ETag') ?? '', /^"[^"]+"$/)
  const body: unknown = type.startsWith('application/json') ? await response.json() : await response.text()
  const [problem] = Value.Errors(described.schema, body)
  assert.equal(problem, undefined, `${route.path}: ${problem?.path} ${problem?.message}`)
  assert.deepEqual(body, Value.Clean(described.schema, structuredClone(body)), 'fields the schema lacks')
  return { status, headers, body }
}

const contentOf = ({ body, headers = {} }: Call): RequestInit => {
  if (body === undefined || body instanceof FormData) return { body: body ?? null, headers }
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } }
}

export const addressOf = (
  url: string,
  route: Pick<Route, 'path'>,
  { query = {}, params = {} }: Call,
): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) parameters.set(name, `${value}`)
  const text = parameters.toString()
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return `${url}${path}${text === '' ? '' : `?${text}`}`
}

const checkError = async (route: Route, response: Response): Promise<unknown> => {
  const { status, headers } = response
  const body: unknown = await response.json()
  const schema = route.errorForm?.schema ?? ErrorBody
  assert.ok(Value.Check(schema, body), `${status} is neither described nor an error body`)
  assert.deepEqual(Object.keys(body), Object.keys(schema.properties))
  const code = headers.get(CODE_HEADER)
  const causes = codesOf(route).flatMap((known) => (known.code === code ? [known.cause] : []))
  const cause = causes.find((each) => route.errorForm !== undefined || each === body.cause)
  assert.ok(cause, `${code} ${body.cause} is not among the codes and causes of ${route.path}`)
  assert.equal(status, API_CAUSES[cause])
  assert.equal(headers.get('Content-Type'), JSON_TYPE)
  assert.equal(headers.get('Cache-Control'), 'no-store')
  return body
}
