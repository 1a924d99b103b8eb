// Collateral of a transaction with scripts. A route names the source, and the builder's thread finds the output.
import { BuildError } from './build-error.ts'
import type { Utxo } from './transaction/utxo.ts'
import type { CoinGroups, RequestedCoins } from './wanted-coins.ts'

/** Enough lovelace for 150 % of the largest fee of our transactions, and for the return output. */
export const LEAST_COLLATERAL = 5_000_000n

/** Lent by the service, given in the request, or one of the wallet's coins. */
export type WantedCollateral =
  | { readonly from: 'service'; readonly utxos: readonly Utxo[] }
  | RequestedCoins
  | { readonly from: 'wallet' }

/**
 * Prefers coins without script, then those of an earlier group, and then those without tokens: the smallest coin that suffices or, of coins
 * with tokens, the largest, because the tokens go back with as much lovelace as the ledger requires. Anybody can make a small coin of the
 * wallet in a transaction that never gets into a block.
 * @throws {BuildError} `NO_COLLATERAL` if no coin has enough lovelace
 */
export const ownCollateral = (coins: CoinGroups): readonly Utxo[] => {
  const [best] = coins
    .flatMap((group, at) =>
      group.map((utxo) => {
        const { lovelace, assets = [], script } = utxo.output
        const hasTokens = assets.length > 0
        const rank = (script === undefined ? 0 : 2 * coins.length) + 2 * at + (hasTokens ? 1 : 0)
        return { utxo, lovelace, rank, order: hasTokens ? -lovelace : lovelace }
      }),
    )
    .filter(({ lovelace }) => lovelace >= LEAST_COLLATERAL)
    .sort((a, b) => a.rank - b.rank || Number(a.order - b.order))
  if (best === undefined) throw new BuildError('NO_COLLATERAL', 'the wallet has no output for collateral')
  return [best.utxo]
}
