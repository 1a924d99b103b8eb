// Blocks without transactions, for tests that only need a chain.
import { fakeHash } from '../../devnet/chain/build-transaction.ts'
import type { BlockEvent } from '../../schema/events.ts'
import type { Point } from '../../schema/primitives.ts'

/** Blocks with the same parent differ by `salt`. */
export const blockAfter = (parent: BlockEvent | Point | 'origin', salt: string | number = ''): BlockEvent => {
  const block = parent !== 'origin' && 'point' in parent ? parent : undefined
  const point = block?.point ?? (parent === 'origin' ? undefined : (parent as Point))
  const slot = (point?.slot ?? -20) + 20
  return {
    point: { slot, id: fakeHash(`block ${point?.id} ${slot} ${salt}`) },
    height: (block?.height ?? -1) + 1,
    parent: point?.id ?? 'genesis',
    transactions: [],
  }
}

export const blocksAfter = (
  parent: BlockEvent | Point | 'origin',
  length: number,
  salt: string | number = '',
): BlockEvent[] => {
  const blocks: BlockEvent[] = []
  for (let last = parent; blocks.length < length; ) {
    const block = blockAfter(last, salt)
    blocks.push(block)
    last = block
  }
  return blocks
}
