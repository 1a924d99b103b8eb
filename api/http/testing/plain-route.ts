// Routes that each declare one property, and requests that are passed to a route without a server.
import { Type } from '@sinclair/typebox'
import type { RateClass } from '../limits/rate-limits.ts'
import type { Reads } from '../route/reads.ts'
import type { ReplyFunction } from '../route/reply.ts'
import { type ApiRequest, type RawRequest, type Route, route } from '../route/route.ts'

const responses = { 200: { schema: Type.Unknown(), description: 'Anything.' } }

export const plainRoute = (
  path: string,
  handle: (request: ApiRequest, reply: ReplyFunction<typeof responses>) => ReturnType<Route['handle']>,
  more: {
    readonly rate?: RateClass
    readonly reads?: Reads<unknown>
    readonly state?: () => string
  } = {},
): Route =>
  route({
    path,
    operationId: path.slice(1),
    summary: 'Plain',
    responses,
    cache: 'no-store',
    rate: 'none',
    ...more,
    handle,
  })

export const rawRequest = (given: Partial<RawRequest> = {}): RawRequest => ({
  id: 'id',
  client: { address: '127.0.0.1', isLocal: true, isProxied: false },
  signal: new AbortController().signal,
  tokenOf: undefined,
  pathTexts: [],
  queryText: '',
  headers: {},
  body: undefined,
  ...given,
})
