// Outputs in the form of CIP-30 `getUtxos`: each is the CBOR of a reference and an output, in hex. The node, not this
// file, checks whether they are on the chain.
import { paymentCredential } from '../../../schema/codecs/address.ts'
import { itemOfHex, itemsAt } from '../../../schema/codecs/cbor-spans.ts'
import { outputAt, referenceAt } from '../../../schema/codecs/output-cbor.ts'
import { formatOutputReference, type Hex } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import type { Output, Utxo } from './utxo.ts'

/** Maximum bytes of an unspent output: the size of the largest transaction, and a reference. */
const MOST_BYTES = 16_384 + 64

/** @throws {SyntaxError} if there is no transaction output at `at` */
export const readOutput = (bytes: Buffer, at: number): Output => {
  const { valueSize: _, ...output } = outputAt(bytes, at)
  return output
}

const readUtxo = (item: Hex): Utxo => {
  if (item.length > 2 * MOST_BYTES) throw new SyntaxError('it is longer than a transaction')
  const bytes = itemOfHex(item)
  const [reference, output, ...more] = itemsAt(bytes, 0)
  if (!reference || !output || more.length > 0) throw new SyntaxError('it is not a reference and an output')
  return { reference: referenceAt(bytes, reference.start), output: readOutput(bytes, output.start) }
}

/**
 * Reads outputs and drops repeated ones.
 * @param field name of the request's field, for the message
 * @throws {BuildError} `INVALID_REQUEST` that names the first malformed item
 */
export const readUtxos = (field: string, items: readonly Hex[]): Utxo[] => {
  const byReference = new Map<string, Utxo>()
  for (const [at, item] of items.entries()) {
    try {
      const utxo = readUtxo(item)
      byReference.set(formatOutputReference(utxo.reference), utxo)
    } catch {
      throw new BuildError(
        'INVALID_REQUEST',
        `${field}[${at}] must be the hex CBOR of an unspent output, in the form of a CIP-30 wallet`,
      )
    }
  }
  return [...byReference.values()]
}

/** Outputs that a key's signature spends. Outputs of scripts and Byron addresses cannot be used as coins here. */
export const spendableByKey = (utxos: readonly Utxo[]): Utxo[] =>
  utxos.filter(({ output }) => paymentCredential(output.address)?.kind === 'key')
