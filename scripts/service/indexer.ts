// The indexer put together: the follower appends to the log, the subscription folds what the log holds, and the
// status says how far both are. They meet at the log alone: the follower never waits for the models, and what is
// appended is folded piece by piece whenever there is something to fold, a restart and a refold included.
import { setTimeout as sleep } from 'node:timers/promises'
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import { Follower, type FollowerTiming } from '../../indexer/follower.ts'
import { Log } from '../../indexer/log.ts'
import { FoldFailed } from '../../projections/engine/fold-errors.ts'
import { type IndexerStatus, statusWriter } from '../../projections/engine/indexer-status.ts'
import type { Checkpoint } from '../../projections/engine/projector.ts'
import { Subscription } from '../../projections/engine/subscription.ts'
import type { LaunchpadEvent } from '../../projections/interpret/events.ts'
import { launchpadModels } from '../../projections/launchpad-models.ts'
import { slotTime } from '../../projections/ledger/launchpad-ledger.ts'
import type { OperationsConfig } from '../../schema/config.ts'
import { StartupError } from '../../schema/errors.ts'
import { type Network, type Point, SECURITY_PARAMETER, type Tip } from '../../schema/primitives.ts'
import { StorageError, storageError } from '../../schema/storage-error.ts'
import { lockDirectory, logPath, modelsPath } from './data-directory.ts'
import { dropEmptyModels } from './drop-empty-models.ts'
import { logReader } from './log-reader.ts'
import type { OnProgress } from './progress.ts'
import { Rate } from './rate.ts'
import { rejectionLog } from './rejection-log.ts'

/** Milliseconds between two writings of the status while nothing else asks for one. */
export const STATUS_INTERVAL = 2_000

/** Milliseconds a rate looks back. */
const RATE_WINDOW = 10_000

/** Milliseconds between two tries to fold into a file that cannot be written, at first and at most. */
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
  /** Blocks were folded; with the node's tip as far as it is known. */
  folded: [tip: Tip | 'origin' | null]
  /** Following or folding came to another state, or met a problem. */
  status: [IndexerStatus]
  /** A status that could not be written, for readers in this process. */
  unwritten: [IndexerStatus]
}

/** Why nothing is folded, and whether that may pass by itself. */
interface Hindrance {
  readonly problem: string
  readonly isPassing: boolean
}

