// The slow, general way from a frame to a message: the whole JSON is parsed (losslessly), then walked with every
// member checked. It serves frames `readMessage` does not take, and tests hold the two ways equal.
import type { InputEvent, OutputEvent, TransactionEvent } from '../schema/events.ts'
import type { AssetAmount, Hex, Point, Tip } from '../schema/primitives.ts'
import { addressBytes } from './ogmios/address-bytes.ts'
import { parseLossless, stringifyLossless, toInteger } from './ogmios/lossless-json.ts'
import { type ChainSyncMessage, forwardMessage } from './ogmios/messages.ts'
import { inLedgerOrder, transactionEvent } from './transaction-event.ts'

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const object = (value: unknown, what: string): JsonObject => {
  if (!isObject(value)) throw new SyntaxError(`${what} is not an object`)
  return value
}

const array = (value: unknown, what: string): readonly unknown[] => {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new SyntaxError(`${what} is not an array`)
  return value
}

const string = (value: unknown, what: string): string => {
  if (typeof value !== 'string') throw new SyntaxError(`${what} is not a string`)
  return value
}

const integer = (value: unknown, what: string): bigint => {
  const exact = toInteger(value)
  if (exact === undefined) throw new SyntaxError(`${what} is not an integer`)
  return exact
}

const count = (value: unknown, what: string): number => {
  const exact = Number(integer(value, what))
  if (exact < 0 || !Number.isSafeInteger(exact)) throw new SyntaxError(`${what} is out of range`)
  return exact
}

const point = (value: unknown): Point | 'origin' => {
  if (value === 'origin') return 'origin'
  const { slot, id } = object(value, 'point')
  return { slot: count(slot, 'slot'), id: string(id, 'id') }
}

const tip = (value: unknown): Tip | 'origin' => {
  if (value === 'origin') return 'origin'
  const { slot, id, height } = object(value, 'tip')
  return { slot: count(slot, 'slot'), id: string(id, 'id'), height: count(height, 'height') }
}

const inputs = (value: unknown): InputEvent[] =>
  array(value, 'inputs').map((entry) => {
    const { transaction, index } = object(entry, 'input')
    return {
      transaction: string(object(transaction, 'transaction').id, 'transaction id'),
      index: count(index, 'index'),
    }
  })

/** Put in order, because a parsed object lists names of digits first. */
const assets = (value: JsonObject): readonly AssetAmount[] =>
  inLedgerOrder(
    Object.entries(value)
      .filter(([policy]) => policy !== 'ada')
      .flatMap(([policy, names]) =>
        Object.entries(object(names, policy)).map(([name, quantity]) => ({
          asset: `${policy}.${name}`,
          quantity: integer(quantity, 'quantity'),
        })),
      ),
  )

const output = (value: unknown): OutputEvent => {
  const declared = object(value, 'output')
  const amounts = object(declared.value, 'value')
  const { datum, datumHash } = declared
  return {
    address: addressBytes(string(declared.address, 'address')),
    lovelace: integer(object(amounts.ada, 'ada').lovelace, 'lovelace'),
    assets: assets(amounts),
    ...(datum === undefined ? undefined : { datum: string(datum, 'datum') }),
    ...(datumHash === undefined ? undefined : { datumHash: string(datumHash, 'datumHash') }),
    hasScript: declared.script !== undefined,
  }
}

const validity = (value: unknown): TransactionEvent['validity'] => {
  if (value === undefined) return {}
  const { invalidBefore, invalidAfter } = object(value, 'validityInterval')
  return {
    ...(invalidBefore === undefined ? undefined : { from: integer(invalidBefore, 'invalidBefore') }),
    ...(invalidAfter === undefined ? undefined : { until: integer(invalidAfter, 'invalidAfter') }),
  }
}

const metadata = (value: unknown): ReadonlyMap<string, string> => {
  if (value === undefined) return new Map()
  const { labels } = object(value, 'metadata')
  return new Map(
    Object.entries(object(labels, 'labels')).map(([label, entry]) => [label, stringifyLossless(entry)]),
  )
}

const spendRedeemers = (value: unknown): ReadonlyMap<number, Hex> => {
  const redeemers = new Map<number, Hex>()
  for (const entry of array(value, 'redeemers')) {
    const { validator, redeemer } = object(entry, 'redeemer')
    const { purpose, index } = object(validator, 'validator')
    const [at, data] = [count(index, 'index'), string(redeemer, 'redeemer')]
    if (string(purpose, 'purpose') === 'spend') redeemers.set(at, data)
  }
  return redeemers
}

const transaction = (value: unknown): TransactionEvent => {
  const declared = object(value, 'transaction')
  if (declared.inputs === undefined) throw new SyntaxError('a transaction lacks its inputs')
  return transactionEvent({
    id: string(declared.id, 'id'),
    spends: declared.spends === undefined ? undefined : string(declared.spends, 'spends'),
    inputs: inputs(declared.inputs),
    collaterals: inputs(declared.collaterals),
    outputs: array(declared.outputs, 'outputs').map(output),
    collateralReturn: declared.collateralReturn === undefined ? undefined : output(declared.collateralReturn),
    mint: declared.mint === undefined ? [] : assets(object(declared.mint, 'mint')),
    signatories: array(declared.requiredExtraSignatories, 'requiredExtraSignatories').map((hash) =>
      string(hash, 'signatory'),
    ),
    validity: validity(declared.validityInterval),
    metadata: metadata(declared.metadata),
    redeemers: spendRedeemers(declared.redeemers),
  })
}

const forward = (value: unknown, at: Tip): ChainSyncMessage => {
  const block = object(value, 'block')
  const era = string(block.era, 'era')
  const message = forwardMessage(
    {
      type: string(block.type, 'type'),
      era,
      id: string(block.id, 'id'),
      parent: string(block.ancestor, 'ancestor'),
      ...(block.slot === undefined ? undefined : { slot: count(block.slot, 'slot') }),
      ...(block.height === undefined ? undefined : { height: count(block.height, 'height') }),
      transactions: era === 'byron' ? [] : array(block.transactions, 'transactions').map(transaction),
    },
    at,
  )
  if (message === undefined) throw new SyntaxError('the block lacks its id, ancestor, slot or height')
  return message
}

/**
 * Reads a reply to `nextBlock`, error replies included.
 * @throws {SyntaxError} when it is not one.
 */
export const decodeMessage = (frame: string): ChainSyncMessage => {
  const { result, error } = object(parseLossless(frame), 'the frame')
  if (error !== undefined) {
    const { code, message } = object(error, 'error')
    return { kind: 'error', code: Number(code), message: String(message) }
  }
  const reply = object(result, 'result')
  const at = tip(reply.tip)
  if (reply.direction === 'backward') return { kind: 'backward', point: point(reply.point), tip: at }
  if (reply.direction === 'forward' && at !== 'origin') return forward(reply.block, at)
  throw new SyntaxError('neither a forward nor a backward result')
}
