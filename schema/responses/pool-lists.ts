// The lists of the main page. They are separate from pools.ts, since the client sorts lists and needs no schemas.

/** Maximum number of pools in a list of the main page. */
export const LIST_LENGTH = 60

/**
 * The lists of the main page. Pools on their curve: `Latest` by last change, `New` by launch, `MCapDesc` by market cap, `Progress` by the
 * collected share of the cap. Graduated pools: `CompletedCreateOn` by launch, `CompletedMCap` by market cap. The largest value comes first;
 * equal pools are sorted by pool id.
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

/** A list is sorted by the value, and pools with equal values by id. */
export interface ListPlace {
  readonly value: number
  readonly id: string
}

/** The place before all pools. */
export const LIST_START: ListPlace = { value: 9_007_199_254_740_991, id: '' }
