// All bars of a pair, kept current: the history over HTTP, then the feed's frames. The history is fetched again after every lost
// connection. A fork needs no fetch, since frames name the removed bars and contain the new bars.
import type { SubscriptionData } from '../schema/responses/feed.ts'
import type { FeedClient } from './feed-client.ts'
import type { Bar } from './feed-data.ts'
import type { FeedHandlers } from './feed-handlers.ts'
import type { LaunchpadClient } from './launchpad-client.ts'
import { dataOf } from './response.ts'

export interface BarRange extends Readonly<SubscriptionData<'LastBar'>> {
  /** Start of the oldest bar, Unix seconds. By default all bars, but at most the newest 5,000. */
  readonly from?: number
}

/** Latest time that the history route accepts: later than any bar. */
const NO_END = 99_999_999_999

/** Frames are about the newest bars, so the search starts at the end. */
const endBefore = (bars: readonly Bar[], time: number): number => {
  let end = bars.length
  for (let last = bars[end - 1]; last !== undefined && last.time >= time; last = bars[end - 1]) end--
  return end
}

/**
 * @param onBars receives all bars, oldest first, after each change; the array and its bars never change later
 * @returns a function that stops following
 */
export const followBars = (
  client: LaunchpadClient,
  feed: Pick<FeedClient, 'subscribe'>,
  { pair, interval, from = 0 }: BarRange,
  onBars: (bars: readonly Bar[]) => void,
  onState?: FeedHandlers<'LastBar', unknown>['onState'],
): (() => void) => {
  let bars: readonly Bar[] = []
  const set = (next: readonly Bar[]): void => {
    bars = next
    onBars(bars)
  }
  return feed.subscribe(
    'LastBar',
    { pair, interval },
    {
      ...(onState && { onState }),
      initial: {
        fetch: async (signal) => {
          const query = { ...pair, resolution: interval, from, to: NO_END }
          return dataOf(await client.GET('/v1/charts/history', { params: { query }, signal }))
        },
        apply: set,
      },
      onData: ({ isRelevant, ...bar }) => {
        if (bar.time < from) return
        const end = endBefore(bars, bar.time)
        const after = bars[end]?.time === bar.time ? end + 1 : end
        set([...bars.slice(0, end), bar, ...bars.slice(after)])
      },
      onRemoved: ({ from: removed }) => set(bars.slice(0, endBefore(bars, removed))),
    },
  )
}
