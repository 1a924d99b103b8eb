// A fork as a client can tell it: from the latest blocks before and now.
import type { BlockSummary } from '../../../../schema/answers/blocks.ts'

type Block = Pick<BlockSummary, 'height' | 'id'>

/** How many of the blocks that were there are not any more. @param now newest first */
export const rolledBack = (before: readonly Block[], now: readonly Block[]): number => {
  const ids = new Map(now.map(({ height, id }) => [height, id]))
  const newest = now[0]?.height ?? Number.POSITIVE_INFINITY
  return before.filter(({ height, id }) => height > newest || (ids.get(height) ?? id) !== id).length
}
