// Changes of holdings of listed tokens: for each address, the units that a transaction pays to the address minus the units that it spends
// from it. All transactions are read, since wallets can pay each other without a script.
//
// Only units from the launch on count, and spending an older output subtracts nothing, so a holding is never below zero. If units come from
// elsewhere, the launch did not mint the whole supply, and the pool is closed permanently. A sub-transaction may take units that another
// part of its transaction gives (CIP-118).
import type { OutputEvent } from '../../schema/events.ts'
import type { AssetId, Hex } from '../../schema/primitives.ts'
import { mintOf, type TransactionView } from '../engine/outputs/transaction-view.ts'
import type { Moved, OtherSupply } from './events.ts'
import type { KnownPool, Pools } from './known-pools.ts'
import type { Protocol } from './protocol.ts'

const OLDER_UNITS = 'there are units of its token from before its launch'
const MINTED_AGAIN = 'its token was minted again'

type Holder = Pick<OutputEvent, 'address' | 'assets' | 'packedAssets'>

/** Sums over a transaction and its sub-transactions, as far as they were read. The ledger balances them only together. */
export interface Batch {
  /** Units since the launch that came in outputs, minus spent and minted ones. */
  readonly gained: Map<AssetId, bigint>
  /** Position of the oldest spent output; -1 if one was not seen. */
  oldest: number
}

export const emptyBatch = (): Batch => ({ gained: new Map(), oldest: Number.POSITIVE_INFINITY })

/** A token has units which its launch did not mint. */
const otherSupply = (
  { transaction, position }: TransactionView,
  { token, launchedAt }: KnownPool,
  { gained, oldest }: Batch,
): string | undefined => {
  if (mintOf(transaction, token) > 0n && launchedAt !== position) return MINTED_AGAIN
  if (transaction.isNested || launchedAt === null || (gained.get(token) ?? 0n) <= 0n) return undefined
  // These units can only come from outputs older than the launch.
  return oldest < launchedAt ? OLDER_UNITS : undefined
}

/**
 * First the pools that close because of their tokens' supply, then movements by address, in the order of appearance.
 * @param batch has the sub-transactions before; a transaction empties it
 */
export const interpretMoves = (
  protocol: Protocol,
  known: Pick<Pools, 'byToken' | 'mayHoldToken' | 'change'>,
  view: TransactionView,
  batch: Batch,
): (OtherSupply | Moved)[] => {
  const { transaction, spent, position } = view
  /** Keys are addresses, then pool ids. */
  const deltas = new Map<Hex, Map<number, bigint>>()
  const totals = new Map<AssetId, bigint>()
  const addAll = (output: Holder, madeAt: number, sign: bigint): void => {
    const { packedAssets: packed } = output
    if (packed === null || (packed !== undefined && !known.mayHoldToken(packed))) return
    for (const { asset, quantity } of output.assets) {
      const pool = known.byToken(asset)
      if (pool === undefined || pool.launchedAt === null || madeAt < pool.launchedAt) continue
      const delta = sign * quantity
      totals.set(asset, (totals.get(asset) ?? 0n) + delta)
      // A spent output's address is computed on access, and few outputs have listed tokens.
      const { address } = output
      const byPool = deltas.get(address) ?? new Map<number, bigint>()
      byPool.set(pool.id, (byPool.get(pool.id) ?? 0n) + delta)
      deltas.set(address, byPool)
    }
  }
  for (const output of spent) {
    batch.oldest = Math.min(batch.oldest, output?.position ?? -1)
    if (output !== undefined) addAll(output, output.position, -1n)
  }
  for (const output of transaction.outputs) addAll(output, position, 1n)
  const { gained } = batch
  for (const [token, came] of totals) gained.set(token, (gained.get(token) ?? 0n) + came)
  for (const { asset, quantity } of transaction.mint) gained.set(asset, (gained.get(asset) ?? 0n) - quantity)
  const closed = [...gained.keys()].flatMap((token): OtherSupply['pools'] => {
    const listed = known.byToken(token)
    const reason = listed && otherSupply(view, listed, batch)
    if (listed === undefined || listed.hasOtherSupply || reason === undefined) return []
    known.change({ ...listed, hasOtherSupply: true })
    return [{ poolId: listed.id, pool: listed.pool, token, reason }]
  })
  if (!transaction.isNested) Object.assign(batch, emptyBatch())
  const moved = [...deltas].flatMap(([owner, byPool]): Moved[] => {
    const role = protocol.roleOf(owner)?.kind ?? null
    const tokens = [...byPool].flatMap(([poolId, delta]) => (delta === 0n ? [] : [{ poolId, delta }]))
    return tokens.length === 0 ? [] : [{ kind: 'moved', transaction: transaction.id, owner, role, tokens }]
  })
  return closed.length === 0
    ? moved
    : [{ kind: 'otherSupply', transaction: transaction.id, pools: closed }, ...moved]
}
