// Folds one batch from a log into models. First finds the last block that log and models have in common. So the same steps work after a
// start, after a fork, after a power cut in which the log lost its end, and for models that were not used for long.
import { damaged } from '../../../schema/platform/storage-error.ts'
import type { Point, Tip } from '../../../schema/primitives.ts'
import { RebuildNeeded } from './fold-errors.ts'
import type { Checkpoint, LoggedBlock, Projector } from './projector.ts'

/** The part of the log that folding uses. */
export interface LogReader {
  readonly path: string
  /** Reads the rows that were appended since the last call. All other reads see the state of the last `refresh`. */
  refresh(): void
  /** The last block of the log's chain; undefined if there is none. */
  readonly end: (Tip & { readonly seq: number }) | undefined
  /** Seq of the last row, even if its block is not on the chain. */
  readonly lastSeq: number
  /** Seq of a block on the log's chain; undefined if the block is not on the chain. */
  seqOf(point: Point): number | undefined
  /** Blocks of the log's chain after the row `seq`, in order, at most `limit`. Each block is read on demand. */
  blocksAfter(seq: number, limit: number): Iterable<LoggedBlock>
}

interface Batch {
  readonly limit: number
  /** Exclusive upper bound of the blocks' seqs in the log. */
  readonly before?: number | undefined
  /** Height of the node's tip, as far as it is known. */
  readonly tipHeight?: number
}

/**
 * Number of blocks that are folded in one transaction far from the tip. With more blocks, each page of the file is written less often. A
 * thousand blocks block the thread for a second or two.
 */
export const BLOCKS_AT_ONCE = 1_000

/**
 * Folds the next blocks of the log's chain in one transaction, after rolling back to the chain.
 * @returns the number of folded blocks; undefined if there was nothing to do
 * @throws {RebuildNeeded} if the models cannot be rolled back to the log's chain
 * @throws {FoldFailed} at a block that cannot be folded; nothing is changed
 * @throws {StorageError} if a file cannot be read or written, or the log is damaged
 */
export const foldBlocks = <Event extends { readonly kind: string }>(
  projector: Projector<Event>,
  log: LogReader,
  { limit, before = Number.POSITIVE_INFINITY, tipHeight = 0 }: Batch,
): number | undefined => {
  const { checkpoint } = projector
  const mustGoBack = checkpoint !== undefined && !isOnChain(checkpoint, log)
  const rollBackTo = mustGoBack ? projector.findIntersection((point) => log.seqOf(point)) : undefined
  if (mustGoBack && rollBackTo === undefined)
    throw new RebuildNeeded('the models are not on the chain of the log')
  const after = rollBackTo?.seq ?? checkpoint?.seq ?? 0
  const blocks = () => blocksBetween(log, after, before, limit)
  // Whether no block is left below `before`. The check reads the next block only if `before` is finite.
  const isEmpty = () => before !== Number.POSITIVE_INFINITY && blocks().next().done === true
  if (!mustGoBack && ((log.end?.seq ?? 0) <= after || isEmpty())) return undefined
  try {
    return projector.apply(blocks(), {
      tipHeight: Math.max(tipHeight, log.end?.height ?? 0),
      ...(rollBackTo && { rollBackTo }),
    })
  } catch (error) {
    // If no rollback was requested, `RebuildNeeded` means that a block of the log does not follow the block before it, so the log is
    // damaged. Models that have no block yet are an exception, since their log may have lost all rows.
    const isAtPlace = checkpoint !== undefined && checkpoint.slot < 0
    throw error instanceof RebuildNeeded && !mustGoBack && !isAtPlace
      ? damaged(log.path, 'log', error.message, error)
      : error
  }
}

function* blocksBetween(
  log: LogReader,
  after: number,
  before: number,
  limit: number,
): Generator<LoggedBlock> {
  for (const block of log.blocksAfter(after, limit)) {
    if (block.seq >= before) return
    yield block
  }
}

/**
 * Whether the models' last block is on the log's chain, in the row from which it was folded. After a fork, or after the log was truncated,
 * the same block may have been appended again in another row.
 */
export const isOnChain = (checkpoint: Checkpoint, log: Pick<LogReader, 'seqOf'>): boolean => {
  if (checkpoint.slot < 0) return true
  return log.seqOf(checkpoint) === checkpoint.seq
}
