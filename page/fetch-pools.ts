// Fetches the pools of tokens that no other part of the page follows.
import { askedNow } from './parts/newest.ts'
import { dropPool, putPool } from './pools.ts'
import { client, dataOf } from './service.ts'

const MOST_ASKED = 200

/** Tokens that the service does not list have no pool. */
export const fetchPools = async (assets: readonly string[], signal: AbortSignal): Promise<void> => {
  for (let first = 0; first < assets.length; first += MOST_ASKED) {
    const at = askedNow()
    const body = assets.slice(first, first + MOST_ASKED)
    const { items } = dataOf(await client.POST('/v1/following/list', { body, signal }))
    const listed = new Set(items.map((pool) => putPool(pool, at).info.asset))
    for (const asset of body) if (!listed.has(asset)) dropPool(asset, at)
  }
}
