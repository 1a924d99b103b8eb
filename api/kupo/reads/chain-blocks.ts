// Reads the blocks of the models' chain from the log. An output's id consists of its slot and its index among the block's outputs. So the
// block of an output is found by the output's id.
import { positionOf, slotOf } from '../../../projections/engine/table/table.ts'
import type { OutputPlaces } from '../../../projections/read/queries/outputs/output-places.ts'
import { ApiError } from '../../../schema/errors.ts'
import type {
  BlockEvent,
  InputEvent,
  KeptBlock,
  OutputEvent,
  TransactionEvent,
} from '../../../schema/events.ts'
import { RecentMap } from '../../../schema/platform/recent-map.ts'
import {
  formatOutputReference,
  type Hex,
  type OutputReference,
  type Point,
} from '../../../schema/primitives.ts'

/** Number of blocks in each of the cache's two generations. A block has at most a few hundred kilobytes. */
const BLOCKS = 64

interface LoggedBlock {
  readonly seq: number
  readonly block: BlockEvent
}

/** Points of the chain: all if the process has a log, otherwise those of the models' last blocks. */
export interface ChainPoints {
  /** Header hash of the chain's block at a slot; undefined if unknown. */
  idAt(slot: number): Hex | undefined
  lastAtOrBefore(slot: number): Point | undefined
  /** Row of a point in the log; undefined if the point is not on the chain. */
  seqOf(point: Point): number | undefined
  /** Points of the chain, newest first, with growing gaps. */
  resumePoints(): (Point | 'origin')[]
}

export interface ChainLog extends ChainPoints {
  /** Reads the blocks that were appended since the last call. */
  refresh(): void
  /** Block of a slot: the block with this hash; without a hash the canonical block. */
  blockAt(slot: number, id?: Hex): LoggedBlock | undefined
  lastAtOrBefore(slot: number): (Point & { readonly seq: number }) | undefined
  blocksAfter(seq: number, limit: number): Iterable<LoggedBlock>
}

/** Points that a process without a log knows. */
export const pointsOfModels = (places: () => OutputPlaces): ChainPoints => ({
  idAt: (slot) => places().blockId(slot),
  lastAtOrBefore: (slot) => places().lastBlocks(slot, 1)[0],
  seqOf: ({ slot, id }) => (places().blockId(slot) === id ? slot : undefined),
  resumePoints: () => places().lastBlocks(Number.MAX_SAFE_INTEGER),
})

export interface Spend {
  readonly point: Point
  readonly transaction: Hex
  readonly index: number
  readonly input: InputEvent
}

export interface ChainOutput {
  readonly point: Point
  readonly transactionIndex: number
  readonly reference: OutputReference
  readonly output: OutputEvent
}

export class ChainBlock {
  readonly point: Point
  readonly transactions: readonly TransactionEvent[]
  /** Id of the first output of each transaction. */
  readonly ids: readonly number[]
  #spends: ReadonlyMap<string, Spend> | undefined
  readonly #base: KeptBlock | undefined

  constructor({ point, transactions, base }: BlockEvent) {
    this.point = point
    this.#base = base
    this.transactions = transactions
    let outputs = 0
    this.ids = transactions.map((transaction) => {
      const id = positionOf(point.slot, outputs)
      outputs += transaction.outputs.length
      return id
    })
  }

  output(id: number): ChainOutput | undefined {
    if (this.#base !== undefined) return this.#keptOutput(id - positionOf(this.point.slot, 0), this.#base)
    const transactionIndex = this.ids.findLastIndex((first) => first <= id)
    // A transaction without outputs has the same first id as the next transaction. So the last transaction with that id has the output.
    const transaction = this.transactions[transactionIndex]
    const place = id - (this.ids[transactionIndex] ?? 0)
    const output = transaction?.outputs[place]
    if (transaction === undefined || output === undefined) return undefined
    const reference = { transaction: transaction.id, index: transaction.firstOutput + place }
    return { point: this.point, transactionIndex, reference, output }
  }

  #keptOutput(place: number, { transactions }: KeptBlock): ChainOutput | undefined {
    const transaction = transactions.findLast((each) => each.place <= place)
    const kept = transaction?.kept.find(({ offset }) => transaction.place + offset === place)
    if (transaction === undefined || kept === undefined) return undefined
    const reference = { transaction: transaction.id, index: transaction.firstOutput + kept.offset }
    return { point: this.point, transactionIndex: transaction.index, reference, output: kept.output }
  }

  spendOf(reference: OutputReference): Spend | undefined {
    this.#spends ??= new Map(
      this.transactions.flatMap(({ id, inputs }) =>
        inputs.map((input, index) => [
          formatOutputReference(input),
          { point: this.point, transaction: id, index, input },
        ]),
      ),
    )
    return this.#spends.get(formatOutputReference(reference))
  }
}

export class ChainBlocks {
  readonly #recent = new RecentMap<string, ChainBlock>(BLOCKS)

  readonly #log: ChainLog
  readonly #places: () => OutputPlaces

  constructor(log: ChainLog, places: () => OutputPlaces) {
    this.#log = log
    this.#places = places
  }

  /** Block of a slot; undefined if the chain has none there. */
  find(slot: number): ChainBlock | undefined {
    const id = this.#places().blockId(slot)
    const name = `${slot}.${id}`
    const known = this.#recent.get(name)
    if (known !== undefined) return known
    const entry = this.#log.blockAt(slot, id)
    if (entry === undefined) return undefined
    const block = new ChainBlock(entry.block)
    this.#recent.set(name, block)
    return block
  }

  /** @throws {ApiError} SERVICE_UNAVAILABLE if the log lacks a block of the models */
  at(slot: number): ChainBlock {
    const block = this.find(slot)
    if (block !== undefined) return block
    throw new ApiError('SERVICE_UNAVAILABLE', `The log has no block of slot ${slot}`, { 'Retry-After': '10' })
  }

  /** Output with this id. It may be on a fork. */
  output(id: number): ChainOutput | undefined {
    return this.find(slotOf(id))?.output(id)
  }
}
