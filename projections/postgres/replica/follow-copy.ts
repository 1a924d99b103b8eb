// From PostgreSQL to a replica's own models: looks when PostgreSQL says that something was committed, and every second in
// case it could not say so. A server that cannot be reached, or holds nothing that can be copied, is waited for; what was
// copied before is served meanwhile, and the report says why it stands still.
import { setTimeout as sleep } from 'node:timers/promises'
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import { IN_THE_LOG, messageOf } from '../../../schema/platform/message-of.ts'
import type { Network } from '../../../schema/primitives.ts'
import type { FoldingReport, FollowingReport, Reports } from '../../../schema/reports.ts'
import { launchpadModels } from '../../launchpad-models.ts'
import type { MirrorState } from '../mirror-state.ts'
import { abandon, connect, type Session } from '../session.ts'
import { Replica } from './replica.ts'
import { CopyDiffers } from './replica-models.ts'
import { listen, readReports } from './replica-source.ts'

/** Milliseconds between two looks when nothing is heard. */
const LOOK = 1_000

/** Milliseconds between two tries, at first and at most. */
const RETRY = 500
const LONGEST_RETRY = 10_000

/** Milliseconds before everything is copied again because digests differ: the cause would meet the next copy too. */
const AFTER_DIFFERENCE = 60_000

/** Milliseconds between two lines of the log while everything is copied. */
const PROGRESS = 10_000

export interface ReplicaFollowingOptions {
  /** Directory of the replica's files. */
  readonly directory: string
  readonly network: Network
  readonly operations: OperationsConfig
  readonly url: string
  readonly schema: string
  readonly logger: Logger
}

interface ReplicaFollowingEvents {
  /** The models have changed: what they hold now. */
  copied: [MirrorState]
  /** Report of the indexer, or the reason why nothing is copied. */
  report: [Reports]
}

export class ReplicaFollowing extends EventEmitter<ReplicaFollowingEvents> {
  readonly #options: ReplicaFollowingOptions
  readonly #replica: Replica
  readonly #ending = new AbortController()
  /** The indexer's reports as they came, and when each came by this machine's clock: another's may differ. */
  readonly #reports = new Map<string, { readonly text: string; readonly at: number }>()
  #problem: string | undefined
  #loadingReportedAt = 0
  #running: Promise<void> = Promise.resolve()
  /** Ends a wait. */
  #wake: () => void = () => {}

  constructor(options: ReplicaFollowingOptions) {
    super()
    const { directory, schema, network, operations, logger } = options
    this.#options = options
    let saidAt = performance.now()
    this.#replica = new Replica({
      directory,
      schema,
      network,
      rules: launchpadModels(network, operations),
      onLoading: (rows) => {
        this.#reportLoading()
        if (performance.now() - saidAt < PROGRESS) return
        saidAt = performance.now()
        logger.info({ rows }, 'the models are copied from PostgreSQL')
      },
    })
  }

  /** Begins to follow. */
  run(): void {
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await this.#running
    this.#replica.close()
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending
    let wait = RETRY
    while (!signal.aborted) {
      try {
        await this.#follow(() => {
          wait = RETRY
        })
      } catch (error) {
        if (signal.aborted) return
        const differs = error instanceof CopyDiffers
        if (differs) this.#hinder(error.message)
        else this.#hinder(`the models cannot be copied from PostgreSQL${IN_THE_LOG}`, messageOf(error))
        await this.#pause(differs ? AFTER_DIFFERENCE : wait)
        wait = Math.min(2 * wait, LONGEST_RETRY)
      }
    }
  }

  /** Follows on one connection, until it fails or the end is asked for. */
  async #follow(onStep: () => void): Promise<void> {
    const { url, schema } = this.#options
    const { signal } = this.#ending
    const session = await connect(url, true, signal)
    session.once('end', () => this.#wake())
    try {
      let isHeard = false
      session.on('notification', () => {
        isHeard = true
        this.#wake()
      })
      await listen(session, schema)
      let reportsAt = 0
      while (!signal.aborted) {
        isHeard = false
        const step = await this.#replica.step(session)
        this.#hinder(step.kind === 'waiting' ? step.reason : undefined)
        onStep()
        if (step.kind === 'applied' || step.kind === 'loaded') this.emit('copied', step.state)
        if (step.kind === 'loaded')
          this.#options.logger.info({ height: step.state.height }, 'the models were copied from PostgreSQL')
        if (performance.now() - reportsAt >= LOOK) {
          reportsAt = performance.now()
          await this.#report(session)
        }
        if (!isHeard && step.kind !== 'applied') await this.#rest()
      }
    } finally {
      abandon(session)
    }
  }

  /** Waits for a notification, at most until the next look. */
  async #rest(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      timer = setTimeout(resolve, LOOK)
    })
    clearTimeout(timer)
  }

  /** Waits without a connection; the report stays fresh, so that its words are read and not its age. */
  async #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#ending
    const end = performance.now() + milliseconds
    for (let left = milliseconds; left > 0 && !signal.aborted; left = end - performance.now()) {
      this.#reportProblem()
      await sleep(Math.min(left, LOOK), undefined, { signal }).catch(() => {})
    }
  }

  /** @param reason for the log alone */
  #hinder(problem: string | undefined, reason?: string): void {
    const { logger } = this.#options
    const isNew = problem !== this.#problem
    this.#problem = problem
    if (problem !== undefined) this.#reportProblem()
    if (!isNew) return
    if (problem === undefined) logger.info('copying from PostgreSQL continues')
    else logger.warn({ problem: reason ?? problem }, 'nothing is copied from PostgreSQL')
  }

  /** Emits the indexer's report, dated by the moment when it was new here. */
  async #report(session: Session): Promise<void> {
    const now = Date.now()
    for (const [part, text] of await readReports(session, this.#options.schema))
      if (this.#reports.get(part)?.text !== text) this.#reports.set(part, { text, at: now })
    if (this.#problem === undefined)
      this.emit(
        'report',
        this.#dated(({ at }) => at),
      )
  }

  #reportProblem(): void {
    const problem = this.#problem ?? null
    this.#reportInstead({ state: 'waiting', problem }, {})
  }

  /** Everything is made again beside what serves, as when an indexer folds its log again. */
  #reportLoading(): void {
    if (performance.now() - this.#loadingReportedAt < LOOK) return
    this.#loadingReportedAt = performance.now()
    this.#reportInstead({}, { refolding: 'all' })
  }

  /** Reports what the indexer last said, but for what it cannot know. */
  #reportInstead(own: Partial<FollowingReport>, ownFolding: Partial<FoldingReport>): void {
    const at = Date.now()
    const { following, folding } = this.#dated(() => at)
    this.emit('report', {
      following: { ...NOTHING_HEARD, ...following, ...own, at },
      folding: { ...NOTHING_FOLDED, ...folding, ...ownFolding, at },
    })
  }

  #dated(dateOf: (report: { readonly at: number }) => number): Reports {
    return Object.fromEntries(
      [...this.#reports].map(([part, report]) => [part, { ...JSON.parse(report.text), at: dateOf(report) }]),
    )
  }
}

/** Report of an indexer that nothing is known of yet. */
const NOTHING_HEARD: Omit<FollowingReport, 'at'> = {
  state: 'waiting',
  problem: null,
  nodeTip: null,
  logEnd: null,
  isRecorded: false,
}
const NOTHING_FOLDED: Omit<FoldingReport, 'at'> = {
  problem: null,
  isPassing: false,
  rate: 0,
  refolding: [],
}
