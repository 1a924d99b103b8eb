// Encoding of a block event in the log, version 3: hashes, addresses and datums as raw bytes, integers as LEB128 varints, all in a fixed
// order. A byte string has its length before it unless the length is fixed. A repeated address or policy is an index into the earlier ones.
// Flag bits say which optional fields follow. Versions 1 and 2 are also read.
//
// A mainnet block of 23 KB of JSON takes about 5 KB in this form. The JSON of the block's event would take 15 KB, and 1.5 times as long to
// read.
import { BinaryReader, BinaryWriter } from '../../schema/codecs/binary.ts'
import { LANGUAGES, type Script } from '../../schema/codecs/output-cbor.ts'
import { readAssets, readPackedAssets, unpackAssets, writeAssets } from '../../schema/codecs/packed-assets.ts'
import type { BlockEvent, InputEvent, OutputEvent, TransactionEvent } from '../../schema/events.ts'
import type { AssetAmount, Hex } from '../../schema/primitives.ts'

/** Stored in each row. A reader refuses unknown versions. */
export const PAYLOAD_VERSION = 3

/** Version 2 has no sub-transactions and no Plutus V4 scripts. Version 1 has no scripts at all. */
const READABLE: readonly number[] = [1, 2, PAYLOAD_VERSION]

export const HASH_BYTES = 32
export const CREDENTIAL_BYTES = 28

const TransactionFlag = { Invalid: 1, From: 2, Until: 4, Nested: 8 }

/** `Datum` without `DatumHash` means an inline datum. With `DatumHash` it means the witness datum that has the hash. */
const OutputFlag = { Datum: 1, DatumHash: 2, Script: 4, Assets: 8, ScriptBytes: 16 }

export const writeOutput = (writer: BinaryWriter, output: OutputEvent): void => {
  const { assets, script, datum = output.witnessDatum } = output
  // No output on the chain has an inline datum and a datum hash. If an event has both, the inline datum is written.
  const datumHash = output.datum === undefined ? output.datumHash : undefined
  writer.count(
    (datum === undefined ? 0 : OutputFlag.Datum) |
      (datumHash === undefined ? 0 : OutputFlag.DatumHash) |
      (output.hasReferenceScript ? OutputFlag.Script : 0) |
      (assets.length === 0 ? 0 : OutputFlag.Assets) |
      (script === undefined ? 0 : OutputFlag.ScriptBytes),
  )
  writer.shared(output.address)
  writer.amount(output.lovelace)
  if (assets.length > 0) writeAssets(writer, assets)
  if (datum !== undefined) writer.bytes(datum)
  if (datumHash !== undefined) writer.fixed(datumHash, HASH_BYTES)
  if (script !== undefined) {
    writer.count(LANGUAGES.indexOf(script.language))
    writer.bytes(script.cbor)
  }
}

const readScript = (reader: BinaryReader): Script => {
  const language = LANGUAGES[reader.count()]
  if (language === undefined) throw new RangeError('a script has an unknown language')
  return { language, cbor: reader.bytes() }
}

const NO_ASSETS: readonly AssetAmount[] = Object.freeze([])

/** Assets become objects on demand, because most are never read. */
export class LoggedOutput implements OutputEvent {
  readonly address: Hex
  readonly lovelace: bigint
  readonly packedAssets: Buffer | null
  readonly datum?: Hex
  readonly datumHash?: Hex
  readonly witnessDatum?: Hex
  readonly hasReferenceScript: boolean
  readonly script?: Script
  #assets: readonly AssetAmount[] | undefined

  constructor(reader: BinaryReader) {
    const flags = reader.count()
    this.address = reader.shared()
    this.lovelace = reader.amount()
    this.packedAssets = flags & OutputFlag.Assets ? readPackedAssets(reader) : null
    const datum = flags & OutputFlag.Datum ? reader.bytes() : undefined
    if (flags & OutputFlag.DatumHash) {
      this.datumHash = reader.fixed(HASH_BYTES)
      if (datum !== undefined) this.witnessDatum = datum
    } else if (datum !== undefined) this.datum = datum
    this.hasReferenceScript = (flags & OutputFlag.Script) !== 0
    if (flags & OutputFlag.ScriptBytes) this.script = readScript(reader)
  }

