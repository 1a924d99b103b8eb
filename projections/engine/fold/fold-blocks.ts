// Folds one batch from a log into models. First finds the last block that log and models have in common. So the same steps work after a
// start, after a fork, after a power cut in which the log lost its end, and for models that were not used for long.
import { damaged } from '../../../schema/platform/storage-error.ts'
import type { Point, Tip } from '../../../schema/primitives.ts'
import { RebuildNeeded } from './fold-errors.ts'
import type { Checkpoint, LoggedBlock, Projector } from './projector.ts'

export interface LogReader {
  readonly path: string
  /** All other reads see the state of the last `refresh`. */
  refresh(): void
  /** Undefined if the log's chain has no block. */
  readonly end: (Tip & { readonly seq: number }) | undefined
  /** The row's block need not be on the chain. */
  readonly lastSeq: number
  /** Undefined if the block is not on the log's chain. */
  seqOf(point: Point): number | undefined
  /** Blocks after the row `seq`, in order. Each block is read on demand. */
  blocksAfter(seq: number, limit: number): Iterable<LoggedBlock>
}

interface Batch {
  readonly limit: number
  /** Exclusive limit of the blocks' seqs. */
  readonly before?: number | undefined
  /** Height of the node's tip, if known. */
  readonly tipHeight?: number
}

/** Number of blocks in a batch far from the tip. Large batches write each page less often, but occupy the thread for a second or two. */
export const BLOCKS_AT_ONCE = 1_000

/**
 * Runs in one transaction, and first rolls back to the log's chain.
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
  // Reads the next block only if `before` is finite.
  const isEmpty = () => before !== Number.POSITIVE_INFINITY && blocks().next().done === true
  if (!mustGoBack && ((log.end?.seq ?? 0) <= after || isEmpty())) return undefined
  try {
    return projector.apply(blocks(), {
      tipHeight: Math.max(tipHeight, log.end?.height ?? 0),
      ...(rollBackTo && { rollBackTo }),
    })
  } catch (error) {
    // Without a rollback, `RebuildNeeded` means that a block of the log does not follow the one before: the log is damaged. The log of
    // models without a block may only have lost its rows.
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

/** The row must be the one from which the block was folded. After a fork or a truncation, the same block may be in another row. */
export const isOnChain = (checkpoint: Checkpoint, log: Pick<LogReader, 'seqOf'>): boolean => {
  if (checkpoint.slot < 0) return true
  return log.seqOf(checkpoint) === checkpoint.seq
}
