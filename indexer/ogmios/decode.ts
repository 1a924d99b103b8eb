// The slow, general reader of frames. It parses the whole JSON losslessly, then checks every member. It reads the frames that `readMessage`
// refuses. If this version does not know some content of a block, the reader's error names the content. Tests check that both readers
// agree.
import { LANGUAGES, type Script } from '../../schema/codecs/output-cbor.ts'
import type { InputEvent, OutputEvent, TransactionEvent } from '../../schema/events.ts'
import { parseLossless, stringifyLossless } from '../../schema/ogmios/lossless-json.ts'
import {
  readAssetsJson,
  readOutputJson,
  readReferenceJson,
  scriptOf,
} from '../../schema/ogmios/output-json.ts'
import { count, integer, items, record, text } from '../../schema/ogmios/read-json.ts'
import type { Hex, Point, Tip } from '../../schema/primitives.ts'
import { type DeclaredTransaction, transactionEvents } from '../transaction-event.ts'
import { addressBytes } from './address-bytes.ts'
import { BLOCK_TYPES, ERAS, known, knownAmounts, knownMembers, PURPOSES, SPENDS } from './known-content.ts'
import { type ChainSyncMessage, forwardMessage } from './messages.ts'

const point = (value: unknown): Point | 'origin' => {
  if (value === 'origin') return 'origin'
  const { slot, id } = record(value, 'point')
  return { slot: count(slot, 'slot'), id: text(id, 'id') }
}

const tip = (value: unknown): Tip | 'origin' => {
  if (value === 'origin') return 'origin'
  const { slot, id, height } = record(value, 'tip')
  return { slot: count(slot, 'slot'), id: text(id, 'id'), height: count(height, 'height') }
}

const inputs = (value: unknown): InputEvent[] =>
  items(value, 'inputs').map((input) => {
    knownMembers(knownMembers(input, 'reference').transaction, 'transaction of a reference')
    return readReferenceJson(input)
  })

const script = (value: unknown): Script | undefined => {
  const { language, cbor } = knownMembers(value, 'script')
  return scriptOf(known(LANGUAGES, text(language, 'language'), 'script language'), cbor)
}

const output = (value: unknown): OutputEvent => {
  knownAmounts(knownMembers(value, 'output').value, 'value')
  const { address, script: scriptJson, ...rest } = readOutputJson(value)
  const read = scriptJson === undefined ? undefined : script(scriptJson)
  return {
    ...rest,
    address: addressBytes(address),
    hasReferenceScript: scriptJson !== undefined,
    ...(read && { script: read }),
  }
}

const validity = (value: unknown): TransactionEvent['validity'] => {
  if (value === undefined) return {}
  const { invalidBefore, invalidAfter } = knownMembers(value, 'validityInterval')
  return {
    ...(invalidBefore === undefined ? undefined : { from: integer(invalidBefore, 'invalidBefore') }),
    ...(invalidAfter === undefined ? undefined : { until: integer(invalidAfter, 'invalidAfter') }),
  }
}

const metadata = (value: unknown): ReadonlyMap<string, string> => {
  if (value === undefined) return new Map()
  const { labels } = knownMembers(value, 'metadata')
  return new Map(
    Object.entries(record(labels, 'labels')).map(([label, entry]) => [label, stringifyLossless(entry)]),
  )
}

const spendRedeemers = (value: unknown): ReadonlyMap<number, Hex> => {
  const redeemers = new Map<number, Hex>()
  for (const entry of items(value, 'redeemers')) {
    const { validator, redeemer } = knownMembers(entry, 'redeemer')
    const { purpose, index } = knownMembers(validator, 'validator')
    const [at, data] = [count(index, 'index'), text(redeemer, 'redeemer')]
    if (known(PURPOSES, text(purpose, 'purpose'), 'redeemer purpose') === 'spend') redeemers.set(at, data)
  }
  return redeemers
}