  get assets(): readonly AssetAmount[] {
    this.#assets ??= this.packedAssets === null ? NO_ASSETS : unpackAssets(this.packedAssets)
    return this.#assets
  }
}

export const writeTransaction = (writer: BinaryWriter, transaction: TransactionEvent): void => {
  const { from, until } = transaction.validity
  writer.count(
    (transaction.valid ? 0 : TransactionFlag.Invalid) |
      (from === undefined ? 0 : TransactionFlag.From) |
      (until === undefined ? 0 : TransactionFlag.Until) |
      (transaction.isNested ? TransactionFlag.Nested : 0),
  )
  writer.fixed(transaction.id, HASH_BYTES)
  writer.count(transaction.inputs.length)
  for (const input of transaction.inputs) {
    writer.fixed(input.transaction, HASH_BYTES)
    writer.count(input.index)
    writer.bytes(input.redeemer ?? '')
  }
  writer.count(transaction.firstOutput)
  writer.count(transaction.outputs.length)
  for (const output of transaction.outputs) writeOutput(writer, output)
  writeAssets(writer, transaction.mint)
  writer.count(transaction.requiredSigners.length)
  for (const hash of transaction.requiredSigners) writer.fixed(hash, CREDENTIAL_BYTES)
  if (from !== undefined) writer.amount(from)
  if (until !== undefined) writer.amount(until)
  writer.count(transaction.metadata.size)
  for (const [label, text] of transaction.metadata) {
    writer.text(label)
    writer.text(text)
  }
}

export const readList = <T>(reader: BinaryReader, read: () => T): T[] => {
  const list = new Array<T>(reader.listLength())
  for (let index = 0; index < list.length; index++) list[index] = read()
  return list
}

const readInput = (reader: BinaryReader): InputEvent => {
  const transaction = reader.fixed(HASH_BYTES)
  const index = reader.count()
  const redeemer = reader.bytes()
  return redeemer === '' ? { transaction, index } : { transaction, index, redeemer }
}

const NO_METADATA: ReadonlyMap<string, string> = new Map()

const readMetadata = (reader: BinaryReader): ReadonlyMap<string, string> => {
  const size = reader.count()
  if (size === 0) return NO_METADATA
  const metadata = new Map<string, string>()
  for (let index = 0; index < size; index++) metadata.set(reader.text(), reader.text())
  return metadata
}

export const readTransaction = (reader: BinaryReader): TransactionEvent => {
  const flags = reader.count()
  const id = reader.fixed(HASH_BYTES)
  const inputs = readList(reader, () => readInput(reader))
  const firstOutput = reader.count()
  const outputs = readList(reader, () => new LoggedOutput(reader))
  const mint = readAssets(reader)
  const requiredSigners = readList(reader, () => reader.fixed(CREDENTIAL_BYTES))
  const validity = {
    ...(flags & TransactionFlag.From ? { from: reader.amount() } : undefined),
    ...(flags & TransactionFlag.Until ? { until: reader.amount() } : undefined),
  }
  return {
    id,
    valid: (flags & TransactionFlag.Invalid) === 0,
    ...(flags & TransactionFlag.Nested ? { isNested: true } : undefined),
    inputs,
    outputs,
    firstOutput,
    mint,
    requiredSigners,
    validity,
    metadata: readMetadata(reader),
  }
}

const writer = new BinaryWriter()

/**
 * Leaves out the point and height, which are columns of the row.
 * @throws {RangeError} if a hash has the wrong length
 */
export const encodePayload = (block: BlockEvent): Buffer => {
  writer.reset()
  writer.bytes(block.parent === 'genesis' ? '' : block.parent)
  writer.count(block.transactions.length)
  for (const transaction of block.transactions) writeTransaction(writer, transaction)
  return writer.result()
}

/** @throws {RangeError} if the bytes are cut off, too long, or of another version */
export const decodePayload = (
  version: number,
  payload: Buffer,
): Pick<BlockEvent, 'parent' | 'transactions'> => {
  if (!READABLE.includes(version)) throw new RangeError(`unknown payload version ${version}`)
  const reader = new BinaryReader(payload)
  const parent = reader.bytes()
  const transactions = readList(reader, () => readTransaction(reader))
  if (!reader.done) throw new RangeError('the payload has bytes after its end')
  return { parent: parent === '' ? 'genesis' : parent, transactions }
}
