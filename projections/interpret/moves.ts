// Who came to hold tokens of listed pools, and who no longer does: over a transaction, what each address got less
// what it gave. Every transaction is looked at, as a wallet may pay another without any script.
import type { OutputEvent } from '../../schema/events.ts'
import type { AssetAmount, AssetId, Hex } from '../../schema/primitives.ts'
import type { Moved } from './events.ts'
import type { KnownPools } from './known-pools.ts'
import type { Protocol } from './protocol.ts'
import type { TransactionView } from './transaction-view.ts'

type Holder = Pick<OutputEvent, 'address' | 'assets' | 'packedAssets'>

interface Deltas {
  readonly poolId: number
  readonly byOwner: Map<Hex, bigint>
}

/** The movements of tokens all of whose movements are seen, by token and address in the order they are met. */
export const interpretMoves = (
  protocol: Protocol,
  known: KnownPools,
  { transaction, spent }: TransactionView,
): Moved[] => {
  const tokens = new Map<AssetId, Deltas>()
  // Takes the output and not its address, which is read from the database when it is asked for.
  const add = (output: { readonly address: Hex }, { asset, quantity }: AssetAmount, sign: bigint): void => {
    const poolId = known.wholePool(asset)
    if (poolId === undefined) return
    const owner = output.address
    const deltas = tokens.get(asset) ?? { poolId, byOwner: new Map<Hex, bigint>() }
    deltas.byOwner.set(owner, (deltas.byOwner.get(owner) ?? 0n) + sign * quantity)
    tokens.set(asset, deltas)
  }
  const addAll = (output: Holder, sign: bigint): void => {
    const { packedAssets: packed } = output
    if (packed === null || (packed !== undefined && !known.mayHoldWhole(packed))) return
    for (const held of output.assets) add(output, held, sign)
  }
  for (const output of spent) if (output !== undefined) addAll(output, -1n)
  for (const output of transaction.outputs) addAll(output, 1n)
  return [...tokens].flatMap(([token, { poolId, byOwner }]) =>
    [...byOwner].flatMap(([owner, delta]): Moved[] => {
      const role = protocol.roleOf(owner)?.kind ?? null
      return delta === 0n
        ? []
        : [{ kind: 'moved', transaction: transaction.id, poolId, token, owner, role, delta }]
    }),
  )
}
