// Who came to hold tokens of listed pools, and who no longer does: over a transaction, what each address got less
// what it gave. Every transaction is looked at, as a wallet may pay another without any script.
import type { AssetId, Hex } from '../../schema/primitives.ts'
import type { Moved } from './events.ts'
import type { KnownPools } from './known-pools.ts'
import type { TransactionView } from './transaction-view.ts'

/** The movements of tokens all of whose movements are seen, by token and address in the order they are met. */
export const interpretMoves = (known: KnownPools, { transaction, spent }: TransactionView): Moved[] => {
  const deltas = new Map<AssetId, Map<Hex, bigint>>()
  const add = (token: AssetId, owner: Hex, quantity: bigint): void => {
    const owners = deltas.get(token) ?? new Map<Hex, bigint>()
    deltas.set(token, owners.set(owner, (owners.get(owner) ?? 0n) + quantity))
  }
  for (const output of spent)
    if (output !== undefined)
      for (const { asset, quantity } of output.assets)
        if (known.isWhole(asset)) add(asset, output.address, -quantity)
  for (const { address, assets } of transaction.outputs)
    for (const { asset, quantity } of assets) if (known.isWhole(asset)) add(asset, address, quantity)
  return [...deltas].flatMap(([token, owners]) =>
    [...owners].flatMap(([owner, delta]): Moved[] =>
      delta === 0n ? [] : [{ kind: 'moved', transaction: transaction.id, token, owner, delta }],
    ),
  )
}
