// A chain in memory: blocks in order, each the child of the previous one. It grows and forks like a node's chain, by dropping blocks from
// its end and appending others, and notifies its listeners. It keeps no ledger.
import { EventEmitter } from 'eventemitter3'
import type { Hex, Point, Tip } from '../../schema/primitives.ts'
import type { ChainBlock } from './chain-block.ts'

interface ChainEvents {
  /** A block was appended. */
  forward: (block: ChainBlock) => void
  /** Blocks were dropped; `index` is the index of the new last block, -1 for the origin. */
  backward: (index: number) => void
}

export class Chain extends EventEmitter<ChainEvents> {
  readonly #blocks: ChainBlock[] = []
  readonly #indexes = new Map<Hex, number>()

  /** @throws {Error} when the blocks are not linked, see {@link append} */
  constructor(blocks: Iterable<ChainBlock> = []) {
    super()
    for (const block of blocks) this.append(block)
  }

  get length(): number {
    return this.#blocks.length
  }

  /** The last block; undefined if there is none. */
  get last(): ChainBlock | undefined {
    return this.#blocks.at(-1)
  }

  /** The last block's place, `origin` if there is none. */
  get tip(): Tip | 'origin' {
    const { last } = this
    return last === undefined ? 'origin' : { ...last.point, height: last.height }
  }

  /** Tip without its height. */
  get tipPoint(): Point | 'origin' {
    return this.last?.point ?? 'origin'
  }

  /** The block at `index`, counted from 0; undefined past either end. */
  at(index: number): ChainBlock | undefined {
    return this.#blocks[index]
  }

  /** The point of the block at `index`; -1 is the origin. */
  pointAt(index: number): Point | 'origin' {
    return this.#blocks[index]?.point ?? 'origin'
  }

  /** The index of the block at `point`, -1 for the origin, undefined if the chain has no such block. */
  indexOf(point: Point | 'origin'): number | undefined {
    if (point === 'origin') return -1
    const index = this.#indexes.get(point.id)
    return index !== undefined && this.#blocks[index]?.point.slot === point.slot ? index : undefined
  }

  /** The index of the first of `points`, in the given order, that is on the chain; undefined if none is. */
  intersect(points: Iterable<Point | 'origin'>): number | undefined {
    for (const point of points) {
      const index = this.indexOf(point)
      if (index !== undefined) return index
    }
    return undefined
  }

  /**
   * Adds a block at the end. The first block of a chain may have any parent: a recording starts anywhere.
   * @throws {Error} when its parent is not the last block, or the chain has it already
   */
  append(block: ChainBlock): void {
    const { last } = this
    if (last !== undefined && block.parent !== last.point.id)
      throw new Error(
        `block ${block.point.id} has parent ${block.parent}, but the chain ends at ${last.point.id}`,
      )
    if (this.#indexes.has(block.point.id)) throw new Error(`the chain already has block ${block.point.id}`)
    this.#indexes.set(block.point.id, this.#blocks.length)
    this.#blocks.push(block)
    this.emit('forward', block)
  }

  /**
   * Drops the last `count` blocks and returns them, oldest first.
   * @throws {Error} when the chain has fewer
   */
  rollBack(count: number): ChainBlock[] {
    if (!Number.isSafeInteger(count) || count < 0 || count > this.length)
      throw new Error(`cannot roll back ${count} blocks of a chain of ${this.length}`)
    if (count === 0) return []
    const dropped = this.#blocks.splice(this.length - count)
    for (const block of dropped) this.#indexes.delete(block.point.id)
    this.emit('backward', this.length - 1)
    return dropped
  }
}
