// Answers a request that is not in the cache: checks it, compares its ETag, and calls the handler.

import { asOneRequest } from '../../../schema/platform/call-thread.ts'
import { etagOf, matchedEtag } from '../route/etag.ts'
import type { ModelVersions } from '../route/reads.ts'
import type { Reply } from '../route/reply.ts'
import type { RawRequest, Route, StateOf } from '../route/route.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { Compressor } from './compressor.ts'
import {
  type Answer,
  AnswerForms,
  answerOf,
  isStreamed,
  notModified,
  type Preferences,
} from './representation.ts'

interface Asked extends RawRequest, Preferences {
  /** The request as the client sent it. */
  readonly text: string
}

interface Parts {
  readonly versions: ModelVersions
  readonly answers: AnswerCache
  readonly compressor: Compressor
}

/** A separate function, so that its closure keeps only its arguments in memory. */
const stateOf = (
  state: NonNullable<Route['state']>,
  of: StateOf,
  versions: ModelVersions,
): (() => string) => {
  return () => state(of, versions)
}

/** The client's ETag, if it is current. `*` matches any answer, so the handler must find one first. */
const knownBy = (ifNoneMatch: string, etag: string | undefined): string | undefined =>
  etag === undefined || ifNoneMatch === '' || ifNoneMatch.trim() === '*'
    ? undefined
    : matchedEtag(ifNoneMatch, etag)

/** @throws {ApiError} and the errors of the handler */
export const newAnswer = (
  route: Route,
  asked: Asked,
  { answers, compressor, versions }: Parts,
): Answer | Promise<Answer> => {
  const request = route.check(asked)
  const of: StateOf = { params: request.params, query: request.query, body: request.body }
  const state = route.state && stateOf(route.state, of, versions)
  const shown = state?.()
  const hasEtag = route.method === 'GET' && route.hasEtag !== false
  const etag = shown === undefined || !hasEtag ? undefined : etagOf(shown)
  const known = knownBy(asked.ifNoneMatch, etag)
  if (known !== undefined) return notModified(route.cacheOf(of), known)
  const finish = (reply: Reply): Answer | Promise<Answer> => {
    const answer = answerOf(route, reply, route.cacheOf(of))
    if (isStreamed(answer)) return answer
    const forms =
      state === undefined || shown === undefined || reply.status !== 200
        ? new AnswerForms(answer, undefined)
        : answers.hold(asked.text, answer, { shown, state, etag })
    return forms.for(asked, compressor)
  }
  const reply = asOneRequest(() => route.handle(request))
  return reply instanceof Promise ? reply.then(finish) : finish(reply)
}
