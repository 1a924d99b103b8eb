// From PostgreSQL to a replica's own models: looks when PostgreSQL notifies of a commit, and every second in case no
// notification came. It waits for a server that cannot be reached, or that holds nothing to copy; the models copied before are
// served meanwhile, and the report says why they stand still.
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Waits } from '../../../schema/platform/backoff.ts'
import { type CommitNotices, commitNotices } from '../../../schema/platform/commit-notices.ts'
import { Loop } from '../../../schema/platform/loop.ts'
import { IN_THE_LOG } from '../../../schema/platform/message-of.ts'
import type { Network, Tip } from '../../../schema/primitives.ts'
import type { FoldingReport, FollowingReport, Reports } from '../../../schema/reports.ts'
import { launchpadModels } from '../../launchpad-models.ts'
import { NOT_FOLLOWING } from '../../status/indexer-status.ts'
import { abandon, causeOf, connect, type Session } from '../session.ts'
import { sessionProblem } from '../session-problem.ts'
import { Replica } from './replica.ts'
import { CopyDiffers } from './replica-models.ts'
import { listen, readReports } from './replica-source.ts'

/** Milliseconds between two looks when no notification comes. */
const LOOK = 1_000

/** Milliseconds between two looks at a hot standby, which notifies of nothing. */
const LOOK_AT_STANDBY = 100

/** Milliseconds between two tries. */
const WAITS: Waits = { first: 500, longest: 10_000 }

/** Milliseconds before everything is copied again because digests differ: the next copy would meet the cause too. */
const AFTER_DIFFERENCE: Waits = { first: 60_000, longest: 60_000 }

/** Milliseconds between two lines of the log while everything is copied. */
const PROGRESS = 10_000

export interface ReplicaFollowingOptions {
  /** Directory of the replica's files. */
  readonly directory: string
  readonly network: Network
  readonly operations: OperationsConfig
  /** Files of models of the operator's. */
  readonly ownModels?: readonly string[]
  readonly url: string
  readonly schema: string
  readonly logger: Logger
}

const NOT_COPIED = 'the models have not been copied from PostgreSQL yet'

interface ReplicaFollowingEvents {
  /** The indexer's report is newer, or copying met a problem or is over it. */
  report: []
  /** The models have changed: the block they stand at now. */
  copied: [Tip]
}

export class ReplicaFollowing extends EventEmitter<ReplicaFollowingEvents> {
  readonly #options: ReplicaFollowingOptions
  readonly #replica: Replica
  readonly #loop = new Loop()
  readonly #copied: CommitNotices
  /** The indexer's reports as they came, and when each came by this machine's clock: another's may differ. */
  readonly #reports = new Map<string, { readonly text: string; readonly at: number }>()
  #problem: string | null = null
  /** Rows copied, and about how many there are, while everything is copied. */
  #loading: { readonly rows: number; readonly of: number } | undefined
  #running: Promise<void> | undefined

