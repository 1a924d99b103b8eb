// A client's position on a chain that grows and forks. It has two parts: the client's block, and whether the client must roll
// back to it. A rollback is due after an intersection, and after a fork that dropped the client's block. It is sent before the
// next block, and goes to the newest block that client and chain have in common.
import type { Point } from '../../schema/primitives.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainBlock } from '../chain/chain-block.ts'

export type Step =
  | { readonly direction: 'forward'; readonly block: ChainBlock }
  | { readonly direction: 'backward'; readonly point: Point | 'origin' }

export class Cursor {
  readonly #chain: Chain
  /** Index of the client's block; -1 for the origin, where it begins. */
  #index = -1
  #owesBackward = true

  constructor(chain: Chain) {
    this.#chain = chain
  }

  /** Moves the client to the block at `index`, for an intersection. */
  moveTo(index: number): void {
    this.#index = index
    this.#owesBackward = true
  }

  /**
   * The chain was rolled back to the block at `index`. Called for every rollback, so that the client returns to the oldest of
   * these blocks.
   */
  rolledBack(index: number): void {
    if (this.#index > index) this.moveTo(index)
  }

  /** Takes the next step; undefined, without a step, if the client is at the tip. */
  next(): Step | undefined {
    if (this.#owesBackward) {
      this.#owesBackward = false
      return { direction: 'backward', point: this.#chain.pointAt(this.#index) }
    }
    const block = this.#chain.at(this.#index + 1)
    if (block === undefined) return undefined
    this.#index += 1
    return { direction: 'forward', block }
  }
}
