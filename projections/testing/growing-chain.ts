// A generated chain that grows and forks, for tests that follow a chain.
import type { BlockEvent } from '../../schema/events.ts'
import { type ChainState, emptyChain, nextBlock } from './generated-chain.ts'

export class GrowingChain {
  readonly random: () => number
  readonly #first: ChainState
  #grown: { readonly block: BlockEvent; readonly state: ChainState }[] = []

  constructor(random: () => number, first = emptyChain(133_000_000)) {
    this.random = random
    this.#first = first
  }

  get length(): number {
    return this.#grown.length
  }

  get blocks(): readonly BlockEvent[] {
    return this.#grown.map(({ block }) => block)
  }

  stateAfter(length = this.length): ChainState {
    return this.#grown[length - 1]?.state ?? this.#first
  }

  /** @returns the new blocks, oldest first */
  grow(count: number, random = this.random): BlockEvent[] {
    return Array.from({ length: count }, () => {
      const next = nextBlock(this.stateAfter(), random)
      this.#grown.push(next)
      return next.block
    })
  }

  undo(count: number): void {
    this.#grown = this.#grown.slice(0, Math.max(0, this.length - count))
  }
}
