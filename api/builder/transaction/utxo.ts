// Outputs as the builder uses them: raw addresses, exact amounts, CBOR in hex.
import type { Script } from '../../../schema/codecs/output-cbor.ts'
import type { AssetAmount, AssetId, Hex, OutputReference } from '../../../schema/primitives.ts'

export interface Output {
  /** Bytes of the address in hex. */
  readonly address: Hex
  readonly lovelace: bigint
  readonly assets?: readonly AssetAmount[]
  /** CBOR of the inline datum. */
  readonly datum?: Hex
  readonly datumHash?: Hex
  /** CBOR of the datum with the hash `datumHash`. */
  readonly witnessDatum?: Hex
  readonly script?: Script
}

export interface Utxo {
  readonly reference: OutputReference
  readonly output: Output
}

export const quantityIn = (utxos: readonly Utxo[], asset: AssetId): bigint =>
  utxos.reduce(
    (sum, { output }) =>
      (output.assets ?? []).reduce((all, token) => (token.asset === asset ? all + token.quantity : all), sum),
    0n,
  )

export const lovelaceIn = (utxos: readonly Utxo[]): bigint =>
  utxos.reduce((sum, { output }) => sum + output.lovelace, 0n)
