// Builds the main page's lists from a client's pools. The feed sends single pools, not lists, and no frame for a pool that moves up because
// another pool left a list.
import { LIST_LENGTH, type ListPlace, type PoolList } from '../schema/responses/pool-lists.ts'
import type { LiquidityPoolInfo } from './feed-data.ts'

/** Full progress. A curve may collect slightly more than its cap. */
const WHOLE = 1_000_000_000_000

/** Each list is sorted by this value, in descending order. */
const RANK: Readonly<Record<PoolList, (pool: LiquidityPoolInfo) => number>> = {
  Latest: ({ pool }) => pool.timestamp,
  New: ({ pool }) => pool.createdOn,
  MCapDesc: ({ metrics }) => metrics.marketCap,
  Progress: ({ pool }) =>
    Math.min(WHOLE, Number((BigInt(pool.x.amount) * BigInt(WHOLE)) / BigInt(pool.adaCapThreshold || 1))),
  CompletedCreateOn: ({ pool }) => pool.createdOn,
  CompletedMCap: ({ metrics }) => metrics.marketCap,
}

const isCompleted = (list: PoolList): boolean => list === 'CompletedCreateOn' || list === 'CompletedMCap'

/** A request for the list after this place returns the pools that follow. */
export const placeIn = (list: PoolList, pool: LiquidityPoolInfo): ListPlace => ({
  value: RANK[list](pool),
  id: pool.pool.id,
})

/** Builds a list with the order and length of the HTTP response; equal pools are sorted by id. */
export const poolList = (
  list: PoolList,
  pools: Iterable<LiquidityPoolInfo>,
  length = LIST_LENGTH,
): LiquidityPoolInfo[] =>
  [...pools]
    .filter(({ pool }) => (pool.cpmmPoolId !== null) === isCompleted(list))
    .sort((a, b) => RANK[list](b) - RANK[list](a) || (a.pool.id < b.pool.id ? -1 : 1))
    .slice(0, length)

/** For a client that has all pools up to the place. Without a place, all the client's pools. */
export const poolsUpTo = (
  list: PoolList,
  pools: Iterable<LiquidityPoolInfo>,
  end: ListPlace | undefined,
): LiquidityPoolInfo[] =>
  poolList(list, pools, Number.POSITIVE_INFINITY).filter((pool) => {
    const { value, id } = placeIn(list, pool)
    return end === undefined || value > end.value || (value === end.value && id <= end.id)
  })
