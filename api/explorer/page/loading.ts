// The data of the page's parts. If a part cannot be loaded, `problems` contains the reason in words, and the part is tried again with
// growing waits. No part fetches or follows data in another way.
import { signal } from '@preact/signals'
import type { SubscriptionData, Topic } from '../../../schema/answers/feed.ts'
import { backoff } from '../../../schema/platform/backoff.ts'
import type { FeedHandlers } from '../../client/feed-client.ts'
import { wordsOf } from './parts/words-of.ts'
import { feed } from './service.ts'

/** Waits in ms between attempts. */
const WAITS = { first: 500, longest: 8_000 }

/** Reasons why parts of the page are not current, by the part's name. */
export const problems = signal<ReadonlyMap<string, string>>(new Map())

/** Sets the reason of a part; undefined when it is current. */
export const setProblem = (part: string, words: string | undefined): void => {
  if (problems.peek().get(part) === words) return
  const next = new Map(problems.peek())
  if (words === undefined) next.delete(part)
  else next.set(part, words)
  problems.value = next
}

export interface Fetching {
  /** Requests a run; several calls in a short time cause one run. */
  (): void
  /** Drops waiting runs, and removes the problem. */
  cancel(): void
}

/**
 * Makes a function that runs `work` `delay` milliseconds after the first of several calls, and again until it succeeds.
 * @param part name of the part, for its problem, such as `the holders`
 * @param pause least milliseconds between two runs, for calls that each block or trade makes
 */
export const fetching = (part: string, delay: number, work: () => Promise<unknown>, pause = 0): Fetching => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ranAt = Number.NEGATIVE_INFINITY
  let failures = 0
  let generation = 0
  const run = async (): Promise<void> => {
    timer = undefined
    ranAt = performance.now()
    const mine = generation
    const problem = await work().then(() => undefined, wordsOf)
    if (mine !== generation) return
    setProblem(part, problem)
    if (problem === undefined) failures = 0
    else timer ??= setTimeout(() => void run(), backoff(failures++, WAITS, Math.random()))
  }
  const call = (): void => {
    timer ??= setTimeout(() => void run(), Math.max(delay, ranAt + pause - performance.now()))
  }
  const cancel = (): void => {
    generation++
    failures = 0
    clearTimeout(timer)
    timer = undefined
    setProblem(part, undefined)
  }
  return Object.assign(call, { cancel })
}

/**
 * Follows a topic of the feed, which fetches its initial state again after each failure and each drop.
 * @param part name of the part, for its problem
 * @returns function that ends it
 */
export const follow = <T extends Topic, Initial>(
  part: string,
  topic: T,
  data: SubscriptionData<T>,
  { initial, onState, ...handlers }: FeedHandlers<T, Initial>,
): (() => void) => {
  let words: string | undefined
  const fetchInitial =
    initial &&
    (async (): Promise<Initial> => {
      try {
        return await initial.fetch()
      } catch (error) {
        words = wordsOf(error)
        throw error
      }
    })
  const end = feed.subscribe<T, Initial>(topic, data, {
    ...handlers,
    ...(initial && fetchInitial && { initial: { fetch: fetchInitial, apply: initial.apply } }),
    onState: (state) => {
      if (state.state === 'subscribed') setProblem(part, undefined)
      else if (state.state === 'lost') setProblem(part, words ?? 'The connection is lost.')
      words = undefined
      onState?.(state)
    },
  })
  return () => {
    end()
    setProblem(part, undefined)
  }
}
