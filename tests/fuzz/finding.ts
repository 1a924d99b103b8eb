// A check that failed: the rule, the block, and the observed value.
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import { formatPoint } from '../../schema/primitives.ts'

export class Finding extends Error {
  override readonly name = 'Finding'
  readonly rule: string

  constructor(rule: string, seen: string, block?: ChainBlock, cause?: unknown) {
    const place = block === undefined ? '' : ` in block ${block.height} (${formatPoint(block.point)})`
    super(`${rule}${place}: ${seen}`, { cause })
    this.rule = rule
  }
}
