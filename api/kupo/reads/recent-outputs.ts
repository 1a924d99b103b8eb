// Indexes of the last blocks, which a fork may undo. They find what has no index in the models: transactions by id, even if all their
// outputs are spent; outputs that were created and spent in one block, and so never had a row; datums and scripts by hash. The indexes are
// read from the log once, then updated block by block. A lookup checks that the block is still on the chain.
import { type Hex, SECURITY_PARAMETER } from '../../../schema/primitives.ts'
import { hashesOf } from './attachments.ts'
import { ChainBlock, type ChainLog } from './chain-blocks.ts'

class Generation {
  blocks = 0
  /** Ids of first outputs. Keys are transactions. */
  readonly transactions = new Map<Hex, number>()
  /** Id of an output with the datum or script of this hash. */
  readonly hashes = new Map<Hex, number>()
  /** One block created and spent the output. */
  readonly passing = new Map<number, Hex>()
}

/** The text may be a slice of a longer one, which can then be freed. */
const copy = (hex: Hex): Hex => Buffer.from(hex, 'latin1').toString('latin1')

export class RecentOutputs {
  #seq: number | undefined
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
      this.#add(new ChainBlock(block))
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

  #add(block: ChainBlock): void {
    if (this.#current.blocks > SECURITY_PARAMETER) {
      this.#previous = this.#current
      this.#current = new Generation()
    }
    const { transactions, hashes, passing } = this.#current
    this.#current.blocks += 1
    const made = new Map(block.transactions.map(({ id }, at) => [id, at]))
    for (const [at, { id, outputs, inputs }] of block.transactions.entries()) {
      const first = block.ids[at] ?? 0
      transactions.set(copy(id), first)
      for (const [place, output] of outputs.entries())
        for (const hash of hashesOf(output)) hashes.set(hash, first + place)
      for (const { transaction, index } of inputs) {
        const maker = made.get(transaction)
        if (maker === undefined) continue
        const id = (block.ids[maker] ?? 0) + index - (block.transactions[maker]?.firstOutput ?? 0)
        passing.set(id, copy(block.output(id)?.output.address ?? ''))
      }
    }
  }
}
