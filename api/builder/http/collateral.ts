// Chooses the collateral of a transaction with scripts: the client's own, or one from the service's wallet, which then also signs.
import type { Borrower } from '../../service-wallet/loans.ts'
import type { ServiceWallet } from '../../service-wallet/service-wallet.ts'
import { withSignatures } from '../transaction/attach-witness.ts'
import type { Built } from '../transaction-builder.ts'
import type { WantedCollateral } from '../wanted-collateral.ts'

/**
 * Undefined if the service should choose the collateral.
 * @param field name of the request's field
 */
export const givenCollateral = (
  field: string,
  items: readonly string[] = [],
): WantedCollateral | undefined => (items.length === 0 ? undefined : { from: 'request', field, items })

/**
 * Uses the request's collateral, or the service's collateral and signature.
 * @throws {BuildError} `NO_COLLATERAL` if the service has none to lend, or any error of building
 */
export const withCollateral = <B extends Built>(
  wallet: ServiceWallet,
  borrower: Borrower,
  given: WantedCollateral | undefined,
  build: (collateral: WantedCollateral) => Promise<B>,
): Promise<B> => {
  if (given !== undefined) return build(given)
  return wallet.withCollateral(borrower, async (collateral) => {
    const built = await build({ from: 'service', utxos: [collateral] })
    return { ...built, cbor: withSignatures(built.cbor, [wallet.sign(built)]) }
  })
}
