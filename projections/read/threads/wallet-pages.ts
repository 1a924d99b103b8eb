// Pages of wallets' unspent outputs, cut from a list of all of a wallet's ids. The list is cached until the next commit, since anybody can
// make a wallet large.
import type { Hex } from '../../../schema/primitives.ts'
import { cachedUntilCommit } from '../changed-rows.ts'
import type { UnspentReads } from '../queries/outputs/unspent-outputs.ts'
import type { ModelsReader } from '../reader/models-reader.ts'

/** Oldest first. */
export interface WalletPage {
  readonly keyHash: Hex
  readonly offset: number
  readonly limit: number
  /** Ids to leave out. */
  readonly excluded?: readonly number[]
}

/** Over all wallets; 8 bytes each. */
const MAX_KEPT_IDS = 4_000_000

/** @returns the ids of a page */
export const walletPages = (
  reader: ModelsReader,
  unspent: () => UnspentReads,
): ((page: WalletPage) => Float64Array) => {
  const walletIds = cachedUntilCommit(reader, () => ({ wallets: new Map<Hex, Float64Array>(), kept: 0 }))
  const idsOf = (keyHash: Hex): Float64Array => {
    const cached = walletIds()
    const { wallets } = cached
    const known = wallets.get(keyHash)
    if (known !== undefined) return known
    const ids = unspent().idsOf(keyHash)
    for (const [oldest, { length }] of wallets) {
      if (cached.kept + ids.length <= MAX_KEPT_IDS) break
      wallets.delete(oldest)
      cached.kept -= length
    }
    if (cached.kept + ids.length <= MAX_KEPT_IDS) {
      wallets.set(keyHash, ids)
      cached.kept += ids.length
    }
    return ids
  }
  return ({ keyHash, offset, limit, excluded }) => {
    const all = idsOf(keyHash)
    const leftOut = new Set(excluded)
    const listed = leftOut.size === 0 ? all : all.filter((id) => !leftOut.has(id))
    return listed.subarray(offset, offset + limit)
  }
}
