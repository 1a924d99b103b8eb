// A client's position on a chain that grows and forks: the client's block, and whether the client must roll back to it. A rollback is due
// after an intersection, and after a fork that dropped the client's block. The rollback is sent before the next block. Its target is the
// newest block that both client and chain have.
import type { Point } from '../../schema/primitives.ts'
import type { Chain } from '../chain/chain.ts'
import type { ChainBlock } from '../chain/chain-block.ts'

export type Step =
  | { readonly direction: 'forward'; readonly block: ChainBlock }
  | { readonly direction: 'backward'; readonly point: Point | 'origin' }

export class Cursor {
  readonly #chain: Chain
  /** Index of the client's block; -1 is the origin, where clients start. */
  #index = -1
  #owesBackward = true

  constructor(chain: Chain) {
    this.#chain = chain
  }

  moveTo(index: number): void {
    this.#index = index
    this.#owesBackward = true
  }

  /**
   * After several rollbacks, the client returns to the oldest of these blocks.
   * @param index of the chain's new last block
   */
  rolledBack(index: number): void {
    if (this.#index > index) this.moveTo(index)
  }

  /** Undefined at the tip. */
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
