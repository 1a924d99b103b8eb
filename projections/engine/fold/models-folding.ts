// Folds the blocks of a log into read models, piece by piece, and then new blocks as they are appended. The models in the serving file
// cannot continue after a change of the rules, or after a fork that is deeper than the journal. Then the next file is folded beside the
// serving one, and replaces it when it has all blocks. If a file cannot be written, folding waits and tries again. At a block that cannot
// be folded, folding stops, and the report has the reason.
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import { StartupError } from '../../../schema/errors.ts'
import type { Waits } from '../../../schema/platform/backoff.ts'
import { commitNotices } from '../../../schema/platform/commit-notices.ts'
import { Loop } from '../../../schema/platform/loop.ts'
import { IN_THE_LOG } from '../../../schema/platform/message-of.ts'
import { StorageError, storageError } from '../../../schema/platform/storage-error.ts'
import type { FoldingReport } from '../../../schema/reports.ts'
import {
  distrust,
  type ModelsOptions,
  markReplaced,
  OtherRules,
  openModels,
  startServing,
} from '../file/models-database.ts'
import { deleteModels, type ModelsFile, modelsFile, modelsFiles } from '../file/models-files.ts'
import { servingModels } from '../file/serving-models.ts'
import { BLOCKS_AT_ONCE, foldBlocks, type LogReader } from './fold-blocks.ts'
import { FoldCounts } from './fold-counts.ts'
import { FoldFailed, ModelFailed, RebuildNeeded } from './fold-errors.ts'
import type { MovingBase } from './moving-base.ts'
import { type Checkpoint, Projector } from './projector.ts'
import { Rate } from './rate.ts'

/** The rate is measured over this time. */
const RATE_WINDOW_MS = 10_000

/** Interval in ms between two attempts to write a file. */
const WAITS: Waits = { first: 500, longest: 2_000 }

/** The log is read even without a notice that it has grown. */
const POLL_INTERVAL_MS = 100

const DAMAGED = 'a file is not what was written'

/** Events that are folded in one transaction when a model is folded again. */
const EVENTS_AT_ONCE = 5_000

interface ModelsFoldingOptions<Event> extends ModelsOptions<Event> {
  readonly directory: string
  readonly log: LogReader
  /** Undefined if the log keeps whole blocks. */
  readonly base?: MovingBase | undefined
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** `problem` is a sentence without a path. Damaged models are folded again; a damaged log is not. */
export interface Damage {
  readonly problem: string
  readonly isOfLog: boolean
}

interface ModelsFoldingEvents {
  /** A problem arises or ends, or other models are being folded again. */
  report: []
  /** A model of the operator threw. */
  failed: [ModelFailed]
}

export class ModelsFolding<
  Event extends { readonly kind: string },
> extends EventEmitter<ModelsFoldingEvents> {
  /** The height that the log's writer last announced. */
  tipHeight = 0
  readonly #options: ModelsFoldingOptions<Event>
  readonly #counts = new FoldCounts()
  readonly #rate = new Rate(RATE_WINDOW_MS, () => performance.now())
  readonly #loop = new Loop()
  readonly #logged: ReturnType<typeof commitNotices>
  readonly #folded: ReturnType<typeof commitNotices>
  #file: ModelsFile
  #projector: Projector<Event>
  #replaces: ModelsFile | undefined
  #problem: Pick<FoldingReport, 'problem' | 'isPassing'> = { problem: null, isPassing: false }
  #compared: Pick<FoldingReport, 'damage' | 'comparison'> = {}

  /** @throws {StartupError} if the models belong to another network or cannot be opened */
  constructor(options: ModelsFoldingOptions<Event>) {
    super()
    this.#options = options
    const { file, replaces } = this.#choose()
    this.#file = file
    this.#replaces = replaces
    this.#projector = Projector.open(file.path, options, this.#counts)
    if (replaces === undefined) startServing(this.#projector.database)
    if (options.log.lastSeq < (this.checkpoint?.seq ?? 0))
      options.logger.warn(
        { log: options.log.end?.height, models: this.checkpoint?.height },
        'the log is shorter than the models: its last rows are lost, and their blocks are followed again',
      )
    this.#logged = commitNotices(options.log.path, (tipHeight = this.tipHeight) => {
      this.tipHeight = tipHeight
      this.#loop.wake()
    })
    this.#folded = commitNotices(options.directory)
  }