  constructor(options: ReplicaFollowingOptions) {
    super()
    const { directory, schema, network, operations, ownModels, logger } = options
    this.#options = options
    this.#copied = commitNotices(directory)
    let loggedAt = performance.now()
    this.#replica = new Replica({
      directory,
      schema,
      network,
      rules: launchpadModels(network, operations, ownModels),
      onLoading: (rows, of) => {
        const isBegun = this.#loading === undefined
        this.#loading = { rows, of }
        if (isBegun) this.emit('report')
        if (performance.now() - loggedAt < PROGRESS) return
        loggedAt = performance.now()
        logger.info({ rows, of }, 'rows copied from PostgreSQL so far')
      },
    })
  }

  /** Reports of the indexer, but for what it cannot know: why nothing is copied, or that everything is copied anew. */
  get report(): Reports {
    if (this.#problem !== null) return this.#reportWith({ state: 'waiting', problem: this.#problem }, {})
    if (this.#loading !== undefined) {
      const { rows, of } = this.#loading
      const progress = `the models are copied from PostgreSQL: ${rows} of about ${of} rows`
      // What was copied before serves on.
      const isFirst = this.#replica.state === undefined
      return this.#reportWith(isFirst ? { problem: progress } : {}, { refolding: 'all' })
    }
    if (this.#replica.state === undefined) return this.#reportWith({ problem: NOT_COPIED }, {})
    return this.#dated(({ at }) => at)
  }

  /** Begins to follow. */
  run(): void {
    this.#running ??= this.#loop.repeat(
      (succeeded) => this.#follow(succeeded),
      (error) => this.#waitsAfter(error),
    )
  }

  async close(): Promise<void> {
    this.#loop.stop()
    await this.#running
    this.#copied.close()
    this.#replica.close()
  }

  #waitsAfter(error: unknown): Waits {
    this.#loading = undefined
    const differs = error instanceof CopyDiffers
    if (differs) this.#setProblem(error.message)
    else this.#setProblem(`the models cannot be copied from PostgreSQL${IN_THE_LOG}`, sessionProblem(error))
    return differs ? AFTER_DIFFERENCE : WAITS
  }

  /** Follows on one connection, until it fails or the end is asked for. */
  async #follow(succeeded: () => void): Promise<void> {
    const { url, schema, logger } = this.#options
    const session = await connect(url, true, this.#loop.signal)
    session.once('end', () => this.#loop.wake())
    session.on('notification', () => this.#loop.wake())
    try {
      const look = (await listen(session, schema)) ? LOOK : LOOK_AT_STANDBY
      let reportsAt = Number.NEGATIVE_INFINITY
      while (!this.#loop.isStopped) {
        const step = await this.#replica.step(session)
        this.#loading = undefined
        this.#setProblem(step.kind === 'waiting' ? step.reason : null)
        succeeded()
        if (step.kind === 'applied' || step.kind === 'loaded') {
          this.#copied.notify()
          this.emit('copied', step.state)
        }
        if (step.kind === 'loaded')
          logger.info({ height: step.state.height }, 'the models were copied from PostgreSQL')
        if (performance.now() - reportsAt >= LOOK) {
          reportsAt = performance.now()
          await this.#readReports(session)
        }
        if (step.kind !== 'applied') await this.#loop.wait(look)
      }
    } catch (error) {
      throw causeOf(session, error)
    } finally {
      abandon(session)
    }
  }

  /** @param detail the problem as the log has it */
  #setProblem(problem: string | null, detail = problem): void {
    if (problem === this.#problem) return
    this.#problem = problem
    this.emit('report')
    const { logger } = this.#options
    if (problem === null) logger.info('copying from PostgreSQL continues')
    else logger.warn({ problem: detail }, 'copying from PostgreSQL is interrupted')
  }

  /** Reads the indexer's reports, dated by the moment when each was new here. */
  async #readReports(session: Session): Promise<void> {
    const now = Date.now()
    for (const [part, text] of await readReports(session, this.#options.schema))
      if (this.#reports.get(part)?.text !== text) this.#reports.set(part, { text, at: now })
    this.emit('report')
  }

  #reportWith(own: Partial<FollowingReport>, ownFolding: Partial<FoldingReport>): Reports {
    const at = Date.now()
    const { following, folding } = this.#dated(() => at)
    return {
      following: { ...NOT_FOLLOWING, state: 'waiting', ...following, ...own, at },
      folding: { ...NOT_FOLDING, ...folding, ...ownFolding, at },
    }
  }

  #dated(dateOf: (report: { readonly at: number }) => number): Reports {
    return Object.fromEntries(
      [...this.#reports].map(([part, report]) => [part, { ...JSON.parse(report.text), at: dateOf(report) }]),
    )
  }
}

const NOT_FOLDING: Omit<FoldingReport, 'at'> = { problem: null, isPassing: false, rate: 0, refolding: [] }
