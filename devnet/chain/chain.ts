// A chain in memory: blocks in order, each the child of the previous block. Like a node's chain it grows, and forks by dropping its last
// blocks and appending other blocks. Listeners are told of each appended block and each drop. The chain has no ledger.
import { EventEmitter } from 'eventemitter3'
import type { Hex, Point, Tip } from '../../schema/primitives.ts'
import type { ChainBlock } from './chain-block.ts'

interface ChainEvents {
  forward: (block: ChainBlock) => void
  /** `index` of the new last block, or -1 for the origin. */
  backward: (index: number) => void
}

export class Chain extends EventEmitter<ChainEvents> {
  readonly #blocks: ChainBlock[] = []
  readonly #indexes = new Map<Hex, number>()

  /** @throws {Error} if the blocks are not linked, see {@link append} */
  constructor(blocks: Iterable<ChainBlock> = []) {
    super()
    for (const block of blocks) this.append(block)
  }

  get length(): number {
    return this.#blocks.length
  }

  /** Oldest first. */
  [Symbol.iterator](): Iterator<ChainBlock> {
    return this.#blocks.values()
  }

  get last(): ChainBlock | undefined {
    return this.#blocks.at(-1)
  }

  /** `origin` if there is no block. */
  get tip(): Tip | 'origin' {
    const { last } = this
    return last === undefined ? 'origin' : { ...last.point, height: last.height }
  }

  /** `origin` if there is no block. */
  get tipPoint(): Point | 'origin' {
    return this.last?.point ?? 'origin'
  }

  /** Counted from 0. */
  at(index: number): ChainBlock | undefined {
    return this.#blocks[index]
  }

  /** -1 is the origin. */
  pointAt(index: number): Point | 'origin' {
    return this.#blocks[index]?.point ?? 'origin'
  }

  /** -1 for the origin, undefined if the chain has no such block. */
  indexOf(point: Point | 'origin'): number | undefined {
    if (point === 'origin') return -1
    const index = this.#indexes.get(point.id)
    return index !== undefined && this.#blocks[index]?.point.slot === point.slot ? index : undefined
  }

  /** Index of the first of `points` that is on the chain. */
  intersect(points: Iterable<Point | 'origin'>): number | undefined {
    for (const point of points) {
      const index = this.indexOf(point)
      if (index !== undefined) return index
    }
    return undefined
  }

  /**
   * A chain's first block may have any parent, because a recording may start anywhere.
   * @throws {Error} if the block's parent is not the last block, or the chain already has the block
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
   * @returns the dropped blocks, oldest first
   * @throws {Error} if the chain has fewer blocks
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
