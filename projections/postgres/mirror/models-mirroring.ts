// From the models to their copy in PostgreSQL: takes the lead when no other mirror has it, copies what was committed, and
// loads everything when it must. After a failure it tries again on a new connection, and the fold does not wait for it;
// where an operator must decide, it stops and gives the lead back.
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { Waits } from '../../../schema/platform/backoff.ts'
import { type CommitNotices, commitNotices } from '../../../schema/platform/commit-notices.ts'
import { Loop } from '../../../schema/platform/loop.ts'
import { IN_THE_LOG, messageOf } from '../../../schema/platform/message-of.ts'
import type { MirroringReport } from '../../../schema/reports.ts'
import { REPORT_INTERVAL } from '../../../schema/reports.ts'
import { statusReader } from '../../status/indexer-status.ts'
import {
  acquireLeadership,
  type MirrorState,
  MirrorStopped,
  readMirror,
  releaseLeadership,
} from '../mirror-state.ts'
import { abandon, connect, type Session } from '../session.ts'
import { dropReplaced, load } from './load.ts'
import { MirrorReport } from './mirror-report.ts'
import { MirroredModels } from './mirrored-models.ts'
import type { DescribedModels, ModelsSource } from './models-source.ts'
import { writeReports } from './reports.ts'
import { type SyncResult, sync } from './sync.ts'

/** Milliseconds between two tries after a failure. */
const WAITS: Waits = { first: 200, longest: 5_000 }

/** Milliseconds between two looks at the models, when no notice says that something was committed. */
const LOOK = 100

/** Milliseconds between two looks whether there is a lead to take, or models to copy. */
const STANDBY = 1_000

/** Milliseconds between two lines of the log while everything is loaded. */
const PROGRESS = 10_000

export interface ModelsMirroringOptions {
  readonly url: string
  readonly schema: string
  /** Directory of the models' files. */
  readonly directory: string
  readonly models: DescribedModels
  readonly logger: Logger
}

interface ModelsMirroringEvents {
  /** The state or the problem is another. */
  report: []
}

export class ModelsMirroring extends EventEmitter<ModelsMirroringEvents> {
  readonly #options: ModelsMirroringOptions
  readonly #status: ReturnType<typeof statusReader>
  readonly #report: MirrorReport
  readonly #loop = new Loop()
  readonly #folded: CommitNotices
  #models: MirroredModels | undefined
  #running: Promise<void> | undefined

  constructor(options: ModelsMirroringOptions) {
    super()
    this.#options = options
    this.#status = statusReader(options.directory)
    this.#report = new MirrorReport(options.logger, () => this.emit('report'))
    this.#folded = commitNotices(options.directory, () => this.#loop.wake())
  }

  get report(): MirroringReport {
    return this.#report.current
  }

