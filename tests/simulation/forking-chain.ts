// The node's chain in an episode: hostile blocks with forks and returns to abandoned branches. It also records every step that a follower
// may have seen.
import { Random } from '../../devnet/actors/random.ts'
import { Chain } from '../../devnet/chain/chain.ts'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { type Point, SECURITY_PARAMETER } from '../../schema/primitives.ts'
import type { Step } from '../fuzz/fold-path.ts'
import { HostileChain } from '../hostile/hostile-chain.ts'
import { NodeMempool } from './node-mempool.ts'

/** An ordinary fork has at most this many blocks. */
export const FORK = 12

export class ForkingChain {
  readonly world: HostileChain
  readonly chain: Chain
  readonly mempool: NodeMempool
  readonly path: Step[] = []
  readonly #random: Random
  /** Includes abandoned forks. */
  made = 0
  forks = 0

  constructor(seed: number, operations: OperationsConfig) {
    this.world = new HostileChain(seed, operations, seed % 2 === 0 ? 'byron' : 'later')
    this.#random = new Random(`chain ${seed}`)
    this.chain = new Chain([this.world.first])
    this.mempool = new NodeMempool(this.chain)
    this.path.push({ kind: 'forward', block: this.world.first })
  }

  get last(): ChainBlock {
    const { last } = this.chain
    if (last === undefined) throw new Error('a chain without blocks')
    return last
  }

  get canonical(): ChainBlock[] {
    return [...this.chain]
  }

  /** A node that lies about slots sends points of no block. */
  has({ slot, id }: Point): boolean {
    return this.path.some(({ block: { point } }) => point.slot === slot && point.id === id)
  }

  append(count: number): void {
    for (const block of this.world.blocksAfter(this.last, count)) this.adopt(block)
  }

  /** {@link adopt} appends the block. */
  next(): ChainBlock {
    const [block] = this.world.blocksAfter(this.last, 1)
    if (block === undefined) throw new Error('no block follows')
    return block
  }

  adopt(block: ChainBlock): void {
    this.#push(block)
    this.made += 1
  }

  /** Longer than the deepest fork. */
  lengthen(): void {
    this.append(FORK)
    this.appendEmpty(SECURITY_PARAMETER)
  }

  appendEmpty(count: number): void {
    for (const block of this.world.emptyAfter(this.last, count)) this.#push(block)
  }

  /**
   * Sometimes the replaced blocks return.
   * @returns the number of replaced blocks
   */
  fork(most: number): number {
    const depth = Math.min(most, this.chain.length - 1)
    if (depth < 1) return 0
    const left = this.#rollBack(depth)
    const { last } = this
    if (this.#random.chance(0.3)) for (const block of this.world.sameAgain(last, left)) this.#push(block)
    else this.append(this.#random.integer(1, FORK))
    if (this.#random.chance(0.8)) {
      this.world.forget(left)
      return depth
    }
    const parent = left[0]?.parent
    let taken = 0
    while (this.chain.at(this.chain.length - 1 - taken)?.point.id !== parent) taken += 1
    this.world.forget(this.#rollBack(taken))
    for (const block of left) this.#push(block)
    return depth
  }

  /** `length` empty blocks and a few random ones. */
  forkTo(depth: number, length: number): void {
    this.world.forget(this.#rollBack(depth))
    this.appendEmpty(length)
    this.append(this.#random.integer(1, FORK))
  }

  #push(block: ChainBlock): void {
    this.chain.append(block)
    this.path.push({ kind: 'forward', block })
  }

  #rollBack(depth: number): ChainBlock[] {
    this.forks += 1
    const left = this.chain.rollBack(depth)
    this.path.push({ kind: 'backward', block: this.last })
    return left
  }
}
