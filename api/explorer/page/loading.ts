// The topics of the feed that the page's parts follow. If a part cannot be loaded, its problem has the reason in words. No part follows data
// in another way, and none requests data in another way than `fetching`.
import type { SubscriptionData, Topic } from '../../../schema/answers/feed.ts'
import type { FeedHandlers } from '../../client/feed-client.ts'
import { setProblem } from './fetching.ts'
import { wordsOf } from './parts/words-of.ts'
import { feed } from './service.ts'

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
    (async (signal: AbortSignal): Promise<Initial> => {
      try {
        return await initial.fetch(signal)
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
