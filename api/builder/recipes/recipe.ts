// A recipe says what a transaction does. It does not contain coins, fee, change and collateral, which the assembler adds. Recipes are pure:
// the same request with the same state and time gives the same recipe.
import type { Script } from '../../../schema/codecs/output-cbor.ts'
import type { AssetAmount, Hex, OutputReference } from '../../../schema/primitives.ts'
import type { Output, Utxo } from '../transaction/utxo.ts'

/** Has a redeemer if the output is at a script. */
interface Spend<U extends Utxo = Utxo> {
  readonly utxo: U
  readonly redeemer?: Hex
}

/** At least one asset of one policy. */
export interface Mint {
  readonly assets: readonly AssetAmount[]
  readonly redeemer: Hex
}

export interface Recipe<U extends Utxo = Utxo> {
  /** Coins are added as needed. */
  readonly spend?: readonly Spend<U>[]
  /** In this order; the change follows. Too little lovelace in an output is an error. */
  readonly outputs: readonly Output[]
  readonly mint?: readonly Mint[]
  /** Withdrawals of zero. Accounts are raw bytes. */
  readonly withdraw?: readonly { readonly account: Hex; readonly redeemer: Hex }[]
  /** These outputs contain the scripts to run. */
  readonly references?: readonly OutputReference[]
  readonly scripts?: readonly Script[]
  /** The spent or created outputs have only the hashes of these datums. */
  readonly datums?: readonly Hex[]
  /** Key hashes. */
  readonly requiredSigners?: readonly Hex[]
  /** First valid slot. `until` is the first slot that is no longer valid. */
  readonly from?: number
  readonly until?: number
  /** CBOR of a metadatum, by label. */
  readonly metadata?: ReadonlyMap<bigint, Hex>
}
