// Keeps read models in step with a log, in pieces of bounded work. Every piece begins by asking where log and models
// agree, so a fresh start, a fork, a log that lost its tail in a power cut and models that were away for a day are
// one case. When the models in the serving file cannot be brought forward (other rules, or a fork below the
// journal), the next file is folded beside it and takes its place once it has caught up.

import { damaged, storageError } from '../../schema/platform/storage-error.ts'
import type { Point, Tip } from '../../schema/primitives.ts'
import type { FoldingCounts } from '../../schema/reports.ts'
import {
  type ModelsOptions,
  markReplaced,
  OtherRules,
  openModels,
  startServing,
} from '../engine/file/models-database.ts'
import { deleteModels, type ModelsFile, modelsFile, modelsFiles } from '../engine/file/models-files.ts'
import { servingModels } from '../engine/file/serving-models.ts'
import { FoldCounts } from '../engine/fold/fold-counts.ts'
import { RebuildNeeded } from '../engine/fold/fold-errors.ts'
import { type Checkpoint, type LoggedBlock, Projector } from '../engine/fold/projector.ts'

/** Log as models read it. */
export interface LogReader {
  /** Path of its file. */
  readonly path: string
  /** Takes in what was appended since; what is read next is of one state. */
  refresh(): void
  /** The last block of the log's chain; undefined when there is none. */
  readonly end: (Tip & { readonly seq: number }) | undefined
  /** Seq of a block on the log's chain; undefined when it is not on it. */
  seqOf(point: Point): number | undefined
  /** Blocks of the log's chain after the row `seq`, in order, at most `limit`; each is read when it is asked for. */
  blocksAfter(seq: number, limit: number): Iterable<LoggedBlock>
}

export interface SubscriptionOptions<Event> extends ModelsOptions<Event> {
  /** Directory of the models' files. */
  readonly directory: string
  readonly log: LogReader
  /** Height of the node's tip, as far as it is known. */
  readonly tipHeight: () => number
  /** Reports that models are folded again, and why. */
  readonly onRefold: (reason: string) => void
}

/**
 * Blocks folded in one transaction far from the tip, and events when a model is folded again. The more blocks, the fewer
 * times a page of the file is written; a thousand take a second or two, in which nothing else is done.
 */
const BATCH = 1_000
const EVENT_BATCH = 5_000

export class Subscription<Event extends { readonly kind: string }> {
  readonly #options: SubscriptionOptions<Event>
  readonly #counts = new FoldCounts()
  #file: ModelsFile
  /** File that is folded into, opened. */
  #projector: Projector<Event>
  /** The file that serves while another is folded beside it. */
  #replaces: ModelsFile | undefined

  /** @throws {StartupError} when the models belong to another network or cannot be opened. */
  constructor(options: SubscriptionOptions<Event>) {
    this.#options = options
    const { file, replaces } = this.#choose()
    this.#file = file
    this.#replaces = replaces
    this.#projector = Projector.open(file.path, options, this.#counts)
    if (replaces === undefined) startServing(this.#projector.database)
  }

  /** File that is folded into, opened. */
  get database(): Projector<Event>['database'] {
    return this.#projector.database
  }

  get checkpoint(): Checkpoint | undefined {
    return this.#projector.checkpoint
  }

  /** Since this was opened. */
  get counts(): FoldingCounts {
    return this.#counts.report
  }

  /** Models that are folded again while the old ones serve: all, some by name, or none. */
  get refolding(): 'all' | readonly string[] {
    return this.#replaces === undefined ? this.#projector.folding : 'all'
  }

  /**
   * Does one piece of work.
   * @returns how many blocks were folded; undefined when there was nothing to do.
   * @throws {FoldFailed} when a block cannot be folded.
   * @throws {StorageError} when a file cannot be read or written.
   */
  step(limit = BATCH): number | undefined {
    const folded = this.#foldBlocks(limit)
    const isRefolding = this.#projector.foldModels(EVENT_BATCH)
    if (folded === undefined && !isRefolding && this.#replaces !== undefined) {
      this.#takeOver(this.#replaces)
      return 0
    }
    return folded ?? (isRefolding ? 0 : undefined)
  }

  /**
   * Folds what comes before a block that cannot be folded, as `FoldFailed` names it.
   * @param seq of the block in the log.
   * @returns how many blocks were folded.
   */
  stepBefore(seq: number): number {
    return this.#foldBlocks(BATCH, seq) ?? 0
  }

  close(): void {
    this.#projector.close()
  }

  #foldBlocks(limit: number, before = Number.POSITIVE_INFINITY): number | undefined {
    const { log, tipHeight } = this.#options
    log.refresh()
    const projector = this.#projector
    const checkpoint = projector.checkpoint
    const shared =
      checkpoint === undefined || isOnChain(checkpoint, log)
        ? undefined
        : projector.findIntersection((point) => log.seqOf(point))
    if (checkpoint !== undefined && shared === undefined && !isOnChain(checkpoint, log)) {
      this.#refold('the models do not stand on the chain of the log')
      return 0
    }
    const after = shared?.seq ?? checkpoint?.seq ?? 0
    if (shared === undefined && !hasBlocks(log, { after, before, limit })) return undefined
    try {
      return projector.apply(batchOf(log, { after, before, limit }), {
        tipHeight: Math.max(tipHeight(), log.end?.height ?? 0),
        ...(shared === undefined ? undefined : { rollBackTo: shared }),
      })
    } catch (error) {
      if (!(error instanceof RebuildNeeded)) throw error
      // A block that does not follow the one before it in the same log.
      if (shared === undefined) throw damaged(log.path, 'log', error.message, error)
      this.#refold(error.message)
      return 0
    }
  }

