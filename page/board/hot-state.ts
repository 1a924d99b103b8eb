// The tokens that traded in the last minutes or hours, ranked and filtered by the service, and fetched again after trades while they
// are shown.
import { effect, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { paths } from '../../client/paths.ts'
import type { HotPool, HotPools, HotWindow } from '../../schema/responses/hot-pools.ts'
import { fetching } from '../fetching.ts'
import { putPool } from '../pools.ts'
import { client, dataOf } from '../service.ts'
import { lastTrade } from './board-state.ts'

export const HOT = 'the hot tokens'

/** Time in ms from a trade until the next fetch, and between two fetches. */
const DELAY_MS = 1_000
const PAUSE_MS = 10_000
/** Time in ms after which tokens leave the window even without a trade. */
const MINUTE_MS = 60_000

export const WINDOWS = [
  ['min5', '5m'],
  ['hour1', '1h'],
  ['hour6', '6h'],
  ['day1', '24h'],
] as const satisfies readonly (readonly [HotWindow, string])[]

export type HotQuery = NonNullable<paths['/v1/pools-main-page/hot']['get']['parameters']['query']>
/**
 * The current page; undefined until fetched.
 * @param query reads signals, and is read again at each fetch; a change of it causes a fetch
 */
export const useHot = (query: () => HotQuery): HotPools | undefined => {
  const page = useSignal<HotPools | undefined>(undefined)
  useEffect(() => {
    const get = fetching(HOT, {
      delay: DELAY_MS,
      pause: PAUSE_MS,
      load: async (signal) =>
        dataOf(await client.GET('/v1/pools-main-page/hot', { params: { query: query() }, signal })),
      apply: ({ count, items }, at) => {
        page.value = {
          count,
          items: items.map((item): HotPool => ({ ...item, pool: putPool(item.pool, at) })),
        }
      },
    })
    const timer = setInterval(get, MINUTE_MS)
    let seen = lastTrade.peek()
    const ends = [
      effect(() => {
        query()
        get.anew()
      }),
      effect(() => {
        if (seen !== undefined && lastTrade.value !== seen) get()
        seen = lastTrade.value
      }),
    ]
    return () => {
      clearInterval(timer)
      get.cancel()
      for (const end of ends) end()
    }
  }, [])
  return page.value
}
