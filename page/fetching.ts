// Requests of the page's parts. A part shows the response to its last question, in whatever order responses arrive. Each part has one
// request at a time; a new question cancels the request before it. If a part cannot be loaded, `problems` contains the reason in words, and
// the part is tried again with growing waits.
import { effect, signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { backoff } from '../schema/platform/backoff.ts'
import { askedNow } from './parts/newest.ts'
import { wordsOf } from './parts/words-of.ts'

const WAITS = { first: 500, longest: 8_000 }

/** Wait in ms after a trade or a block, so that several changes cause one request. */
export const SOON_MS = 300
/**
 * Minimum intervals in ms between requests after trades or blocks: for data of the wallet, of one token or trader, and of many tokens or
 * traders.
 */
export const PAUSE_MS = { wallet: 2_000, one: 5_000, many: 10_000 } as const

/** Reasons why parts of the page are not current, by the part's name. */
export const problems = signal<ReadonlyMap<string, string>>(new Map())

/** Undefined for a part that is current. */
export const setProblem = (part: string, words: string | undefined): void => {
  if (problems.peek().get(part) === words) return
  const next = new Map(problems.peek())
  if (words === undefined) next.delete(part)
  else next.set(part, words)
  problems.value = next
}

export interface Question<Answer> {
  /** Milliseconds from the first of several calls to the request that serves all of them. */
  readonly delay?: number
  /** Minimum milliseconds between two requests. */
  readonly pause?: number
  /** Called again until it succeeds. */
  load(signal: AbortSignal): Promise<Answer>
  /**
   * Not called for a response that a newer question has made obsolete.
   * @param at moment of the question, see `newest.ts`
   */
  apply?(response: Answer, at: number): void
}

export interface Fetching {
  /** A call during a request causes another request after it. */
  (): void
  /** Also removes the problem. */
  cancel(): void
}

/** @param part name of the part, for its problem, such as `the holders` */
export const fetching = <Answer>(
  part: string,
  { delay = 0, pause = 0, load, apply }: Question<Answer>,
): Fetching => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: AbortController | undefined
  let isAsked = false
  let askedAt = Number.NEGATIVE_INFINITY
  let failures = 0

  const ask = async (): Promise<void> => {
    if (globalThis.document?.hidden) {
      // A hidden page requests nothing until it is visible again.
      document.addEventListener('visibilitychange', ask, { once: true })
      return
    }
    timer = undefined
    isAsked = false
    askedAt = performance.now()
    const mine = new AbortController()
    underWay = mine
    let problem: string | undefined
    const at = askedNow()
    try {
      const response = await load(mine.signal)
      if (underWay !== mine) return
      apply?.(response, at)
    } catch (error) {
      if (underWay !== mine) return
      problem = wordsOf(error)
    }
    underWay = undefined
    setProblem(part, problem)
    if (problem === undefined) {
      failures = 0
      if (isAsked) call()
    } else timer ??= setTimeout(() => void ask(), backoff(failures++, WAITS, Math.random()))
  }
  const call = (): void => {
    if (underWay === undefined)
      timer ??= setTimeout(() => void ask(), Math.max(delay, askedAt + pause - performance.now()))
    else isAsked = true
  }
  const cancel = (): void => {
    underWay?.abort()
    underWay = undefined
    clearTimeout(timer)
    globalThis.document?.removeEventListener('visibilitychange', ask)
    timer = undefined
    isAsked = false
    failures = 0
    setProblem(part, undefined)
  }
  return Object.assign(call, { cancel })
}

export const cannotLoad = (part: string, words: string): string =>
  `${part.charAt(0).toUpperCase()}${part.slice(1)} cannot be loaded now. ${words} The page tries again by itself.`

export interface Kept<Answer> extends Question<Answer> {
  /** Reads signals. The question is asked again when these change, and not at all while the result is falsy. */
  when?(): unknown
  /** Milliseconds after which the question is asked again without a change. */
  readonly every?: number
}

/** @returns function that stops the fetching */
export const keepFetching = <Answer>(
  part: string,
  { when = () => true, every, ...question }: Kept<Answer>,
): (() => void) => {
  const get = fetching(part, question)
  const end = effect(() => {
    if (when()) get()
  })
  const timer = every === undefined ? undefined : setInterval(get, every)
  return () => {
    end()
    clearInterval(timer)
    get.cancel()
  }
}

/** @returns the last response, also while the next response is awaited; undefined until the first response */
export const useFetched = <Answer>(
  part: string,
  { apply, ...question }: Kept<Answer>,
  inputs: readonly unknown[] = [],
): Answer | undefined => {
  const shown = useSignal<Answer | undefined>(undefined)
  const show = (response: Answer, at: number): void => {
    apply?.(response, at)
    shown.value = response
  }
  useEffect(() => keepFetching(part, { ...question, apply: show }), inputs)
  return shown.value
}
