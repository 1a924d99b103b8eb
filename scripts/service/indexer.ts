// The indexer put together: the follower appends to the log, the projector folds what was appended, and the
// status says how far both are. Models that cannot go on (other rules, a step back past their journal, a log that
// lost its tail) are folded again from the log; that needs no node.
import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import { Follower, type FollowerTiming } from '../../indexer/follower.ts'
import { FollowingStopped } from '../../indexer/intake.ts'
import { Log } from '../../indexer/log.ts'
import { type IndexerStatus, statusWriter } from '../../projections/engine/indexer-status.ts'
import { emptyModels, openModels } from '../../projections/engine/models-database.ts'
import { type Checkpoint, FoldFailed, Projector, RebuildNeeded } from '../../projections/engine/projector.ts'
import type { LaunchpadEvent } from '../../projections/interpret/events.ts'
import { launchpadModels, slotTime } from '../../projections/launchpad-projector.ts'
import type { OperationsConfig } from '../../schema/config.ts'
import { StartupError } from '../../schema/errors.ts'
import type { LogEntry } from '../../schema/events.ts'
import { type Network, type Point, SECURITY_PARAMETER, type Tip } from '../../schema/primitives.ts'
import { damaged, StorageError, storageError } from '../../schema/storage-error.ts'
import { lockDirectory, logPath, modelsPath } from './data-directory.ts'
import { dropEmptyModels } from './drop-empty-models.ts'
import { modelsOptions } from './models-options.ts'
import type { OnProgress } from './progress.ts'
import { Rate } from './rate.ts'
import { rejectionLog } from './rejection-log.ts'

/** Entries folded in one transaction while catching up with the log. */
const CATCH_UP_BATCH = 500

/** Milliseconds between two writings of the status while nothing else asks for one. */
export const STATUS_INTERVAL = 2_000

/** Milliseconds a rate looks back. */
const RATE_WINDOW = 10_000

/** Milliseconds between two tries to catch up with a file that cannot be written, at first and at most. */
const RETRY = 500
const LONGEST_RETRY = 30_000

export interface IndexerOptions {
  readonly dataDir: string
  readonly network: Network
  readonly start: Point | 'origin'
  readonly operations: OperationsConfig
  readonly logger: Logger
}

interface IndexerEvents {
  /** Blocks were appended and folded; with the node's tip as of the last of them. */
  folded: [tip: Tip | 'origin']
  /** Following came to another state, or met a problem; told before blocks that came with it are folded. */
  status: [IndexerStatus]
  /** A status that could not be written beside the models, for readers in this process. */
  unwritten: [IndexerStatus]
}

/** Whether the models stand on the log's chain: on a block it holds, and holds since they took it. */
export const standsOn = (checkpoint: Checkpoint, log: Log): boolean => {
  const point = checkpoint.slot < 0 ? log.start : { slot: checkpoint.slot, id: checkpoint.id }
  const seq = log.seqOf(point)
  return seq !== undefined && seq <= checkpoint.seq
}

export class Indexer extends EventEmitter<IndexerEvents> {
  readonly log: Log
  readonly #options: IndexerOptions
  readonly #rate = new Rate(RATE_WINDOW, () => performance.now())
  readonly #models: Database.Database
  #projector: Projector<LaunchpadEvent>
  readonly #writeStatus: (status: IndexerStatus) => void
  readonly #logRejections: () => void
  #follower: Follower | undefined
  readonly #unlock: () => void
  #isRecorded = false
  #state = 'connecting'
  /** Why nothing is folded; null while the follower says how things are. */
  #problem: string | null = null
  /** Whether folding failed, so that the log holds more than the models. */
  #isBehind = false
  #timer: NodeJS.Timeout | undefined

  /** @throws {StartupError} when the data directory, or a file in it, cannot be used. */
  constructor(options: IndexerOptions) {
    super()
    this.#options = options
    const { dataDir, network, start, operations, logger } = options
    this.#unlock = lockDirectory(dataDir)
    let log: Log | undefined
    try {
      log = Log.open(logPath(dataDir), { network, start })
      this.log = log
      if (log.lastSeq === 0) dropEmptyModels(modelsPath(dataDir))
      const { database, dropped } = openModels(modelsPath(dataDir), modelsOptions(network, operations))
      this.#models = database
      if (dropped !== undefined) logger.info({ reason: dropped }, 'models dropped, folding them again')
      this.#projector = new Projector(this.#models, launchpadModels(operations))
      this.#writeStatus = statusWriter(this.#models)
      this.#logRejections = rejectionLog(this.#models, logger, () => performance.now())
      // What the last run said of itself holds no more.
      this.#report()
    } catch (error) {
      log?.close()
      this.#unlock()
      const problem = storageError(error, modelsPath(dataDir), 'models')
      throw problem === undefined ? error : new StartupError(problem.message, { cause: error })
    }
  }

