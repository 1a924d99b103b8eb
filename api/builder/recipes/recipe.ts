// A recipe: the purpose of a transaction, before coins, fee, change and collateral are known. Recipes are pure: the same request
// over the same state at the same time makes the same recipe. The assembler does the rest.
import type { Script } from '../../../schema/codecs/output-cbor.ts'
import type { AssetAmount, Hex, OutputReference } from '../../../schema/primitives.ts'
import type { Output, Utxo } from '../transaction/utxo.ts'

/** An output to spend. It has a redeemer if it is at a script. */
interface Spend<U extends Utxo = Utxo> {
  readonly utxo: U
  readonly redeemer?: Hex
}

/** The assets of one policy; at least one. */
export interface Mint {
  readonly assets: readonly AssetAmount[]
  readonly redeemer: Hex
}

export interface Recipe<U extends Utxo = Utxo> {
  /** Outputs that must be spent; coins are added as needed. */
  readonly spend?: readonly Spend<U>[]
  /** Outputs in this order, followed by the change. They are not adjusted: too little lovelace is an error. */
  readonly outputs: readonly Output[]
  readonly mint?: readonly Mint[]
  /** Withdrawals of zero from scripts' reward accounts, raw bytes. */
  readonly withdraw?: readonly { readonly account: Hex; readonly redeemer: Hex }[]
  /** Outputs that carry the scripts that run. */
  readonly references?: readonly OutputReference[]
  readonly scripts?: readonly Script[]
  /** Datums that outputs, spent or created, name by their hashes. */
  readonly datums?: readonly Hex[]
  /** Hashes of the keys that must sign. */
  readonly requiredSigners?: readonly Hex[]
  /** First slot in which the transaction is valid, and first slot in which it is no longer valid. */
  readonly from?: number
  readonly until?: number
  /** Transaction metadata by label, each the metadatum's CBOR. */
  readonly metadata?: ReadonlyMap<bigint, Hex>
}
