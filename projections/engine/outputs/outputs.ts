// The built-in source of events: outputs that are created and spent, at all or at chosen addresses, and tokens that are minted and burnt.
import { isPaymentAddress, parseAddress, paymentCredential } from '../../../schema/codecs/address.ts'
import { type AssetAmount, type AssetId, type Hex, isHex, policyOf } from '../../../schema/primitives.ts'
import { source, type TransactionSource } from './transaction-source.ts'
import type { TransactionView } from './transaction-view.ts'

interface OfOutput {
  readonly output: { readonly transaction: Hex; readonly index: number }
  /** Raw bytes of the output's address (CIP-19). */
  readonly address: Hex
  readonly lovelace: bigint
  readonly assets: readonly AssetAmount[]
  /** CBOR: inline, or from the transaction's witnesses if the log has it. */
  readonly datum: Hex | null
}

export interface OutputCreated extends OfOutput {
  readonly kind: 'created'
  readonly transaction: Hex
}

export interface OutputSpent extends OfOutput {
  readonly kind: 'spent'
  /** The spending transaction, not the one that created the output. */
  readonly transaction: Hex
  /** CBOR; only for a script's output. */
  readonly redeemer: Hex | null
}

export interface TokensMinted {
  readonly kind: 'minted'
  readonly transaction: Hex
  readonly asset: AssetId
  /** Negative if tokens are burnt. */
  readonly quantity: bigint
}

export type OutputEvent = OutputCreated | OutputSpent | TokensMinted

export interface OutputsFilter {
  /** Bech32, or 56 hex digits of the payment part's key or script hash, with any stake part. Default: all. */
  readonly addresses?: readonly string[]
  /** Limits mints and burns. Default: all. */
  readonly policies?: readonly Hex[]
}

const HASH_BYTES = 28
const isHash = (text: string): boolean => isHex(text.toLowerCase(), HASH_BYTES)

/** @throws {TypeError} if the text is no address that an output can have */
const addressOf = (text: string): Hex => {
  try {
    const address = parseAddress(text)
    if (isPaymentAddress(address)) return address
  } catch {
    // The error is thrown below.
  }
  throw new TypeError(
    `outputs: ${JSON.stringify(text)} is neither an address in bech32 or base58 nor 56 hex digits`,
  )
}

/** @throws {TypeError} if a text is neither an address nor a hash */
const keptOf = (addresses: readonly string[]): ((address: Hex) => boolean) => {
  const texts = new Set(addresses.map((text) => (isHash(text) ? text.toLowerCase() : addressOf(text))))
  return (address) => texts.has(address) || texts.has(paymentCredential(address)?.hash ?? '')
}

/** @throws {TypeError} if a text is no policy id */
const watchedOf = (policies: readonly string[]): ReadonlySet<Hex> => {
  const wrong = policies.find((text) => !isHash(text))
  if (wrong !== undefined)
    throw new TypeError(`outputs: ${JSON.stringify(wrong)} is no policy id of 56 hex digits`)
  return new Set(policies.map((text) => text.toLowerCase()))
}

const spentIn = ({ transaction, spent }: TransactionView): OutputSpent[] =>
  spent.flatMap((output, at) => {
    if (output === undefined) return []
    const { reference, address, lovelace, assets, datum, witnessDatum } = output
    return {
      kind: 'spent',
      transaction: transaction.id,
      output: reference,
      address,
      lovelace,
      assets,
      datum: datum ?? witnessDatum ?? null,
      redeemer: transaction.inputs[at]?.redeemer ?? null,
    }
  })

/**
 * Events `spent`, `created` and `minted`, in this order in each transaction. An output from before the log's first block is never spent.
 */
export const outputs = ({ addresses, policies }: OutputsFilter = {}): TransactionSource<OutputEvent> => {
  const keeps = addresses && keptOf(addresses)
  const isWatched = policies && watchedOf(policies)
  return source<OutputEvent>({
    version: JSON.stringify([1, addresses ?? null, policies ?? null]),
    ...(keeps && { keeps }),
    eventsOf: (view) => {
      const { id, firstOutput, mint } = view.transaction
      const created = view.transaction.outputs.flatMap((output, at): OutputCreated[] => {
        const { address, lovelace, assets, datum, witnessDatum } = output
        if (keeps?.(address) === false) return []
        const reference = { transaction: id, index: firstOutput + at }
        const made = { kind: 'created', transaction: id, output: reference } as const
        return [{ ...made, address, lovelace, assets, datum: datum ?? witnessDatum ?? null }]
      })
      const minted = mint
        .filter(({ asset }) => isWatched?.has(policyOf(asset)) !== false)
        .map((amount): TokensMinted => ({ kind: 'minted', transaction: id, ...amount }))
      return [...spentIn(view), ...created, ...minted]
    },
  })
}
