// The tokens that traded in the last minutes or hours, ranked and filtered by the service, and fetched again after trades while they
// are shown.
import { effect, signal } from '@preact/signals'
import type { HotPool, HotPools, HotWindow } from '../../../../schema/answers/hot-pools.ts'
import { dataOf, type paths } from '../../../client/client.ts'
import { fetching } from '../fetching.ts'
import { putPool } from '../pools.ts'
import { client } from '../service.ts'
import { lastTrade } from './board-state.ts'

export const HOT = 'the hot tokens'

/** Time in ms from a trade until the next fetch, and between two fetches. */
const DELAY = 1_000
const PAUSE = 10_000
/** Time in ms after which tokens leave the window even without a trade. */
const MINUTE = 60_000

export const WINDOWS = [
  ['min5', '5m'],
  ['hour1', '1h'],
  ['hour6', '6h'],
  ['day1', '24h'],
] as const satisfies readonly (readonly [HotWindow, string])[]

export type HotQuery = NonNullable<paths['/v1/pools-main-page/hot']['get']['parameters']['query']>
export type Hot = ReturnType<typeof followHot>

/** @param query is read again at each fetch; a change of it causes a fetch */
export const followHot = (query: () => HotQuery) => {
  /** The current page; undefined until fetched. */
  const page = signal<HotPools | undefined>(undefined)
  const fetchPage = fetching(HOT, {
    delay: DELAY,
    pause: PAUSE,
    load: async (signal) =>
      dataOf(await client.GET('/v1/pools-main-page/hot', { params: { query: query() }, signal })),
    apply: ({ count, items }, at) => {
      page.value = { count, items: items.map((item): HotPool => ({ ...item, pool: putPool(item.pool, at) })) }
    },
  })
  const timer = setInterval(fetchPage, MINUTE)
  let seen = lastTrade.peek()
  const ends = [
    effect(() => {
      query()
      fetchPage.anew()
    }),
    effect(() => {
      if (seen !== undefined && lastTrade.value !== seen) fetchPage()
      seen = lastTrade.value
    }),
  ]
  return {
    page,
    end: (): void => {
      clearInterval(timer)
      fetchPage.cancel()
      for (const end of ends) end()
    },
  }
}
