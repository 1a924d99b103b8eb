// Who came to hold tokens of listed pools, and who no longer does: over a transaction, what each address got less
// what it gave. Every transaction is looked at, as a wallet may pay another without any script.
import type { OutputEvent } from '../../schema/events.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { Moved } from './events.ts'
import type { KnownPools } from './known-pools.ts'
import type { Protocol } from './protocol.ts'
import type { TransactionView } from './transaction-view.ts'

type Holder = Pick<OutputEvent, 'address' | 'assets' | 'packedAssets'>

/** The movements of tokens all of whose movements are seen, by address and token in the order they are met. */
export const interpretMoves = (
  protocol: Protocol,
  known: KnownPools,
  { transaction, spent }: TransactionView,
): Moved[] => {
  /** By address, then by the id of the token's pool. */
  const deltas = new Map<Hex, Map<number, bigint>>()
  const addAll = (output: Holder, sign: bigint): void => {
    const { packedAssets: packed } = output
    if (packed === null || (packed !== undefined && !known.mayHoldWhole(packed))) return
    for (const { asset, quantity } of output.assets) {
      const poolId = known.wholePool(asset)
      if (poolId === undefined) continue
      // The address of a spent output is read from its row when it is asked for: of few outputs.
      const { address } = output
      const byPool = deltas.get(address) ?? new Map<number, bigint>()
      byPool.set(poolId, (byPool.get(poolId) ?? 0n) + sign * quantity)
      deltas.set(address, byPool)
    }
  }
  for (const output of spent) if (output !== undefined) addAll(output, -1n)
  for (const output of transaction.outputs) addAll(output, 1n)
  return [...deltas].flatMap(([owner, byPool]): Moved[] => {
    const role = protocol.roleOf(owner)?.kind ?? null
    const tokens = [...byPool].flatMap(([poolId, delta]) => (delta === 0n ? [] : [{ poolId, delta }]))
    return tokens.length === 0 ? [] : [{ kind: 'moved', transaction: transaction.id, owner, role, tokens }]
  })
}
