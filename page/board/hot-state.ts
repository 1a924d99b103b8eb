// The tokens with the most trades in the last minutes or hours. The service ranks and filters them; the page fetches them again after
// trades while they are shown.

import type { paths } from '../../client/paths.ts'
import type { HotPool, HotPools, HotWindow } from '../../schema/responses/hot-pools.ts'
import { PAUSE_MS, useFetched } from '../fetching.ts'
import { askedNow } from '../parts/newest.ts'
import { putPool } from '../pools.ts'
import { client, dataOf } from '../service.ts'
import { lastTrade } from './board-state.ts'

export const HOT = 'the hot tokens'

/** Interval in ms between two fetches without a trade. Old trades leave the window. */
const FETCH_INTERVAL_MS = 60_000

export const WINDOWS = [
  ['min5', '5m'],
  ['hour1', '1h'],
  ['hour6', '6h'],
  ['day1', '24h'],
] as const satisfies readonly (readonly [HotWindow, string])[]

export type HotQuery = NonNullable<paths['/v1/pools-main-page/hot']['get']['parameters']['query']>
/** Undefined until fetched. */
export const useHot = (query: HotQuery): HotPools | undefined => {
  const load = async (signal: AbortSignal) => {
    const at = askedNow()
    const { count, items } = dataOf(
      await client.GET('/v1/pools-main-page/hot', { params: { query }, signal }),
    )
    return { count, items: items.map((item): HotPool => ({ ...item, pool: putPool(item.pool, at) })) }
  }
  const when = () => lastTrade.value ?? true
  return useFetched(HOT, { pause: PAUSE_MS.many, every: FETCH_INTERVAL_MS, load, when }, [
    JSON.stringify(query),
  ])
}
