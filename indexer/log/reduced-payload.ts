// Encoding of a block at or before the log's base (log-base.ts). Omitted transactions and outputs are counted, so that the kept
// outputs have the same positions as in the whole block.
import { BinaryReader, BinaryWriter } from '../../schema/codecs/binary.ts'
import type { BlockEvent, KeptBlock, KeptTransaction } from '../../schema/events.ts'
import {
  CREDENTIAL_BYTES,
  HASH_BYTES,
  LoggedOutput,
  readList,
  readTransaction,
  writeOutput,
  writeTransaction,
} from './payload.ts'

/** Payloads of whole blocks have smaller versions. */
export const REDUCED_VERSION = 100

const writer = new BinaryWriter()

const writeKept = ({ whole, kept, ...transaction }: KeptTransaction): void => {
  writer.count(whole === undefined ? 0 : 1)
  if (whole === undefined) {
    writer.fixed(transaction.id, HASH_BYTES)
    writer.count(transaction.firstOutput)
    writer.count(transaction.outputs)
  } else writeTransaction(writer, whole)
  writer.count(kept.length)
  let next = 0
  for (const { offset, output } of kept) {
    writer.count(offset - next)
    if (whole === undefined) writeOutput(writer, output)
    next = offset + 1
  }
}

/** @throws {RangeError} if a hash has the wrong length */
export const encodeReduced = (
  parent: BlockEvent['parent'],
  { transactions, policies }: KeptBlock,
): Buffer => {
  writer.reset()
  writer.bytes(parent === 'genesis' ? '' : parent)
  writer.count(policies.length)
  for (const { index, policy } of policies) {
    writer.count(index)
    writer.fixed(policy, CREDENTIAL_BYTES)
  }
  writer.count(transactions.length)
  let [index, place] = [0, 0]
  for (const transaction of transactions) {
    writer.count(transaction.index - index)
    writer.count(transaction.place - place)
    writeKept(transaction)
    index = transaction.index + 1
    place = transaction.place + transaction.outputs
  }
  return writer.result()
}

const readKept = (reader: BinaryReader): Omit<KeptTransaction, 'index' | 'place'> => {
  const whole = reader.count() === 1 ? readTransaction(reader) : undefined
  const id = whole?.id ?? reader.fixed(HASH_BYTES)
  const firstOutput = whole?.firstOutput ?? reader.count()
  const outputs = whole?.outputs.length ?? reader.count()
  let next = 0
  const kept = readList(reader, () => {
    const offset = next + reader.count()
    next = offset + 1
    const output = whole === undefined ? new LoggedOutput(reader) : whole.outputs[offset]
    if (output === undefined || next > outputs)
      throw new RangeError('a kept output is not in its transaction')
    return { offset, output }
  })
  return { id, firstOutput, outputs, kept, ...(whole && { whole }) }
}

/** @throws {RangeError} if the bytes are cut off or too long */
export const decodeReduced = (
  payload: Buffer,
): Required<Pick<BlockEvent, 'parent' | 'transactions' | 'base'>> => {
  const reader = new BinaryReader(payload)
  const parent = reader.bytes()
  const policies = readList(reader, () => ({ index: reader.count(), policy: reader.fixed(CREDENTIAL_BYTES) }))
  let [index, place] = [0, 0]
  const transactions = readList(reader, (): KeptTransaction => {
    index += reader.count()
    place += reader.count()
    const transaction = { index: index++, place, ...readKept(reader) }
    place += transaction.outputs
    return transaction
  })
  if (!reader.done) throw new RangeError('the payload has bytes after its end')
  return { parent: parent === '' ? 'genesis' : parent, transactions: [], base: { transactions, policies } }
}