  /** Begins to fold the log into the next file. */
  #refold(reason: string): void {
    this.#options.onRefold(reason)
    this.#projector.close()
    // What was being folded beside a serving file, and must be folded again, serves nobody.
    if (this.#replaces === undefined) this.#replaces = this.#file
    else deleteModels(this.#file)
    this.#file = modelsFile(this.#options.directory, this.#file.number + 1)
    this.#projector = Projector.open(this.#file.path, this.#options, this.#counts)
  }

  /** @throws {StorageError} when a file cannot be written; it is tried again at the next step. */
  #takeOver(replaced: ModelsFile): void {
    try {
      startServing(this.#projector.database)
      markReplaced(replaced.path, this.#file.number)
    } catch (error) {
      throw storageError(error, replaced.path, 'models') ?? error
    }
    // Readers keep what they have open until they have moved.
    deleteModels(replaced)
    this.#replaces = undefined
  }

  /** The file to fold into, and the one that serves meanwhile. Deletes what neither needs. */
  #choose(): { file: ModelsFile; replaces: ModelsFile | undefined } {
    const { directory, onRefold } = this.#options
    const files = modelsFiles(directory)
    const serving = servingModels(directory)
    const isCurrent = serving === undefined ? false : this.#isFoldable(serving)
    const next = files.findLast((file) => file.number > (serving?.number ?? 0) && this.#isFoldable(file))
    const file =
      isCurrent && serving !== undefined
        ? serving
        : (next ?? modelsFile(directory, (files.at(-1)?.number ?? 0) + 1))
    const replaces = isCurrent ? undefined : serving
    for (const other of files)
      if (other.number !== file.number && other.number !== replaces?.number) deleteModels(other)
    if (replaces !== undefined) onRefold('the models were folded by other rules')
    return { file, replaces }
  }

  /** Whether a file can be folded on. One of another network is refused when it serves. */
  #isFoldable({ path }: ModelsFile): boolean {
    try {
      openModels(path, this.#options).database.close()
      return true
    } catch (error) {
      if (error instanceof OtherRules) return false
      throw error
    }
  }
}

interface Range {
  /** Seq in the log of the block before the first one. */
  readonly after: number
  /** Seq of the block after the last one, at most. */
  readonly before: number
  readonly limit: number
}

function* batchOf(log: LogReader, { after, before, limit }: Range): Generator<LoggedBlock> {
  for (const block of log.blocksAfter(after, limit)) {
    if (block.seq >= before) return
    yield block
  }
}

/** Whether a range holds any block. Only one that ends before the log does is read for it. */
const hasBlocks = (log: LogReader, range: Range): boolean =>
  (log.end?.seq ?? 0) > range.after &&
  (range.before === Number.POSITIVE_INFINITY || batchOf(log, range).next().done !== true)

/** Whether the models stand on the log's chain: on a block it holds, and holds since they took it. */
export const isOnChain = (checkpoint: Checkpoint, log: LogReader): boolean => {
  if (checkpoint.slot < 0) return true
  const seq = log.seqOf(checkpoint)
  return seq !== undefined && seq <= checkpoint.seq
}
