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
 * Prefers coins without script and tokens: the smallest coin that suffices or, of coins with tokens, the largest, because the tokens go
 * back with as much lovelace as the ledger requires.
 * @throws {BuildError} `NO_COLLATERAL` if no coin has enough lovelace
 */
export const ownCollateral = (coins: CoinGroups): readonly Utxo[] => {
  const rank = ({ output }: Utxo): number =>
    (output.script === undefined ? 0 : 2) + Math.min(1, output.assets?.length ?? 0)
  const [best] = coins
    .flat()
    .filter(({ output }) => output.lovelace >= LEAST_COLLATERAL)
    .sort(
      (a, b) =>
        rank(a) - rank(b) || (rank(a) % 2 === 0 ? 1 : -1) * Number(a.output.lovelace - b.output.lovelace),
    )
  if (best === undefined) throw new BuildError('NO_COLLATERAL', 'the wallet has no output for collateral')
  return [best]
}
