// Reads the inputs and outputs of a transaction: of an accepted one, so that the wallet's next transaction can spend the outputs; of a
// refused one, to find the reason for the refusal.
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

const [INPUTS, OUTPUTS, COLLATERAL, REFERENCES] = [0, 1, 13, 18]

const bodyOf = (cbor: Hex) => {
  const bytes = itemOfHex(cbor)
  const [body] = itemsAt(bytes, 0)
  const members = membersAt(bytes, body?.start ?? 0)
  const itemsOf = (key: number): readonly Span[] => {
    const member = members.get(key)
    return member === undefined ? [] : itemsAt(bytes, untagged(bytes, member.start))
  }
  const referencesOf = (key: number) => itemsOf(key).map(({ start }) => referenceAt(bytes, start))
  return { bytes, itemsOf, referencesOf }
}

/**
 * Takes time linear in the transaction's size.
 * @param cbor hex
 * @throws {SyntaxError} if it is not a transaction
 */
export const readTransaction = (cbor: Hex, id: Hex): TransactionEffect => {
  const { bytes, itemsOf, referencesOf } = bodyOf(cbor)
  return {
    spent: referencesOf(INPUTS),
    made: itemsOf(OUTPUTS).flatMap(({ start }, index) => {
      const output = readableOutput(bytes, start)
      return output === undefined ? [] : [{ reference: { transaction: id, index }, output }]
    }),
  }
}

/**
 * Outputs that must be unspent when the node takes the transaction.
 * @param cbor hex
 * @returns an empty list if the transaction cannot be read
 */
export const neededBy = (cbor: Hex): readonly OutputReference[] => {
  try {
    const { referencesOf } = bodyOf(cbor)
    return [INPUTS, COLLATERAL, REFERENCES].flatMap(referencesOf)
  } catch {
    return []
  }
}
