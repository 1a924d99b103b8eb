// The indexer put together: the follower appends to the log, the projector folds what was appended, and the
// status says how far both are. Models that cannot go on (other rules, a step back past their journal, a log that
// lost its tail) are folded again from the log; that needs no node.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import { Follower, type FollowerTiming } from '../../indexer/follower.ts'
import { Log } from '../../indexer/log.ts'
import { type IndexerStatus, statusWriter } from '../../projections/engine/indexer-status.ts'
import { emptyModels, type ModelsOptions, openModels } from '../../projections/engine/models-database.ts'
import { type Checkpoint, Projector, RebuildNeeded, tablesOf } from '../../projections/engine/projector.ts'
import type { LaunchpadEvent } from '../../projections/interpret/events.ts'
import { foldedConfig, launchpadModels, slotTime } from '../../projections/launchpad-projector.ts'
import type { OperationsConfig } from '../../schema/config.ts'
import { StartupError } from '../../schema/errors.ts'
import type { LogEntry } from '../../schema/events.ts'
import { type Network, type Point, SECURITY_PARAMETER, type Tip } from '../../schema/primitives.ts'
import { dropEmptyModels } from './drop-empty-models.ts'
import { Rate } from './rate.ts'
import { rejectionLog } from './rejection-log.ts'

/** Entries folded in one transaction while catching up with the log. */
const CATCH_UP_BATCH = 500

/** Milliseconds between two writings of the status while nothing else asks for one. */
export const STATUS_INTERVAL = 2_000

/** Milliseconds a rate looks back. */
const RATE_WINDOW = 10_000

export interface IndexerOptions {
  readonly dataDir: string
  readonly network: Network
  readonly start: Point | 'origin'
  readonly operations: OperationsConfig
  readonly logger: Logger
  /** Runs once the log is open, and with it locked against other processes, before the models are. */
  readonly beforeModels?: () => void
}

interface IndexerEvents {
  /** Blocks were appended and folded; with the node's tip as of the last of them. */
  folded: [tip: Tip | 'origin']
  /** Following came to another state, or met a problem; told before blocks that came with it are folded. */
  status: [IndexerStatus]
}

/** Whether the models stand on the log's chain: on a block it holds, and holds since they took it. */
export const standsOn = (checkpoint: Checkpoint, log: Log): boolean => {
  const point = checkpoint.slot < 0 ? log.start : { slot: checkpoint.slot, id: checkpoint.id }
  const seq = log.seqOf(point)
  return seq !== undefined && seq <= checkpoint.seq
}

export const logPath = (dataDir: string): string => join(dataDir, 'log.db')
export const modelsPath = (dataDir: string): string => join(dataDir, 'models.db')

/** How far folding the log is: entries done, and the whole, in blocks of the canonical chain or thereabouts. */
export type OnProgress = (done: number, whole: number) => void

export class Indexer extends EventEmitter<IndexerEvents> {
  readonly log: Log
  readonly #options: IndexerOptions
  readonly #rate = new Rate(RATE_WINDOW, () => performance.now())
  readonly #models: Database.Database
  #projector: Projector<LaunchpadEvent>
  readonly #writeStatus: (status: IndexerStatus) => void
  readonly #logRejections: () => void
  #follower: Follower | undefined
  #isRecorded = false
  #state = 'connecting'
  #timer: NodeJS.Timeout | undefined

  /** @throws {StartupError} when the data directory will not do. */
  constructor(options: IndexerOptions) {
    super()
    this.#options = options
    const { dataDir, network, start, logger } = options
    try {
      mkdirSync(dataDir, { recursive: true })
    } catch (error) {
      throw new StartupError(
        `DATA_DIR ${dataDir} cannot be made (${error instanceof Error ? error.message : error}): choose another`,
      )
    }
    this.log = Log.open(logPath(dataDir), { network, start })
    try {
      options.beforeModels?.()
      if (this.log.lastSeq === 0) dropEmptyModels(modelsPath(dataDir))
      const { database, dropped } = openModels(modelsPath(dataDir), this.#modelsOptions)
      this.#models = database
      if (dropped !== undefined) logger.info({ reason: dropped }, 'models dropped, folding them again')
      this.#projector = new Projector(this.#models, launchpadModels(options.operations))
      this.#writeStatus = statusWriter(this.#models)
      this.#logRejections = rejectionLog(this.#models, logger, () => performance.now())
      // What the last run said of itself holds no more.
      this.#report()
    } catch (error) {
      this.log.close()
      throw error
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
      problem: status?.problem ?? null,
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
   */
  async catchUp(onProgress: OnProgress = () => {}, signal?: AbortSignal): Promise<void> {
    this.#state = 'rebuilding'
    this.#report()
    if (!this.#agree()) this.#startAgain('the models do not stand on the chain of the log')
    const whole = this.log.lastSeq
    for (;;) {
      if (signal?.aborted) return
      if (!this.#foldMore()) break
      onProgress(this.checkpoint?.seq ?? 0, whole)
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#state = 'connecting'
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
      onAppended: (entries, tip) => this.#onAppended(entries, tip),
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
    this.#timer = setInterval(() => {
      this.#report()
      this.#logRejections()
    }, STATUS_INTERVAL)
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
  }

  #onAppended(entries: readonly LogEntry[], tip: Tip | 'origin'): void {
    try {
      this.#fold(entries, tip === 'origin' ? 0 : tip.height)
    } catch (error) {
      if (!(error instanceof RebuildNeeded)) throw error
      const before = this.#state
      this.#state = 'rebuilding'
      this.#startAgain(error.message)
      while (this.#foldMore());
      this.#state = before
      this.#report()
    }
    this.emit('folded', tip)
  }

  #fold(entries: readonly LogEntry[], tipHeight: number): void {
    // The status comes with the models it speaks of: a reader never sees the one without the other.
    this.#projector.apply(entries, tipHeight, () => this.#report())
    this.#rate.add(entries.length)
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
    emptyModels(this.#models, this.#modelsOptions)
    this.#projector = new Projector(this.#models, launchpadModels(this.#options.operations))
    this.#report()
  }

  get #modelsOptions(): ModelsOptions {
    const { network, operations } = this.#options
    return {
      network,
      tables: tablesOf(launchpadModels(operations)),
      meaning: JSON.stringify(foldedConfig(operations)),
    }
  }

  #report(): void {
    this.#writeStatus(this.status)
  }
}