  get database(): Projector<Event>['database'] {
    return this.#projector.database
  }

  get checkpoint(): Checkpoint | undefined {
    return this.#projector.checkpoint
  }

  /** The old models serve until the new ones are complete. */
  get refolding(): 'all' | readonly string[] {
    return this.#replaces === undefined ? this.#projector.folding : 'all'
  }

  get report(): FoldingReport {
    return {
      ...this.#problem,
      ...this.#compared,
      rate: this.#rate.value,
      refolding: this.refolding,
      counts: this.#counts.report,
      at: Date.now(),
    }
  }

  /** Complete, and near the tip, so that a comparison delays no sync. */
  get isComparable(): boolean {
    const isNearTip = this.database.prepare('SELECT journaled FROM blocks ORDER BY slot DESC LIMIT 1').pluck()
    return this.refolding.length === 0 && isNearTip.get() === 1
  }

  /** Damaged models are folded again, even if folding has ended because of the damage. */
  compared(damage: Damage | undefined, seconds: number): void {
    this.#compared = { damage: damage?.problem, comparison: seconds }
    if (damage?.isOfLog === false && this.refolding !== 'all') {
      this.#replace(damage.problem)
      this.run()
      this.#loop.wake()
    } else if (damage !== undefined) this.#options.logger.error(damage, DAMAGED)
    this.emit('report')
  }

