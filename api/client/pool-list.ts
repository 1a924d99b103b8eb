// Puts the lists of the main page together from the client's pools: the feed sends single pools, and a pool that others displaced
// comes back without a frame when one of them leaves.
import { LIST_LENGTH, type PoolList } from '../../schema/answers/pool-lists.ts'
import type { LiquidityPoolInfo } from './feed-data.ts'

/** All of a cap; a curve may collect a little more. */
const WHOLE = 1_000_000_000_000

/** Greatest first. */
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

/**
 * A list of the main page: the client's pools that belong to it, the greatest first, among equals the smaller id, as many as the
 * HTTP answer has.
 */
export const poolList = (list: PoolList, pools: Iterable<LiquidityPoolInfo>): LiquidityPoolInfo[] =>
  [...pools]
    .filter(({ pool }) => (pool.cpmmPoolId !== null) === isCompleted(list))
    .sort((a, b) => RANK[list](b) - RANK[list](a) || (a.pool.id < b.pool.id ? -1 : 1))
    .slice(0, LIST_LENGTH)