  get checkpoint(): Checkpoint | undefined {
    return this.#projector.checkpoint
  }

  /** As it is written beside the models. */
  get status(): IndexerStatus {
    const { end } = this.log
    const status = this.#follower?.status
    return {
      state: this.#state,
      problem: this.#problem ?? status?.problem ?? null,
      nodeTip: status?.nodeTip ?? null,
      logEnd: end === undefined ? null : { slot: end.slot, id: end.id, height: end.height },
      rate: this.#rate.value,
      isRecorded: this.#isRecorded,
      at: Date.now(),
    }
  }

  /**
   * Folds what the log holds and the models do not, from wherever they stand.
   * Yields to the event loop between batches; `signal` ends it there.
   * @throws {StorageError} when a file cannot be read or written.
   * @throws {FoldFailed} at a block that cannot be folded; what comes before it was.
   */
  async catchUp(onProgress: OnProgress = () => {}, signal?: AbortSignal): Promise<void> {
    this.#state = 'rebuilding'
    this.#report()
    const whole = this.log.lastSeq
    for (const _ of this.#catchingUp()) {
      if (signal?.aborted) return
      onProgress(this.checkpoint?.seq ?? 0, whole)
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#state = 'connecting'
  }

  /**
   * The same for a service, which serves what there is whatever happens: waits for a file that cannot be written,
   * and says in its status why it gave up.
   * @returns whether the models stand at the log's end, so that a node may be followed.
   */
  async catchUpOrStop(signal: AbortSignal): Promise<boolean> {
    this.#keepReporting()
    for (let wait = RETRY; !signal.aborted; wait = Math.min(2 * wait, LONGEST_RETRY)) {
      try {
        await this.catchUp(undefined, signal)
        this.#problem = null
        return !signal.aborted
      } catch (error) {
        const isPassing = error instanceof StorageError && error.isPassing
        this.#problem = this.#explain(error)
        this.#state = isPassing ? 'waiting' : 'stopped'
        this.#report()
        this.#options.logger[isPassing ? 'warn' : 'error'](
          { state: this.#state, problem: this.#problem },
          'catching up with the log',
        )
        if (!isPassing) return false
        await sleep(wait, undefined, { signal }).catch(() => {})
      }
    }
    return false
  }

  /** Follows a node until `stop`; resolves when following has ended, for whichever reason. */
  async follow(
    url: string,
    options: { readonly isRecorded: boolean; readonly timing?: Partial<FollowerTiming> },
  ): Promise<void> {
    const { network, operations, logger } = this.#options
    const mayBeginAnew = network === 'devnet' && !options.isRecorded
    this.#isRecorded = options.isRecorded
    const follower = new Follower({
      log: this.log,
      url,
      network,
      ...(mayBeginAnew ? { networkStart: Math.round(1000 * slotTime(operations, 0)) } : undefined),
      maxDepth: SECURITY_PARAMETER,
      random: Math.random,
      onConnecting: () => this.#attempt(() => this.#catchUpNow()),
      onAppended: (entries, tip) => this.#attempt(() => this.#onAppended(entries, tip)),
      ...(options.timing === undefined ? undefined : { timing: options.timing }),
    })
    this.#follower = follower
    let told = ''
    follower.on('status', ({ state, problem }) => {
      this.#state = state
      if (`${state}${problem}` !== told) {
        told = `${state}${problem}`
        const level = state === 'stopped' && problem !== null ? 'error' : problem === null ? 'info' : 'warn'
        logger[level]({ state, ...(problem === null ? undefined : { problem }) }, 'following')
      }
      this.#report()
      this.emit('status', this.status)
    })
    this.#keepReporting()
    await follower.run()
  }

  stop(): void {
    this.#follower?.stop()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#report()
    this.#models.close()
    this.log.close()
    this.#unlock()
  }

  #onAppended(entries: readonly LogEntry[], tip: Tip | 'origin'): void {
    if (!this.#isBehind)
      try {
        this.#fold(entries, tip === 'origin' ? 0 : tip.height)
      } catch (error) {
        this.#isBehind = true
        if (!(error instanceof RebuildNeeded)) throw error
      }
    this.#catchUpNow()
    this.emit('folded', tip)
  }

  /** Takes up from the log what could not be folded when it was appended. */
  #catchUpNow(): void {
    if (!this.#isBehind) return
    const before = this.#state
    this.#state = 'rebuilding'
    try {
      for (const _ of this.#catchingUp());
      this.#isBehind = false
    } finally {
      this.#state = before
    }
    this.#report()
  }

  /** Brings the models to the log's end, a batch a step. */
  *#catchingUp(): Generator<void> {
    let isNew = false
    const startAgain = (reason: string): void => {
      if (isNew) throw damaged(this.log.path, 'log', reason)
      isNew = true
      this.#startAgain(reason)
    }
    if (!this.#agree()) startAgain('the models do not stand on the chain of the log')
    for (;;) {
      try {
        if (!this.#foldMore()) return
      } catch (error) {
        if (!(error instanceof RebuildNeeded)) throw error
        startAgain(error.message)
      }
      yield
    }
  }

  #fold(entries: readonly LogEntry[], tipHeight: number): void {
    try {
      // The status comes with the models it speaks of: a reader never sees the one without the other.
      this.#projector.apply(entries, tipHeight, () => this.#writeStatus(this.status))
    } catch (error) {
      const before = error instanceof FoldFailed ? entries.filter(({ seq }) => seq < error.seq) : []
      if (before.length > 0) this.#fold(before, tipHeight)
      throw error
    }
    this.#rate.add(entries.length)
  }

  /** Runs work on the models for the follower, which stops at any error but one of a file that may pass. */
  #attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof StorageError && error.isPassing) throw error
      throw new FollowingStopped(this.#explain(error), { cause: error })
    }
  }

  /** An error as one line for the status; with its stack in the log when it is a bug. */
  #explain(error: unknown): string {
    if (error instanceof StorageError) return error.message
    const cause = error instanceof FoldFailed ? error.cause : error
    this.#options.logger.error({ err: cause }, 'folding failed')
    return error instanceof FoldFailed ? error.message : `the models cannot be folded (${error})`
  }

