// Whose collateral a transaction with scripts is built with: the client's own, or else one of the service's wallet, which
// then signs as well.
import type { Borrower } from '../../service-wallet/loans.ts'
import type { ServiceWallet } from '../../service-wallet/service-wallet.ts'
import { BuildError } from '../build-error.ts'
import { withSignatures } from '../transaction/attach-witness.ts'
import type { Utxo } from '../transaction/utxo.ts'
import type { Built, TransactionBuilder } from '../transaction-builder.ts'
import { coinsOfSource } from '../wanted-coins.ts'

/**
 * The collateral that a request gives; undefined when it leaves that to the service.
 * @param field of the request, for the message
 * @throws {BuildError} `INVALID_REQUEST` when an item is no output, or none is of a payment key
 */
export const givenCollateral = async (
  builder: Pick<TransactionBuilder, 'coins'>,
  field: string,
  items: readonly string[] = [],
): Promise<readonly Utxo[] | undefined> => {
  if (items.length === 0) return undefined
  const found = (await builder.coins(coinsOfSource({ from: 'request', field, items }))).flat()
  if (found.length === 0) throw new BuildError('INVALID_REQUEST', `${field} must be outputs of a payment key`)
  return found
}

/**
 * Builds with the collateral of the request, or with one of the service and its signature.
 * @throws {BuildError} `NO_COLLATERAL` when the service has none to give, and whatever building throws
 */
export const withCollateral = <B extends Built>(
  wallet: ServiceWallet,
  borrower: Borrower,
  given: readonly Utxo[] | undefined,
  build: (collateral: readonly Utxo[]) => Promise<B>,
): Promise<B> => {
  if (given !== undefined) return build(given)
  return wallet.withCollateral(borrower, async (collateral) => {
    const built = await build([collateral])
    return { ...built, cbor: withSignatures(built.cbor, [wallet.sign(built)]) }
  })
}
