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

/** The cache has two generations. A block has at most a few hundred kilobytes. */
const BLOCKS = 64

interface LoggedBlock {
  readonly seq: number
  readonly block: BlockEvent
}

/** All points if the process has a log, otherwise those of the models' last blocks. */
export interface ChainPoints {
  /** Undefined if unknown. */
  idAt(slot: number): Hex | undefined
  lastAtOrBefore(slot: number): Point | undefined
  /** Undefined if the point is not on the chain. */
  seqOf(point: Point): number | undefined
  /** Newest first, with growing gaps. */
  resumePoints(): (Point | 'origin')[]
}

export interface ChainLog extends ChainPoints {
  refresh(): void
  /** The block with this hash; without a hash the canonical one. */
  blockAt(slot: number, id?: Hex): LoggedBlock | undefined
  lastAtOrBefore(slot: number): (Point & { readonly seq: number }) | undefined
  blocksAfter(seq: number, limit: number): Iterable<LoggedBlock>
}

/** For a process without a log. */
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
  /** Each transaction's first output. */
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
    // A transaction without outputs has the same first id as the next one, so the last transaction with that id has the output.
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

  /** Undefined if the chain has no block in the slot. */
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

  /** The output may be on a fork. */
  output(id: number): ChainOutput | undefined {
    return this.find(slotOf(id))?.output(id)
  }
}
