// Detects a fork by comparing two lists of the latest blocks.
import type { BlockSummary } from './blocks.ts'

type Block = Pick<BlockSummary, 'height' | 'id'>

/**
 * Number of earlier blocks that are no longer on the chain, after a fork.
 * @param now latest blocks, newest first
 */
export const rolledBack = (before: readonly Block[], now: readonly Block[]): number => {
  const ids = new Map(now.map(({ height, id }) => [height, id]))
  const newest = now[0]?.height ?? Number.POSITIVE_INFINITY
  return before.filter(({ height, id }) => height > newest || (ids.get(height) ?? id) !== id).length
}
