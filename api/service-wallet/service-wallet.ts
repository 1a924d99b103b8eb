// The service's own wallet: outputs that it lends as collateral to clients without one, and the key that signs for these outputs. Two rules
// protect the wallet from clients. First, the wallet signs only transactions that this process has built and whose scripts have run
// successfully, since another transaction could fail on purpose and lose the collateral. Second, no input may be an output of the wallet.
// Each input is looked up on the chain, since clients choose the outputs to spend.
import { paymentCredential } from '../../schema/codecs/address.ts'
import type { Uptime } from '../../schema/platform/clocks.ts'
import { formatOutputReference, type Hex, type OutputReference } from '../../schema/primitives.ts'
import { BuildError } from '../builder/build-error.ts'
import type { Signature } from '../builder/transaction/attach-witness.ts'
import type { SigningKey } from '../builder/transaction/signing-key.ts'
import type { Utxo } from '../builder/transaction/utxo.ts'
import { LEAST_COLLATERAL } from '../builder/wanted-collateral.ts'
import { type Borrower, Loans } from './loans.ts'

/** Time for the client to sign and submit. */
const LOAN_DURATION_MS = 60_000

/** The service signs the same transaction again within this time. Transactions are valid for two hours. */
const SIGNATURE_LIFETIME_MS = 2 * 60 * 60 * 1000

/** Transactions whose ids are kept. */
const MAX_SIGNED = 10_000

export interface ServiceWallet {
  /**
   * The loan is for a minute, and ends at once if `work` fails.
   * @throws {BuildError} `NO_COLLATERAL` if the wallet has no collateral; also any error of `work`
   */
  withCollateral<T>(borrower: Borrower, work: (collateral: Utxo) => Promise<T>): Promise<T>
  /**
   * Only for a transaction that this process built with a collateral of the wallet.
   * @throws {BuildError} `INVALID_REQUEST` if an input is an output of the wallet; `ALREADY_SPENT` if an input is unknown, because the node
   * knew it when the scripts ran
   */
  sign(transaction: { readonly id: Hex; readonly spent: readonly OutputReference[] }): Signature
  /** Undefined unless `sign` signed the transaction in the last two hours. */
  signatureOf(id: Hex): Signature | undefined
}

interface ServiceWalletOptions {
  readonly key: SigningKey
  /** From the read models. */
  readonly coinsOf: (keyHash: Hex) => Promise<readonly Utxo[]>
  /** Raw bytes; undefined unless the output is on the chain or of a pending transaction. */
  readonly addressOf: (reference: OutputReference) => Hex | undefined
  /** A pending transaction spends the output. */
  readonly isSpent: (reference: OutputReference) => boolean
  readonly clock: () => Uptime
}

/** Without tokens, a failed script cannot cost tokens. */
const isCollateral = ({ output }: Utxo): boolean =>
  output.lovelace >= LEAST_COLLATERAL && (output.assets ?? []).length === 0

const smallestFirst = (a: Utxo, b: Utxo): number => (a.output.lovelace < b.output.lovelace ? -1 : 1)

/** Without SERVICE_WALLET_KEY_FILE. */
export const noServiceWallet: ServiceWallet = {
  withCollateral: async () => {
    throw new BuildError('NO_COLLATERAL', 'this service has no collateral: pass `collaterals`')
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
  const loans = new Loans(LOAN_DURATION_MS, clock)
  /** The signature is returned again until this time in ms. Oldest first. */
  const signed = new Map<Hex, number>()

  const lend = async (borrower: Borrower): Promise<Utxo> => {
    const coins = (await coinsOf(key.hash)).filter(isCollateral)
    const unspent = coins.filter(({ reference }) => !isSpent(reference)).sort(smallestFirst)
    const collateral = loans.lend(unspent, borrower)
    if (collateral !== undefined) return collateral
    throw new BuildError(
      'NO_COLLATERAL',
      'this service has no collateral left: pass `collaterals`, or tell its operator',
    )
  }

  const checkInput = (reference: OutputReference): void => {
    const address = addressOf(reference)
    const name = formatOutputReference(reference)
    if (address === undefined)
      throw new BuildError('ALREADY_SPENT', `the input ${name} is spent by now: build the transaction again`)
    if (paymentCredential(address)?.hash !== key.hash) return
    throw new BuildError('INVALID_REQUEST', `utxos contains ${name}, which belongs to the service wallet`)
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
      signed.set(id, clock() + SIGNATURE_LIFETIME_MS)
      const [oldest] = signed.keys()
      if (signed.size > MAX_SIGNED && oldest !== undefined) signed.delete(oldest)
      return signatureFor(id)
    },
    signatureOf: (id) => ((signed.get(id) ?? 0) > clock() ? signatureFor(id) : undefined),
  }
}
