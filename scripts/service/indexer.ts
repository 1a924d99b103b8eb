// The indexer in one thread, for commands and tests: follower and fold over one log. The service runs each in a thread
// of its own (follower-thread.ts, folding-thread.ts).
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import { ChainFollowing } from '../../indexer/follow-chain.ts'
import type { FollowerTiming } from '../../indexer/follower.ts'
import { Log } from '../../indexer/log/log.ts'
import type { Checkpoint } from '../../projections/engine/fold/projector.ts'
import { dropEmptyModels } from '../../projections/folding/drop-empty-models.ts'
import { ModelsFolding } from '../../projections/folding/fold-models.ts'
import { indexerStatus } from '../../projections/status/indexer-status.ts'
import { type IndexerReports, openReports } from '../../projections/status/report-file.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import { StartupError } from '../../schema/errors.ts'
import { storageError } from '../../schema/platform/storage-error.ts'
import type { Network, Point, Tip } from '../../schema/primitives.ts'
import { heightOf } from '../../schema/primitives.ts'
import type { IndexerStatus, OnProgress } from '../../schema/reports.ts'
import { lockDirectory, logPath, modelsPath } from './settings/data-directory.ts'

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
}

export class Indexer extends EventEmitter<IndexerEvents> {
  readonly log: Log
  readonly #following: ChainFollowing
  readonly #folding: ModelsFolding
  readonly #reports: IndexerReports
  readonly #unlock: () => void

  /** @throws {StartupError} when the data directory, or a file in it, cannot be used. */
  constructor(options: IndexerOptions) {
    super()
    const { dataDir, network, start, operations, logger } = options
    this.#unlock = lockDirectory(dataDir)
    let log: Log | undefined
    try {
      log = Log.open(logPath(dataDir), { network, start })
      this.log = log
      if (log.lastSeq === 0) dropEmptyModels(dataDir)
      this.#following = new ChainFollowing({ log, network, operations, logger })
      const tipHeight = (): number => heightOf(this.#following.report.nodeTip)
      const reader = log
      this.#folding = new ModelsFolding({ dataDir, network, operations, log: reader, tipHeight, logger })
      this.#reports = openReports(dataDir, logger)
      this.#following.on('appended', () => this.#folding.look())
      this.#following.on('report', (following) => this.#report({ following }))
      this.#folding.on('report', (folding) => this.#report({ folding }))
      this.#folding.on('folded', () => this.emit('folded', this.#following.report.nodeTip))
    } catch (error) {
      log?.close()
      this.#unlock()
      const problem = storageError(error, modelsPath(dataDir), 'models')
      throw problem === undefined ? error : new StartupError(problem.message, { cause: error })
    }
  }

  get checkpoint(): Checkpoint | undefined {
    return this.#folding.checkpoint
  }

  get status(): IndexerStatus {
    const folding = this.#folding.report
    const following = this.#following.report
    return indexerStatus({ folding, following }) ?? { ...following, rate: 0, refolding: [] }
  }

  /** See `ModelsFolding.catchUp`. */
  catchUp(onProgress?: OnProgress): Promise<void> {
    return this.#folding.catchUp(onProgress)
  }

  /**
   * Follows a node until `stop`, and folds what comes until `close`.
   * @returns resolves when following has ended, for whichever reason.
   */
  follow(
    url: string,
    options: { readonly isRecorded: boolean; readonly timing?: Partial<FollowerTiming> },
  ): Promise<void> {
    void this.#folding.run()
    return this.#following.follow(url, options)
  }

  stop(): void {
    this.#following.stop()
  }

  close(): void {
    this.#following.close()
    this.#folding.close()
    this.#reports.close()
    this.log.close()
    this.#unlock()
  }

  #report(reports: Parameters<IndexerReports['write']>[0]): void {
    this.#reports.write(reports)
    this.emit('status', this.status)
  }
}
