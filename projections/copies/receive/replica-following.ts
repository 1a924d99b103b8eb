// Copies from a source to a replica's own models, after each notice of a commit and at intervals. Waits if the source cannot be reached or
// has no models. Meanwhile the earlier copy is served, and the report has the reason.
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Waits } from '../../../schema/platform/backoff.ts'
import { type CommitNotices, commitNotices } from '../../../schema/platform/commit-notices.ts'
import { Loop } from '../../../schema/platform/loop.ts'
import { IN_THE_LOG, messageOf } from '../../../schema/platform/message-of.ts'
import type { Network } from '../../../schema/primitives.ts'
import type { FoldingReport, FollowingReport, Reports } from '../../../schema/reports.ts'
import type { Damage } from '../../engine/fold/models-folding.ts'
import { launchpadModels } from '../../launchpad-models.ts'
import type { OwnFiles } from '../../own/own-models.ts'
import { NOT_FOLLOWING } from '../../status/indexer-status.ts'
import { CopyDamaged } from '../files/layout.ts'
import type { Carrier, PublishedLink } from '../files/published-link.ts'
import { AnotherSource, PublishedSource } from '../files/published-source.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import { Replica } from './replica.ts'
import { CopyDiffers } from './replica-models.ts'

const REPORT_READ_INTERVAL_MS = 1_000

const WAITS: Waits = { first: 500, longest: 10_000 }

const AT_ONCE: Waits = { first: 1, longest: 1 }

/** An immediate copy would fail for the same reason. */
const AFTER_DIFFERENCE: Waits = { first: 60_000, longest: 60_000 }

const PROGRESS_INTERVAL_MS = 10_000

export interface ReplicaFollowingOptions {
  readonly directory: string
  readonly network: Network
  readonly operations: OperationsConfig
  readonly ownModels?: OwnFiles
  /** The preferred one first. */
  readonly carriers: readonly Carrier[]
  readonly logger: Logger
}

interface ReplicaFollowingEvents {
  /** The indexer's report is newer, or a problem of copying began or ended. */
  report: []
  /** Emitted after each complete copy and each applied commit. */
  copied: [CopyState]
}

export class ReplicaFollowing extends EventEmitter<ReplicaFollowingEvents> {
  readonly #options: ReplicaFollowingOptions
  readonly #source: PublishedSource
  readonly #replica: Replica
  readonly #loop = new Loop()
  readonly #copied: CommitNotices
  /** Each report has its time of arrival by this machine's clock, because the clocks of machines differ. */
  readonly #reports = new Map<string, { readonly text: string; readonly at: number }>()
  #problem: string | null = null
  /** In the words of the log. */
  #logged: string | null = null
  #compared: Pick<FoldingReport, 'damage' | 'comparison'> = {}
  #heardAt = Date.now()
  #loading: { readonly rows: number; readonly of: number } | undefined