  /** Copies until `close`, or until an operator must decide. */
  run(): void {
    this.#running ??= this.#loop.repeat(
      (succeeded) => this.#mirror(succeeded),
      (error) => this.#waitsAfter(error),
    )
  }

  /** Ends the work under way without waiting for PostgreSQL. */
  async close(): Promise<void> {
    this.#loop.stop()
    await this.#running
    this.#folded.close()
    this.#models?.close()
    this.#status.close()
  }

  #waitsAfter(error: unknown): Waits | undefined {
    if (error instanceof MirrorStopped) {
      this.#report.setState('stopped', error.message)
      return undefined
    }
    this.#report.setState('waiting', `PostgreSQL cannot be written to${IN_THE_LOG}`, messageOf(error))
    return WAITS
  }

  /** Copies on one connection, until it fails or the end is asked for. */
  async #mirror(succeeded: () => void): Promise<void> {
    const { url, schema, directory, models } = this.#options
    this.#models ??= MirroredModels.open(directory, models)
    if (this.#models === undefined) {
      this.#report.setState('waiting', 'there are no models yet')
      succeeded()
      return this.#loop.wait(STANDBY)
    }
    const session = await connect(url, true, this.#loop.signal)
    try {
      while (!this.#loop.isStopped) {
        if (await acquireLeadership(session, schema)) await this.#lead(session, this.#models, succeeded)
        else {
          this.#report.setCopy(await readMirror(session, schema))
          this.#report.setState('standby')
          succeeded()
        }
        await this.#loop.wait(STANDBY)
      }
    } finally {
      abandon(session)
    }
  }

  /** Keeps the copy in step while this mirror has the lead; returns when it has given it back. */
  async #lead(session: Session, models: MirroredModels, succeeded: () => void): Promise<void> {
    const { schema } = this.#options
    let known: MirrorState | undefined
    let toldAt = Number.NEGATIVE_INFINITY
    models.isDue = true
    while (!this.#loop.isStopped) {
      const source = models.refresh()
      const isHeartbeat = performance.now() - toldAt >= REPORT_INTERVAL
      if (models.isDue || isHeartbeat) {
        models.isDue = false
        const beganAt = performance.now()
        const result = await sync(session, schema, source, known)
        if (result.kind === 'moved') {
          models.isDue = true
          continue
        }
        if (result.kind === 'written') this.#report.commits.add((performance.now() - beganAt) / 1000)
        const state = result.kind === 'load' ? await this.#load(result, source, session) : result.state
        this.#report.setCopy(state)
        if (result.kind === 'behind') {
          this.#report.setState('standby', 'the copy is ahead of the models')
          return releaseLeadership(session, schema)
        }
        const isIncomplete = result.kind === 'incomplete'
        if (isIncomplete) {
          models.isDue = true
          this.#report.setState(
            'waiting',
            `everything is to be loaded (${result.reason}), once the models are near the tip and complete`,
          )
        } else {
          known = state
          this.#report.setState('following')
        }
        if (isHeartbeat && state !== undefined) {
          toldAt = performance.now()
          await this.#writeReports(session)
        }
        succeeded()
        await this.#loop.wait(isIncomplete ? STANDBY : LOOK)
      } else await this.#loop.wait(LOOK)
    }
  }

  /** Loads on a connection of its own, as COPY needs one to itself; heartbeats go on over the leader's. */
  async #load(
    { reason, state }: Extract<SyncResult, { readonly kind: 'load' }>,
    source: ModelsSource,
    session: Session,
  ): Promise<MirrorState> {
    const { url, schema, logger } = this.#options
    this.#report.setState('loading')
    logger.info({ schema, reason }, 'everything is loaded into PostgreSQL')
    const beganAt = performance.now()
    let loggedAt = beganAt
    const loading = await connect(url, false, this.#loop.signal)
    const lost = (): void => abandon(loading)
    session.once('end', lost)
    const beat = (): Promise<unknown> =>
      state === undefined ? session.query('SELECT 1') : this.#writeReports(session)
    const heartbeat = setInterval(() => void beat().catch(lost), REPORT_INTERVAL)
    try {
      const loaded = await load(loading, schema, source, state, (rows, of) => {
        this.#report.loaded = { rows, of }
        if (performance.now() - loggedAt < PROGRESS) return
        loggedAt = performance.now()
        logger.info({ rows, of }, 'loading into PostgreSQL')
      })
      this.#report.loads++
      const seconds = Math.round((performance.now() - beganAt) / 100) / 10
      logger.info(
        { schema, rows: this.#report.loaded?.of, seconds },
        'everything is loaded into PostgreSQL, and served',
      )
      await dropReplaced(loading, schema).catch((error: unknown) =>
        logger.warn(
          { reason: messageOf(error) },
          'the replaced tables are still read: they are dropped after the next load',
        ),
      )
      return loaded
    } finally {
      clearInterval(heartbeat)
      session.off('end', lost)
      abandon(loading)
      this.#report.loaded = null
    }
  }

  /** Writes the indexer's reports beside the copy, which also shows that this session lives. */
  #writeReports(session: Session): Promise<void> {
    return writeReports(session, this.#options.schema, this.#status.read())
  }
}
