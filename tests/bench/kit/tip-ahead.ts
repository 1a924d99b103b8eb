// A chain whose tip is always the same number of blocks after the last sent block. So a follower is always far from the tip, or always near
// it, whatever the chain's length. The chain serves one client at a time.
import { Chain } from '../../../devnet/chain/chain.ts'
import type { ChainBlock } from '../../../devnet/chain/chain-block.ts'
import type { Tip } from '../../../schema/primitives.ts'

const STEP = 200

export class TipAhead extends Chain {
  readonly #distance: number
  #sent: { readonly index: number; readonly block: ChainBlock } | undefined

  constructor(blocks: Iterable<ChainBlock>, distance: number) {
    super(blocks)
    this.#distance = distance
  }

  /** This tip's block does not exist. Clients do not request it. */
  override get tip(): Tip | 'origin' {
    const block = this.#sent?.block ?? super.at(0)
    if (block === undefined) return 'origin'
    const { point, height } = block
    return {
      slot: point.slot + this.#distance * 20,
      id: 'f'.repeat(64),
      height: height + this.#distance,
    }
  }

  override at(index: number): ChainBlock | undefined {
    const block = super.at(index)
    if (block !== undefined && Math.abs(index - (this.#sent?.index ?? 0)) >= STEP) {
      this.#sent = { index, block }
      // Makes the server renew its cached JSON of the tip.
      this.emit('forward', block)
    }
    return block
  }
}
