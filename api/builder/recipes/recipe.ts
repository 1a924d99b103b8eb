// A recipe says what a transaction does. It does not contain coins, fee, change and collateral, which the assembler adds. Recipes are pure:
// the same request with the same state and time gives the same recipe.
import type { Script } from '../../../schema/codecs/output-cbor.ts'
import type { AssetAmount, Hex, OutputReference } from '../../../schema/primitives.ts'
import type { Output, Utxo } from '../transaction/utxo.ts'

/** An output to spend. If it is at a script, it has a redeemer. */
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
  /** Outputs that must be spent. Coins are added as needed. */
  readonly spend?: readonly Spend<U>[]
  /** Outputs in this order; the change follows. The outputs are not adjusted: too little lovelace in an output is an error. */
  readonly outputs: readonly Output[]
  readonly mint?: readonly Mint[]
  /** Withdrawals of zero from scripts' reward accounts (raw bytes). */
  readonly withdraw?: readonly { readonly account: Hex; readonly redeemer: Hex }[]
  /** Outputs that contain the scripts to run. */
  readonly references?: readonly OutputReference[]
  readonly scripts?: readonly Script[]
  /** Datums of which the spent or created outputs have only the hashes. */
  readonly datums?: readonly Hex[]
  /** Hashes of the keys that must sign. */
  readonly requiredSigners?: readonly Hex[]
  /** First slot in which the transaction is valid. `until` is the first slot in which it is no longer valid. */
  readonly from?: number
  readonly until?: number
  /** Transaction metadata by label. Each value is a metadatum's CBOR. */
  readonly metadata?: ReadonlyMap<bigint, Hex>
}
