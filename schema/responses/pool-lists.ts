// The lists of the main page. Separate from pools.ts, since the client sorts lists and needs no schemas.

/** Maximum number of pools in a list of the main page. */
export const LIST_LENGTH = 60

/**
 * The lists of the main page. Pools on their curve: `Latest` by their last change, `New` by their launch, `MCapDesc` by market cap,
 * `Progress` by the collected share of their cap. Graduated pools: `CompletedCreateOn` by their launch, `CompletedMCap` by market cap. The
 * largest comes first; of equal pools, the one with the smaller pool id.
 */
export const POOL_LISTS = [
  'Latest',
  'New',
  'MCapDesc',
  'Progress',
  'CompletedCreateOn',
  'CompletedMCap',
] as const
export type PoolList = (typeof POOL_LISTS)[number]

/** A pool's place in a list: the value by which the list is sorted, and the pool's id. */
export interface ListPlace {
  readonly value: number
  readonly id: string
}

/** The place before all pools. */
export const LIST_START: ListPlace = { value: 9_007_199_254_740_991, id: '' }