const datums = (value: unknown): ReadonlyMap<string, Hex> =>
  new Map(
    value === undefined
      ? []
      : Object.entries(record(value, 'datums')).map(([hash, datum]) => [hash, text(datum, 'datum')]),
  )

const declaredTransaction = (
  value: unknown,
  level: 'transaction' | 'sub-transaction',
): DeclaredTransaction => {
  const json = knownMembers(value, level)
  if (json.inputs === undefined) throw new SyntaxError(`a ${level} lacks its inputs`)
  if (json.spends === undefined && level === 'transaction')
    throw new SyntaxError('a transaction does not say what it spends')
  return {
    id: text(json.id, 'id'),
    spends:
      json.spends === undefined ? undefined : known(SPENDS, text(json.spends, 'spends'), 'kind of inputs'),
    inputs: inputs(json.inputs),
    collaterals: inputs(json.collaterals),
    outputs: items(json.outputs, 'outputs').map(output),
    collateralReturn: json.collateralReturn === undefined ? undefined : output(json.collateralReturn),
    mint: json.mint === undefined ? [] : readAssetsJson(knownAmounts(json.mint, 'mint')),
    requiredSigners: items(json.requiredExtraSignatories, 'requiredExtraSignatories').map((hash) =>
      text(hash, 'signatory'),
    ),
    validity: validity(json.validityInterval),
    metadata: metadata(json.metadata),
    redeemers: spendRedeemers(json.redeemers),
    datums: datums(json.datums),
    subTransactions: items(json.subTransactions, 'subTransactions').map((nested) =>
      declaredTransaction(nested, 'sub-transaction'),
    ),
  }
}

/**
 * @param value value of a lossless parse, from a block or the mempool
 * @returns its sub-transactions and itself, in the ledger's order
 * @throws {SyntaxError} if it is not a transaction
 * @throws {UnknownContent} if it has members that this version does not know
 */
export const decodeTransaction = (value: unknown): readonly TransactionEvent[] =>
  transactionEvents(declaredTransaction(value, 'transaction'))

const forward = (value: unknown, at: Tip): ChainSyncMessage => {
  // An unknown era or type explains unknown members, so it is reported first.
  const { era: named, type: kind } = record(value, 'block')
  const era = known(ERAS, text(named, 'era'), 'era')
  const type = known(BLOCK_TYPES, text(kind, 'type'), 'type')
  const block = knownMembers(value, 'block')
  if (block.transactions === undefined && type !== 'ebb')
    throw new SyntaxError('the block lacks its transactions')
  const message = forwardMessage(
    {
      type,
      era,
      id: text(block.id, 'id'),
      parent: text(block.ancestor, 'ancestor'),
      ...(block.slot === undefined ? undefined : { slot: count(block.slot, 'slot') }),
      ...(block.height === undefined ? undefined : { height: count(block.height, 'height') }),
      transactions:
        era === 'byron' ? [] : items(block.transactions, 'transactions').flatMap(decodeTransaction),
    },
    at,
  )
  if (message === undefined) throw new SyntaxError('the block lacks its id, ancestor, slot or height')
  return message
}

/**
 * Reads a reply to `nextBlock`, or an error reply.
 * @throws {SyntaxError} if it is neither
 * @throws {UnknownContent} if its block has content that this version does not know
 */
export const decodeMessage = (frame: string): ChainSyncMessage => {
  const { result, error } = record(parseLossless(frame), 'the frame')
  if (error !== undefined) {
    const { code, message } = record(error, 'error')
    return { kind: 'error', code: Number(code), message: String(message) }
  }
  const reply = knownMembers(result, 'result')
  const at = tip(reply.tip)
  if (reply.direction === 'backward') return { kind: 'backward', point: point(reply.point), tip: at }
  if (reply.direction === 'forward' && at !== 'origin') return forward(reply.block, at)
  throw new SyntaxError('neither a forward nor a backward result')
}
