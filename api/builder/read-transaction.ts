// What a transaction spends and makes, as far as the next transaction of the same wallet must know.
import * as Core from '@blaze-cardano/core'
import type { Hex, OutputReference } from '../../schema/primitives.ts'
import { readOutput } from './read-utxos.ts'
import type { Utxo } from './utxo.ts'

export interface TransactionEffect {
  readonly spent: readonly OutputReference[]
  /** In their order. */
  readonly made: readonly Utxo[]
}

/**
 * Of a transaction that a node took, so nothing of it is checked.
 * @param cbor lower-case hex
 * @throws {Error} when the library cannot read it
 */
export const readTransaction = (cbor: Hex, id: Hex): TransactionEffect => {
  const body = Core.Transaction.fromCbor(Core.TxCBOR(cbor)).body()
  return {
    spent: body
      .inputs()
      .values()
      .map((input) => ({ transaction: input.transactionId(), index: Number(input.index()) })),
    made: body
      .outputs()
      .map((output, index) => ({ reference: { transaction: id, index }, output: readOutput(output) })),
  }
}