  /** Ends after `stop`, or after a failure that another try cannot solve. */
  run(): void {
    void this.#loop.run(
      async (succeeded) => {
        while (!this.#loop.isStopped && this.#foldPiece()) {
          await new Promise((resolve) => setImmediate(resolve))
        }
        this.#setProblem(null)
        succeeded()
        await this.#loop.wait(POLL_INTERVAL_MS)
      },
      (error) => this.#waitsAfter(error),
    )
  }

  /** Resolves after the current piece. */
  stop(): Promise<void> {
    return this.#loop.close()
  }

  close(): void {
    this.#logged.close()
    this.#folded.close()
    this.#projector.close()
  }

  /**
   * @returns the number of folded blocks; undefined if there was nothing to do
   * @throws {FoldFailed} if a block cannot be folded; no block of the piece is then folded
   * @throws {StorageError} if a file cannot be read or written
   */
  step(limit = BLOCKS_AT_ONCE): number | undefined {
    const { base } = this.#options
    const isDue = base === undefined ? false : base.isDue(this.#projector, this.tipHeight)
    if (isDue === true && base?.step(this.#projector))
      this.#options.logger.info(
        { base: this.checkpoint?.height },
        'the log keeps what is needed of the blocks up to its base',
      )
    if (isDue !== false) return isDue ? 0 : undefined
    const folded = this.#foldBlocks(limit)
    const isRefolding = this.#projector.foldModels(EVENTS_AT_ONCE)
    if (folded === undefined && !isRefolding && this.#replaces !== undefined) {
      this.#takeOver(this.#replaces)
      return 0
    }
    return folded ?? (isRefolding ? 0 : undefined)
  }

  /** @returns false if there was nothing to do */
  #foldPiece(): boolean {
    const { refolding } = this
    const folded = this.#stepUpToFailure()
    if (folded === undefined) return false
    this.#rate.add(folded)
    if (`${refolding}` !== `${this.refolding}`) this.emit('report')
    if (folded > 0) this.#folded.notify()
    return true
  }

  /** Stops before the first block that cannot be folded. */
  #stepUpToFailure(): number | undefined {
    try {
      return this.step()
    } catch (error) {
      const folded = error instanceof FoldFailed && this.#foldBlocks(BLOCKS_AT_ONCE, error.seq)
      if (!folded) throw error
      return folded
    }
  }

  #foldBlocks(limit: number, until?: number): number | undefined {
    const { tipHeight } = this
    const { log, base } = this.#options
    log.refresh()
    const pauseAt = base?.pauseAt
    const isBehind = pauseAt !== undefined && (this.checkpoint?.seq ?? 0) < pauseAt
    const before = isBehind ? Math.min(pauseAt + 1, until ?? pauseAt + 1) : until
    try {
      return foldBlocks(this.#projector, log, { limit, before, tipHeight })
    } catch (error) {
      if (!(error instanceof RebuildNeeded)) throw error
      const next = this.#openNext()
      this.#warnOfRefold(error.message)
      this.#refold(next)
      return 0
    }
  }

  /** @returns undefined if another try would not help */
  #waitsAfter(error: unknown): Waits | undefined {
    if (error instanceof StorageError) {
      const isOfModels = !error.isPassing && error.message.startsWith(`${this.#file.path} `)
      if (isOfModels && this.refolding !== 'all') return this.#waitsAfterDamage(error)
      this.#setProblem(error.outside, error.isPassing, error.message)
      return error.isPassing ? WAITS : undefined
    }
    if (error instanceof ModelFailed) {
      this.#setProblem(error.message)
      this.emit('failed', error)
      return undefined
    }
    const isExplained = error instanceof FoldFailed
    this.#options.logger.error({ err: isExplained ? error.cause : error }, 'folding failed')
    this.#setProblem(isExplained ? error.message : `the models cannot be folded${IN_THE_LOG}`)
    return undefined
  }

  #waitsAfterDamage({ outside }: StorageError): Waits | undefined {
    try {
      this.#replace(outside)
    } catch (error) {
      return this.#waitsAfter(error)
    }
    this.emit('report')
    return WAITS
  }

  /** @param detail the problem with its cause, for the operator only */
  #setProblem(problem: string | null, isPassing = false, detail = problem): void {
    if (problem === this.#problem.problem) return
    this.#problem = { problem, isPassing }
    this.emit('report')
    const { logger } = this.#options
    if (problem === null) logger.info('folding continues')
    else logger[isPassing ? 'warn' : 'error']({ problem: detail }, 'folding is interrupted')
  }

  /**
   * The replacement continues after a restart.
   * @param problem a sentence that says what the operator can do
   * @throws {StorageError} if the next file cannot be made; nothing is changed
   */
  #replace(problem: string): void {
    const next = this.#openNext()
    const damage = `${problem.slice(0, problem.lastIndexOf(':'))}: it is folded again from the log`
    this.#options.logger.error({ problem: damage }, DAMAGED)
    this.#compared = { ...this.#compared, damage }
    distrust(this.#projector.database)
    this.#refold(next)
  }

  #openNext(): Projector<Event> {
    const { path } = this.#nextFile
    try {
      return Projector.open(path, this.#options, this.#counts)
    } catch (error) {
      throw (error instanceof StartupError && storageError(error.cause, path, 'models')) || error
    }
  }

  get #nextFile(): ModelsFile {
    return modelsFile(this.#options.directory, this.#file.number + 1)
  }

  #refold(next: Projector<Event>): void {
    const unfinished = this.#replaces && this.#file
    this.#projector.close()
    this.#replaces ??= this.#file
    this.#file = this.#nextFile
    this.#projector = next
    if (unfinished !== undefined) deleteModels(unfinished)
  }

  #warnOfRefold(reason: string): void {
    this.#options.logger.warn({ reason }, 'the models are folded again from the log')
  }

  /** @throws {StorageError} if a file cannot be written; the next step tries again */
  #takeOver(replaced: ModelsFile): void {
    try {
      startServing(this.#projector.database)
      markReplaced(replaced.path, this.#file.number)
    } catch (error) {
      const problem = storageError(error, replaced.path, 'models')
      if (problem === undefined || problem.isPassing) throw problem ?? error
    }
    // Readers keep the deleted file open until they open the new one.
    deleteModels(replaced)
    this.#replaces = undefined
    this.#compared = { comparison: this.#compared.comparison }
  }

  /** Deletes all other files. */
  #choose(): { file: ModelsFile; replaces: ModelsFile | undefined } {
    const { directory } = this.#options
    const files = modelsFiles(directory)
    const serving = servingModels(directory)
    const isCurrent = serving !== undefined && this.#isFoldable(serving)
    const next = files.findLast((file) => file.number > (serving?.number ?? 0) && this.#isFoldable(file))
    const file = isCurrent ? serving : (next ?? modelsFile(directory, (files.at(-1)?.number ?? 0) + 1))
    const replaces = isCurrent ? undefined : serving
    for (const other of files)
      if (other.number !== file.number && other.number !== replaces?.number) deleteModels(other)
    if (replaces !== undefined) this.#warnOfRefold('the models were folded by other rules')
    return { file, replaces }
  }

  /** A serving file of another network is refused. */
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
