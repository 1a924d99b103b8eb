// Feed topics that the page's parts follow. If a part cannot be loaded, `problems` has the reason in words. All parts follow data by
// `follow`, and request data by `fetching`.
import { effect, signal } from '@preact/signals'
import type { FeedHandlers } from '../client/feed-handlers.ts'
import type { SubscriptionData, Topic } from '../schema/responses/feed.ts'
import { fetching, setProblem } from './fetching.ts'
import { askedNow } from './parts/newest.ts'
import { wordsOf } from './parts/words-of.ts'
import { feed } from './service.ts'

/** Time in ms without a subscription before a part requests its state itself, and the interval between such requests. */
const [FIRST_POLL, POLL] = [1_000, 10_000]
export const forks = signal(0)
/** Wait in ms before the first rows are fetched again. Several items are removed together. */
const AGAIN_DELAY_MS = 300

interface Handlers<T extends Topic, Initial> extends Omit<FeedHandlers<T, Initial>, 'initial'> {
  readonly initial?: {
    fetch(signal: AbortSignal): Promise<Initial>
    /** @param at moment of the question, see `newest.ts` */
    apply(state: Initial, at: number): void
  }
  readonly isFirstRows?: true
}

/**
 * The feed fetches the initial state again after each failure and each lost connection. Without a connection, for example behind a proxy
 * that blocks WebSockets, or without room for a subscription, the state is requested at intervals.
 * @param part name of the part, for its problem
 * @param handlers with `isFirstRows`, the state is the first page of a longer list; it is fetched again after a removal and after a fork,
 * because other rows then move up or return
 * @returns function that stops the following
 */
export const follow = <T extends Topic, Initial>(
  part: string,
  topic: T,
  data: SubscriptionData<T>,
  { initial, onState, onRemoved, isFirstRows, ...handlers }: Handlers<T, Initial>,
): (() => void) => {
  let words: string | undefined
  const state = initial && {
    fetch: async (signal: AbortSignal) => {
      const at = askedNow()
      try {
        const response = await initial.fetch(signal)
        return () => initial.apply(response, at)
      } catch (error) {
        words = wordsOf(error)
        throw error
      }
    },
    apply: (show: () => void) => show(),
  }
  const poll = initial && fetching(part, { load: initial.fetch, apply: initial.apply })
  let timer: ReturnType<typeof setTimeout> | undefined
  const pollLater = (wait: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      poll?.()
      pollLater(POLL)
    }, wait)
  }
  pollLater(FIRST_POLL)
  let waiting: ReturnType<typeof setTimeout> | undefined
  const again = (): void => {
    waiting ??= setTimeout(() => {
      waiting = undefined
      end()
      end = subscribe()
    }, AGAIN_DELAY_MS)
  }
  const subscribe = (): (() => void) =>
    feed.subscribe(topic, data, {
      ...handlers,
      ...(state && { initial: state }),
      onRemoved: (removed) => {
        onRemoved?.(removed)
        if (isFirstRows) again()
      },
      onState: (state) => {
        if (state.state === 'refused' && state.cause === 'LIMIT_EXCEEDED') {
          // The operator allows fewer subscriptions than the page needs.
          pollLater(FIRST_POLL)
          return
        }
        if (state.state === 'lost') {
          setProblem(part, words ?? 'The connection is lost.')
          pollLater(POLL)
        } else {
          clearTimeout(timer)
          poll?.cancel()
          setProblem(part, undefined)
        }
        words = undefined
        onState?.(state)
      },
    })
  let end = subscribe()
  const seen = forks.peek()
  const endForks = effect(() => {
    if (isFirstRows && forks.value !== seen) again()
  })
  return () => {
    endForks()
    end()
    clearTimeout(timer)
    clearTimeout(waiting)
    poll?.cancel()
    setProblem(part, undefined)
  }
}