  /** Folds the next blocks of the log; false when there are none. */
  #foldMore(): boolean {
    const entries = this.log.canonicalAfter(this.checkpoint?.seq ?? 0, CATCH_UP_BATCH)
    if (entries.length > 0) this.#fold(entries, this.log.end?.height ?? 0)
    return entries.length > 0
  }

  /** Brings the models onto the log's chain; false when only folding them again can. */
  #agree(): boolean {
    const checkpoint = this.checkpoint
    if (checkpoint === undefined || standsOn(checkpoint, this.log)) return true
    // The models hold blocks the log has undone, or lost with its tail in a power cut: back to where both were.
    const shared = this.#projector.newestShared((slot, id) => this.log.seqOf({ slot, id }))
    if (shared === undefined) return false
    try {
      this.#projector.rewind(shared)
      return true
    } catch (error) {
      if (error instanceof RebuildNeeded) return false
      throw error
    }
  }

  #startAgain(reason: string): void {
    this.#options.logger.warn({ reason }, 'models dropped, folding them again')
    // In place: whoever serves the models has the file open.
    emptyModels(this.#models, modelsOptions(this.#options.network, this.#options.operations))
    this.#projector = new Projector(this.#models, launchpadModels(this.#options.operations))
    this.#report()
  }

  #keepReporting(): void {
    this.#timer ??= setInterval(() => {
      this.#report()
      this.#onModels(this.#logRejections)
    }, STATUS_INTERVAL)
  }

  /** Writes the status, or hands it on when the file cannot be written: that may be what it is about. */
  #report(): void {
    const { status } = this
    this.#onModels(
      () => this.#writeStatus(status),
      () => this.emit('unwritten', status),
    )
  }

  /** Work that nothing depends on: a file that cannot be read or written is no failure of it. */
  #onModels(work: () => void, otherwise = (): unknown => undefined): void {
    try {
      work()
    } catch (error) {
      if (storageError(error, modelsPath(this.#options.dataDir), 'models') === undefined) throw error
      otherwise()
    }
  }
}
