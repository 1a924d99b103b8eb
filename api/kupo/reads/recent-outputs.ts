// Indexes of the last blocks, which a fork may undo. They find what has no index in the models: transactions by id, even if all their
// outputs are spent; outputs that were created and spent in one block, and so never had a row; datums and scripts by hash. The indexes are
// read from the log once, then updated block by block. A lookup checks that the block is still on the chain.
import { slotOf } from '../../../projections/engine/table/table.ts'
import type { BlockEvent } from '../../../schema/events.ts'
import { type Hex, SECURITY_PARAMETER } from '../../../schema/primitives.ts'
import { hashesOf } from './attachments.ts'
import { ChainBlock, type ChainLog } from './chain-blocks.ts'

class Generation {
  /** Slots by id. */
  readonly blocks = new Map<Hex, number>()
  /** Ids of first outputs. Keys are transactions. */
  readonly transactions = new Map<Hex, number>()
  /** Id of the first output with the datum or script of this hash. */
  readonly hashes = new Map<Hex, number>()
  /** One block created and spent the output. */
  readonly passing = new Map<number, Hex>()
}

/** The text may be a slice of a longer one, which can then be freed. */
const copy = (hex: Hex): Hex => Buffer.from(hex, 'latin1').toString('latin1')

export class RecentOutputs {
  #seq: number | undefined
  #last: Hex | undefined
  #current = new Generation()
  #previous = new Generation()
  readonly #log: ChainLog

  constructor(log: ChainLog) {
    this.#log = log
  }

  /** @param from slot at which the first call begins to read */
  refresh(from: number): void {
    this.#seq ??= this.#log.lastAtOrBefore(from - 1)?.seq ?? 0
    for (const { seq, block } of this.#log.blocksAfter(this.#seq, Number.POSITIVE_INFINITY)) {
      if (this.#last !== undefined && this.#last !== block.parent) this.#undoTo(block.parent)
      this.#add(block)
      this.#seq = seq
    }
  }

  /** Id of the transaction's first output. */
  transaction(id: Hex): number | undefined {
    return this.#current.transactions.get(id) ?? this.#previous.transactions.get(id)
  }

  withHash(hash: Hex): number | undefined {
    return this.#current.hashes.get(hash) ?? this.#previous.hashes.get(hash)
  }

  /** One block created and spent the outputs. */
  passing(isWanted: (address: Hex) => boolean): number[] {
    const all = [this.#previous, this.#current].flatMap(({ passing }) => [...passing])
    return all.flatMap(([id, address]) => (isWanted(address) ? [id] : []))
  }

  /** A fork undid all later blocks. */
  #undoTo(parent: Hex): void {
    const slot = this.#current.blocks.get(parent) ?? this.#previous.blocks.get(parent) ?? -1
    for (const { blocks, transactions, hashes, passing } of [this.#previous, this.#current]) {
      for (const [key, at] of blocks) if (at > slot) blocks.delete(key)
      for (const [key, id] of transactions) if (slotOf(id) > slot) transactions.delete(key)
      for (const [key, id] of hashes) if (slotOf(id) > slot) hashes.delete(key)
      for (const id of passing.keys()) if (slotOf(id) > slot) passing.delete(id)
    }
  }

  #add(event: BlockEvent): void {
    if (this.#current.blocks.size > SECURITY_PARAMETER) {
      this.#previous = this.#current
      this.#current = new Generation()
    }
    const { blocks, transactions, hashes, passing } = this.#current
    const block = new ChainBlock(event)
    this.#last = copy(event.point.id)
    blocks.set(this.#last, event.point.slot)
    const made = new Map(block.transactions.map(({ id }, at) => [id, at]))
    for (const [at, { id, outputs, inputs }] of block.transactions.entries()) {
      const first = block.ids[at] ?? 0
      transactions.set(copy(id), first)
      for (const [place, output] of outputs.entries())
        for (const hash of hashesOf(output)) if (!hashes.has(hash)) hashes.set(hash, first + place)
      for (const { transaction, index } of inputs) {
        const maker = made.get(transaction)
        if (maker === undefined) continue
        const id = (block.ids[maker] ?? 0) + index - (block.transactions[maker]?.firstOutput ?? 0)
        passing.set(id, copy(block.output(id)?.output.address ?? ''))
      }
    }
  }
}
