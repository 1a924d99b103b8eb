// Reads the inputs and outputs of an accepted transaction, so that the wallet's next transaction can spend the outputs.
import { itemOfHex, itemsAt, membersAt, type Span, untagged } from '../../../schema/codecs/cbor-spans.ts'
import { referenceAt } from '../../../schema/codecs/output-cbor.ts'
import type { Hex, OutputReference } from '../../../schema/primitives.ts'
import { readableOutput } from './read-utxos.ts'
import type { Utxo } from './utxo.ts'

export interface TransactionEffect {
  readonly spent: readonly OutputReference[]
  /** Outputs in the transaction's order, except those that this version cannot read. */
  readonly made: readonly Utxo[]
}

const [INPUTS, OUTPUTS] = [0, 1]

/**
 * Takes time linear in the transaction's size.
 * @param cbor hex
 * @throws {SyntaxError} if it is not a transaction
 */
export const readTransaction = (cbor: Hex, id: Hex): TransactionEffect => {
  const bytes = itemOfHex(cbor)
  const [body] = itemsAt(bytes, 0)
  const members = membersAt(bytes, body?.start ?? 0)
  const itemsOf = (key: number): readonly Span[] => {
    const member = members.get(key)
    return member === undefined ? [] : itemsAt(bytes, untagged(bytes, member.start))
  }
  return {
    spent: itemsOf(INPUTS).map(({ start }) => referenceAt(bytes, start)),
    made: itemsOf(OUTPUTS).flatMap(({ start }, index) => {
      const output = readableOutput(bytes, start)
      return output === undefined ? [] : [{ reference: { transaction: id, index }, output }]
    }),
  }
}