  constructor(options: ReplicaFollowingOptions) {
    super()
    const { directory, carriers, network, operations, ownModels, logger } = options
    const rules = launchpadModels(network, operations, ownModels)
    this.#source = new PublishedSource(carriers, rules)
    this.#options = options
    this.#copied = commitNotices(directory)
    let loggedAt = performance.now()
    this.#replica = new Replica({
      directory,
      source: this.#source,
      rules,
      onApplied: (state) => this.emit('copied', state),
      onLoading: (rows, of) => {
        const isBegun = this.#loading === undefined
        this.#loading = { rows, of }
        if (isBegun) this.emit('report')
        if (performance.now() - loggedAt < PROGRESS_INTERVAL_MS) return
        loggedAt = performance.now()
        logger.info({ rows, of }, 'rows copied from MODELS_URL so far')
      },
    })
  }

  /** The indexer's reports with the replica's own state. */
  get report(): Reports {
    const { following = { ...NOT_FOLLOWING, at: Date.now() }, ...others } = this.#reported()
    const { folding } = others
    return {
      ...others,
      following: { ...following, source: { at: this.#heardAt } },
      ...(folding && {
        folding: { ...folding, damage: undefined, comparison: undefined, ...this.#compared },
      }),
    }
  }

  /** The indexer's reports, or why nothing is copied, or the progress of a complete copy. */
  #reported(): Reports {
    if (this.#problem !== null) return this.#reportWith({ state: 'waiting', problem: this.#problem }, {})
    if (this.#loading !== undefined) {
      const { rows, of } = this.#loading
      const progress = `the models are copied from MODELS_URL: ${rows} of about ${of} rows`
      // The earlier copy is served until the new one is complete.
      const isFirst = this.#replica.state === undefined
      return this.#reportWith(isFirst ? { problem: progress } : {}, { refolding: 'all' })
    }
    if (this.#replica.state === undefined)
      return this.#reportWith({ problem: 'the models have not been copied from MODELS_URL yet' }, {})
    return this.#dated(({ at }) => at)
  }

  /** The copy is complete. */
  get isComparable(): boolean {
    return this.#problem === null && this.#loading === undefined && this.#replica.state !== undefined
  }

  /** A damaged copy is made again. */
  compared(damage: Damage | undefined, seconds: number): void {
    this.#compared = { comparison: seconds }
    if (damage !== undefined) {
      this.#options.logger.error(damage, 'the copy of the models is not what was written, and is made again')
      this.#compared = { ...this.#compared, damage: 'the copy of the models is damaged, and is made again' }
      this.#replica.distrust()
      this.#loop.wake()
    }
    this.emit('report')
  }

  run(): void {
    void this.#loop.run(
      (succeeded) => this.#follow(succeeded),
      (error) => this.#waitsAfter(error),
    )
  }

  async close(): Promise<void> {
    await this.#loop.close()
    this.#copied.close()
    this.#replica.close()
  }

  #waitsAfter(error: unknown): Waits {
    this.#loading = undefined
    if (error instanceof AnotherSource) {
      this.#options.logger.info({ source: error.message }, 'MODELS_URL: another address is read')
      return AT_ONCE
    }
    const differs = error instanceof CopyDiffers
    if (differs || error instanceof CopyDamaged) this.#setProblem(error.message)
    else this.#setProblem(`the models cannot be copied from MODELS_URL${IN_THE_LOG}`, messageOf(error))
    return differs ? AFTER_DIFFERENCE : WAITS
  }

  async #follow(succeeded: () => void): Promise<void> {
    const { logger } = this.#options
    const link = this.#source.connect(this.#loop.signal)
    let reportsAt = Number.NEGATIVE_INFINITY
    while (!this.#loop.isStopped) {
      const step = await this.#replica.step(link)
      this.#loading = undefined
      this.#setProblem(step.kind === 'waiting' ? step.reason : null)
      succeeded()
      if (step.kind === 'applied' || step.kind === 'loaded') {
        this.#heardAt = Date.now()
        this.#copied.notify()
      }
      if (step.kind === 'loaded') {
        this.#compared = {}
        logger.info({ height: step.state.height }, 'the models were copied from MODELS_URL')
        this.emit('copied', step.state)
      }
      if (performance.now() - reportsAt >= REPORT_READ_INTERVAL_MS) {
        reportsAt = performance.now()
        this.#readReports(link)
      }
      if (step.kind !== 'applied') await this.#loop.wait(link.pause)
    }
  }

  /** @param detail in the words of the service's log lines */
  #setProblem(problem: string | null, detail = problem): void {
    if (problem === this.#problem && detail === this.#logged) return
    this.#problem = problem
    this.#logged = detail
    this.emit('report')
    const { logger } = this.#options
    if (problem === null) logger.info('copying from MODELS_URL continues')
    else logger.warn({ problem: detail }, 'copying from MODELS_URL is interrupted')
  }

  #readReports({ manifest }: PublishedLink): void {
    const now = Date.now()
    for (const [part, text] of manifest?.reports ?? [])
      if (this.#reports.get(part)?.text !== text) {
        this.#reports.set(part, { text, at: now })
        this.#heardAt = now
      }
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
