// The wallet of the service: outputs that it puts up as collateral for clients who bring none, and the key that signs for
// them. What strangers could have signed is bounded twice. Only transactions are signed that this process has built,
// after their scripts have run without failing: others could fail on purpose and have the collateral taken. And none of
// their inputs may be the wallet's: clients name the outputs to spend, and say themselves whose they are.

import { paymentCredential } from '../../schema/codecs/address.ts'
import { formatOutputReference, type Hex, type OutputReference } from '../../schema/primitives.ts'
import { BuildError } from '../builder/build-error.ts'
import type { Signature } from '../builder/transaction/attach-witness.ts'
import type { SigningKey } from '../builder/transaction/signing-key.ts'
import type { Utxo } from '../builder/transaction/utxo.ts'
import { type Borrower, Loans } from './loans.ts'

/** Lovelace that a collateral has at least: one and a half times the largest fee of our transactions, and its return. */
export const LEAST_COLLATERAL = 5_000_000n

/** Milliseconds for which a collateral is lent: to have the transaction signed and submitted. */
const LENT = 60_000

/** Milliseconds for which a transaction that was built is signed again: they are valid for two hours. */
const SIGNED = 2 * 60 * 60 * 1000

/** Most transactions that are remembered. */
const MOST_SIGNED = 10_000

export interface ServiceWallet {
  /**
   * Does work with a collateral, which others are lent only when no other is free, for a minute; when the work fails, the
   * collateral is free at once.
   * @throws {BuildError} `NO_COLLATERAL` when there is none, and whatever the work throws
   */
  withCollateral<T>(borrower: Borrower, work: (collateral: Utxo) => Promise<T>): Promise<T>
  /**
   * Signs a transaction that was built here with a collateral of the wallet.
   * @throws {BuildError} `INVALID_REQUEST` when it spends an output of the wallet, or one whose owner is not known
   */
  sign(transaction: { readonly id: Hex; readonly spent: readonly OutputReference[] }): Signature
  /** The signature of a transaction that `sign` signed, for one that comes back without it; undefined for any other. */
  signatureOf(id: Hex): Signature | undefined
}

export interface ServiceWalletOptions {
  readonly key: SigningKey
  /** Outputs that a key spends, as the read models have them. */
  readonly coinsOf: (keyHash: Hex) => Promise<readonly Utxo[]>
  /**
   * The address of an output on the chain or of a pending transaction, raw bytes.
   * @throws {BuildError} `INVALID_REQUEST` for any other output
   */
  readonly addressOf: (reference: OutputReference) => Hex
  /** Whether a pending transaction spends an output. */
  readonly isSpent: (reference: OutputReference) => boolean
  /** Milliseconds that only grow. */
  readonly clock: () => number
}

/** Lovelace alone, so that nothing else is ever at stake. */
const isCollateral = ({ output }: Utxo): boolean =>
  output.lovelace >= LEAST_COLLATERAL && (output.assets ?? []).length === 0

const smallestFirst = (a: Utxo, b: Utxo): number => (a.output.lovelace < b.output.lovelace ? -1 : 1)

/** Wallet of a service that has no key. */
export const noServiceWallet: ServiceWallet = {
  withCollateral: async () => {
    throw new BuildError('NO_COLLATERAL', 'this service has no collateral of its own: give `collaterals`')
  },
  sign: () => {
    throw new Error('the service has no key to sign with')
  },
  signatureOf: () => undefined,
}

export const serviceWallet = ({
  key,
  coinsOf,
  addressOf,
  isSpent,
  clock,
}: ServiceWalletOptions): ServiceWallet => {
  const loans = new Loans(LENT, clock)
  /** Until when transactions are signed again, by id, the oldest first. */
  const signed = new Map<Hex, number>()

  const lend = async (borrower: Borrower): Promise<Utxo> => {
    const coins = (await coinsOf(key.hash)).filter(isCollateral)
    const unspent = coins.filter(({ reference }) => !isSpent(reference)).sort(smallestFirst)
    const collateral = loans.lend(unspent, borrower)
    if (collateral !== undefined) return collateral
    throw new BuildError(
      'NO_COLLATERAL',
      'this service has no collateral left: give `collaterals`, or tell its operator',
    )
  }

  const checkInput = (reference: OutputReference): void => {
    if (paymentCredential(addressOf(reference))?.hash !== key.hash) return
    const name = formatOutputReference(reference)
    throw new BuildError('INVALID_REQUEST', `utxos must be outputs of the caller: ${name} is the service's`)
  }

  const signatureFor = (id: Hex): Signature => ({ publicKey: key.publicKey, signature: key.sign(id) })

  return {
    async withCollateral(borrower, work) {
      const collateral = await lend(borrower)
      try {
        return await work(collateral)
      } catch (error) {
        loans.end(collateral.reference, borrower)
        throw error
      }
    },
    sign({ id, spent }) {
      for (const reference of spent) checkInput(reference)
      signed.delete(id)
      signed.set(id, clock() + SIGNED)
      const [oldest] = signed.keys()
      if (signed.size > MOST_SIGNED && oldest !== undefined) signed.delete(oldest)
      return signatureFor(id)
    },
    signatureOf: (id) => ((signed.get(id) ?? 0) > clock() ? signatureFor(id) : undefined),
  }
}
