// Fetches the pools of tokens that no other part of the page follows. Anybody can send a wallet thousands of tokens that the service does
// not list, so these are asked for again after 1 block, after 10 more, and then each time after 100.
import { status } from './chain.ts'
import { askedNow } from './parts/newest.ts'
import { dropPool, poolOf, putPool } from './pools.ts'
import { client, dataOf } from './service.ts'

const MOST_ASKED = 200
/** Factor by which the wait of an unlisted token grows, and its longest wait in blocks. */
const [GROWTH, LONGEST] = [10, 100]

interface Unlisted {
  /** Height at which the token is asked for again. */
  readonly again: number
  /** Blocks from this height to the next one. */
  readonly wait: number
}

const unlisted = new Map<string, Unlisted>()

/** Tokens that the service does not list have no pool. */
export const fetchPools = async (assets: readonly string[], signal: AbortSignal): Promise<void> => {
  const height = status.peek()?.models?.height ?? 0
  const due = assets.filter(
    (asset) => poolOf(asset).peek() !== undefined || (unlisted.get(asset)?.again ?? 0) <= height,
  )
  for (let first = 0; first < due.length; first += MOST_ASKED) {
    const at = askedNow()
    const body = due.slice(first, first + MOST_ASKED)
    const { items } = dataOf(await client.POST('/v1/following/list', { body, signal }))
    const listed = new Set(items.map((pool) => putPool(pool, at).info.asset))
    for (const asset of body) {
      const wait = unlisted.get(asset)?.wait ?? 1
      if (listed.has(asset)) unlisted.delete(asset)
      else {
        dropPool(asset, at)
        unlisted.set(asset, { again: height + wait, wait: Math.min(wait * GROWTH, LONGEST) })
      }
    }
  }
}
