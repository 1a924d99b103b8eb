// Reads outputs as CIP-30's `getUtxos` returns them: each is the CBOR of a reference and an output, in hex. The node later checks whether
// the outputs are on the chain.
import { paymentCredential } from '../../../schema/codecs/address.ts'
import { itemOfHex, itemsAt } from '../../../schema/codecs/cbor-spans.ts'
import { outputAt, referenceAt } from '../../../schema/codecs/output-cbor.ts'
import { formatOutputReference, type Hex } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import type { Output, Utxo } from './utxo.ts'

/** The size of the largest transaction, plus a reference. */
const MOST_BYTES = 16_384 + 64

const readOutput = (bytes: Buffer, at: number): Output => {
  const { valueSize: _, ...output } = outputAt(bytes, at)
  return output
}

/** Undefined if the output has parts that this version does not know, such as a script of a newer language. */
export const readableOutput = (bytes: Buffer, at: number): Output | undefined => {
  try {
    return readOutput(bytes, at)
  } catch {
    return undefined
  }
}

const readUtxo = (item: Hex): Utxo => {
  if (item.length > 2 * MOST_BYTES) throw new SyntaxError('it is longer than a transaction')
  const bytes = itemOfHex(item)
  const [reference, output, ...more] = itemsAt(bytes, 0)
  if (!reference || !output || more.length > 0) throw new SyntaxError('it is not a reference and an output')
  return { reference: referenceAt(bytes, reference.start), output: readOutput(bytes, output.start) }
}

const readableUtxo = (item: Hex): Utxo | undefined => {
  try {
    return readUtxo(item)
  } catch {
    return undefined
  }
}

const unreadable = (field: string): BuildError =>
  new BuildError(
    'INVALID_REQUEST',
    `${field}[0] must be the hex CBOR of an unspent output, in the form of a CIP-30 wallet`,
  )

/**
 * Drops repeated and unreadable outputs, because wallets pass all their outputs.
 * @param field name for the message
 * @throws {BuildError} `INVALID_REQUEST` if no item can be read
 */
export const readUtxos = (field: string, items: readonly Hex[]): Utxo[] => {
  const byReference = new Map<string, Utxo>()
  for (const item of items) {
    const utxo = readableUtxo(item)
    if (utxo !== undefined) byReference.set(formatOutputReference(utxo.reference), utxo)
  }
  if (items.length > 0 && byReference.size === 0) throw unreadable(field)
  return [...byReference.values()]
}

/**
 * Checks quickly, before other work, that at least one item can be read.
 * @throws {BuildError} like `readUtxos`
 */
export const checkUtxos = (field: string, items: readonly Hex[] = []): void => {
  if (items.length > 0 && !items.some((item) => readableUtxo(item) !== undefined)) throw unreadable(field)
}

/** Outputs at scripts and Byron addresses cannot be used as coins here. */
export const spendableByKey = (utxos: readonly Utxo[]): Utxo[] =>
  utxos.filter(({ output }) => paymentCredential(output.address)?.kind === 'key')
