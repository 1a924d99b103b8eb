// The built-in source of events: outputs that are created and spent, at all or at chosen addresses, and tokens that are minted and burnt.
import { parseAddress, paymentCredential } from '../../../schema/codecs/address.ts'
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

/** @throws {Error} if a text is not an address */
const keptOf = (addresses: readonly string[]): ((address: Hex) => boolean) => {
  const hashes = new Set(addresses.filter((text) => isHex(text, HASH_BYTES)))
  const whole = new Set(addresses.filter((text) => !hashes.has(text)).map(parseAddress))
  return (address) => whole.has(address) || hashes.has(paymentCredential(address)?.hash ?? '')
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
  const isWatched = policies && new Set(policies)
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
