// Responds to a request that is not in the cache: checks it, compares its ETag, and calls the handler.

import { asOneRequest } from '../../../schema/platform/call-thread.ts'
import { etagOf, matchedEtag } from '../route/etag.ts'
import type { ModelVersions } from '../route/reads.ts'
import type { Reply } from '../route/reply.ts'
import type { RawRequest, Route, StateOf } from '../route/route.ts'
import type { Compressor } from './compressor.ts'
import {
  isStreamed,
  NOT_MODIFIED,
  notModified,
  type OutgoingResponse,
  type Preferences,
  ResponseForms,
  responseOf,
} from './representation.ts'
import type { ResponseCache } from './response-cache.ts'

interface ReceivedRequest extends RawRequest, Preferences {
  /** As the client sent it. */
  readonly text: string
}

interface ResponseContext {
  readonly versions: ModelVersions
  readonly responses: ResponseCache
  readonly compressor: Compressor
}

/** Separate, so that the returned closure keeps only these arguments in memory. */
const stateOf = (
  state: NonNullable<Route['state']>,
  of: StateOf,
  versions: ModelVersions,
): (() => string) => {
  return () => state(of, versions)
}

/** `*` matches every response, so the handler must first find out whether there is one. */
const knownBy = (ifNoneMatch: string, etag: string | undefined): string | undefined =>
  etag === undefined || ifNoneMatch === '' || ifNoneMatch.trim() === '*'
    ? undefined
    : matchedEtag(ifNoneMatch, etag)

/** @throws {ApiError} and the errors of the handler */
export const newResponse = (
  route: Route,
  received: ReceivedRequest,
  { responses, compressor, versions }: ResponseContext,
): OutgoingResponse | Promise<OutgoingResponse> => {
  const request = route.check(received)
  const of: StateOf = { params: request.params, query: request.query, body: request.body }
  const state = route.state && stateOf(route.state, of, versions)
  const shown = state?.()
  const hasEtag = route.method === 'GET' && route.hasEtag !== false
  const etag = shown === undefined || !hasEtag ? undefined : etagOf(shown)
  const known = knownBy(received.ifNoneMatch, etag)
  if (known !== undefined) return notModified(route.cacheOf(of), { ETag: known }, route.vary)
  const finish = (reply: Reply): OutgoingResponse | Promise<OutgoingResponse> => {
    if (reply.status === NOT_MODIFIED)
      return notModified(route.cacheOf(of), reply.extra.headers ?? {}, route.vary)
    const response = responseOf(route, reply, route.cacheOf(of))
    if (isStreamed(response)) return response
    const forms =
      state === undefined || shown === undefined || reply.status !== 200
        ? new ResponseForms(response, undefined)
        : responses.put(received.text, response, { shown, state, etag })
    return forms.for(received, compressor)
  }
  const reply = asOneRequest(() => route.handle(request))
  return reply instanceof Promise ? reply.then(finish) : finish(reply)
}