export class Indexer extends EventEmitter<IndexerEvents> {
  readonly log: Log
  readonly #options: IndexerOptions
  readonly #rate = new Rate(RATE_WINDOW, () => performance.now())
  readonly #subscription: Subscription<LaunchpadEvent>
  readonly #statusFile: ReturnType<typeof statusWriter>
  readonly #logRejections: () => void
  readonly #unlock: () => void
  readonly #ending = new AbortController()
  #follower: Follower | undefined
  #isRecorded = false
  #hindrance: Hindrance | undefined
  #wake = (): void => {}
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
      if (log.lastSeq === 0) dropEmptyModels(dataDir)
      this.#subscription = new Subscription({
        ...launchpadModels(network, operations),
        directory: dataDir,
        log: logReader(log),
        tipHeight: () => heightOf(this.#follower?.status.nodeTip),
        onRefold: (reason) => logger.warn({ reason }, 'the models are folded again from the log'),
      })
      this.#statusFile = statusWriter(dataDir)
      this.#logRejections = rejectionLog(
        () => this.#subscription.database,
        logger,
        () => performance.now(),
      )
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
    return this.#subscription.checkpoint
  }

  /** As it is written beside the models. */
  get status(): IndexerStatus {
    const { end } = this.log
    const follower = this.#follower?.status
    const hindrance = this.#hindrance
    const refolding = this.#subscription.refolding
    return {
      state:
        hindrance === undefined
          ? refolding === 'all'
            ? 'rebuilding'
            : (follower?.state ?? 'connecting')
          : hindrance.isPassing
            ? 'waiting'
            : 'stopped',
      problem: hindrance?.problem ?? follower?.problem ?? null,
      nodeTip: follower?.nodeTip ?? null,
      logEnd: end === undefined ? null : { slot: end.slot, id: end.id, height: end.height },
      rate: this.#rate.value,
      isRecorded: this.#isRecorded,
      refolding,
      at: Date.now(),
    }
  }

  /**
   * Folds what the log holds and the models do not, from wherever they stand.
   * Yields to the event loop between pieces; `signal` ends it there.
   * @throws {StorageError} when a file cannot be read or written.
   * @throws {FoldFailed} at a block that cannot be folded; what comes before it was.
   */
  async catchUp(onProgress: OnProgress = () => {}, signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && this.#step()) {
      onProgress(this.checkpoint?.seq ?? 0, this.log.lastSeq)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /**
   * Folds what the log holds, and what is appended to it, until `close`. Waits for a file that cannot be written;
   * at a block that cannot be folded it stops, and the status says why.
   */
  async #fold(): Promise<void> {
    const { signal } = this.#ending
    let wait = RETRY
    while (!signal.aborted) {
      try {
        await this.catchUp(undefined, signal)
        this.#hinder(undefined)
        wait = RETRY
        if (!signal.aborted)
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
      } catch (error) {
        const isPassing = error instanceof StorageError && error.isPassing
        this.#hinder({ problem: this.#explain(error), isPassing })
        if (!isPassing) return
        await sleep(wait, undefined, { signal }).catch(() => {})
        wait = Math.min(2 * wait, LONGEST_RETRY)
      }
    }
  }

  /**
   * Follows a node until `stop`, and folds what comes until `close`.
   * @returns resolves when following has ended, for whichever reason.
   */
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
      onAppended: () => this.#wake(),
      ...(options.timing === undefined ? undefined : { timing: options.timing }),
    })
    this.#follower = follower
    let logged = ''
    follower.on('status', ({ state, problem }) => {
      if (`${state}${problem}` !== logged) {
        logged = `${state}${problem}`
        const level = state === 'stopped' && problem !== null ? 'error' : problem === null ? 'info' : 'warn'
        logger[level]({ state, ...(problem === null ? undefined : { problem }) }, 'following')
      }
      this.#report()
      this.emit('status', this.status)
    })
    this.#keepReporting()
    void this.#fold()
    await follower.run()
  }

  /** Writes the status every few seconds, so that readers see that the indexer lives. */
  #keepReporting(): void {
    this.#timer ??= setInterval(() => {
      this.#report()
      this.#onModels(this.#logRejections)
    }, STATUS_INTERVAL)
  }

  /** Ends following and folding; what was committed stays. */
  stop(): void {
    this.#follower?.stop()
  }

  close(): void {
    this.#ending.abort()
    this.#wake()
    clearInterval(this.#timer)
    this.#report()
    this.#statusFile.close()
    this.#subscription.close()
    this.log.close()
    this.#unlock()
  }

  /** One piece of folding; false when there was nothing to do. */
  #step(): boolean {
    const folded = this.#stepWithin()
    if (folded === undefined) return false
    this.#rate.add(folded)
    this.#report()
    if (folded > 0) this.emit('folded', this.#follower?.status.nodeTip ?? null)
    return true
  }

  /** A piece that holds a block which cannot be folded is folded again as far as that block. */
  #stepWithin(): number | undefined {
    try {
      return this.#subscription.step()
    } catch (error) {
      if (!(error instanceof FoldFailed) || this.#subscription.stepBefore(error.seq) === 0) throw error
      return 0
    }
  }

  #hinder(hindrance: Hindrance | undefined): void {
    const isNews = hindrance?.problem !== this.#hindrance?.problem
    this.#hindrance = hindrance
    if (!isNews) return
    this.#report()
    this.emit('status', this.status)
    const { logger } = this.#options
    if (hindrance === undefined) logger.info('folding continues')
    else logger[hindrance.isPassing ? 'warn' : 'error']({ problem: hindrance.problem }, 'nothing is folded')
  }

  /** An error as one line for the status; with its stack in the log when it is a bug. */
  #explain(error: unknown): string {
    if (error instanceof StorageError) return error.message
    const cause = error instanceof FoldFailed ? error.cause : error
    this.#options.logger.error({ err: cause }, 'folding failed')
    return error instanceof FoldFailed ? error.message : `the models cannot be folded (${error})`
  }

  /** Writes the status, or hands it on when the file cannot be written: that may be what it is about. */
  #report(): void {
    const { status } = this
    this.#onModels(
      () => this.#statusFile.write(status),
      () => this.emit('unwritten', status),
    )
  }

  /** Work that nothing depends on: a file that cannot be read or written is no failure of it. */
  #onModels(work: () => void, otherwise = (): unknown => undefined): void {
    try {
      work()
    } catch (error) {
      if (storageError(error, this.#options.dataDir, 'models') === undefined) throw error
      otherwise()
    }
  }
}

const heightOf = (tip: Tip | 'origin' | null | undefined): number =>
  tip === 'origin' ? 0 : (tip?.height ?? 0)
