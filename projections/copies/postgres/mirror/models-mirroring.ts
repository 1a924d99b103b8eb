// Copies the models into PostgreSQL. It gets the lead by the rules of protocol/leadership.ts, copies each
// commit, and loads everything when necessary. After a failure it tries again on a new connection, while
// indexing goes on. If an operator must decide, it stops and gives up the lead.
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import type { Waits } from '../../../../schema/platform/backoff.ts'
import { Loop } from '../../../../schema/platform/loop.ts'
import { IN_THE_LOG } from '../../../../schema/platform/message-of.ts'
import { type MirroringReport, REPORT_INTERVAL_MS } from '../../../../schema/reports.ts'
import { CommitPace } from '../../protocol/commit-pace.ts'
import { type CopyState, CopyStopped } from '../../protocol/copy-state.ts'
import { CopyWatch, fitnessOf, type Lead, MOVES, REST_MS } from '../../protocol/leadership.ts'
import { type Comparison, compare, type SyncResult, sync } from '../../protocol/sync.ts'
import { FollowedModels } from '../../source/followed-models.ts'
import type { DescribedModels, ModelsSource } from '../../source/models-source.ts'
import { abandon, causeOf, connect, rowsOf, type Session, WRITER_IDLE } from '../session.ts'
import { SHARED_SESSIONS, sessionProblem } from '../session-problem.ts'
import { advisoryLead } from './advisory-lead.ts'
import { grantReaders } from './grant-readers.ts'
import { load } from './load.ts'
import { MirrorReport } from './mirror-report.ts'
import { postgresCopy } from './postgres-copy.ts'

const processOf = async (session: Session): Promise<unknown> =>
  (await rowsOf(session, 'SELECT pg_backend_pid()'))[0]?.[0]

/**
 * Checks that all statements of a connection reach one session. A pool in transaction mode spreads them over
 * its sessions. The leader's lock could then stay with a session that other clients use. A second connection
 * detects such a pool: it is given the first one's session, and keeps it with an open transaction.
 * @throws {Error} if other connections can use this connection's session
 */
const assertOwnSession = async (url: string, session: Session, signal: AbortSignal): Promise<void> => {
  const before = await processOf(session)
  const other = await connect(url, false, signal)
  try {
    await other.query('BEGIN')
    const others = await processOf(other)
    const after = await processOf(session)
    if (others === before || after !== before) throw new Error(SHARED_SESSIONS)
  } finally {
    abandon(other)
  }
}

/** Interval in ms between two attempts after a failure. */
const WAITS: Waits = { first: 200, longest: 5_000 }

/** Interval in ms at which the models are checked even without a notice of a commit. */
const POLL_INTERVAL_MS = 100

/** Interval in ms between two attempts to become leader, or to find models to copy. */
const STANDBY_MS = 1_000

/** Interval in ms between two checks whether a reader's role lacks rights. */
const GRANT_INTERVAL_MS = 60_000

/** Time in ms after which the report says that PostgreSQL does not respond. A commit takes far less. */
const LATE_MS = 5_000

/** Interval in ms between two lines of the log while everything is loaded. */
const PROGRESS_INTERVAL_MS = 10_000

interface ModelsMirroringOptions {
  readonly url: string
  readonly schema: string
  /** Roles that may read the copy. */
  readonly readers?: readonly string[]
  /** Directory of the models' files. */
  readonly directory: string
  readonly models: DescribedModels
  readonly logger: Logger
  /** Time in ms without progress of the copy, after which this indexer asks for the lead. */
  readonly stall?: number
  /** Time in ms after which a response is reported as late. */
  readonly late?: number
}

interface ModelsMirroringEvents {
  /** Emitted when the state, the problem or the last block of the copy has changed. */
  report: []
}

export class ModelsMirroring extends EventEmitter<ModelsMirroringEvents> {
  readonly #options: ModelsMirroringOptions
  readonly #report: MirrorReport
  readonly #loop: Loop
  readonly #pace = new CommitPace()
  #models: FollowedModels | undefined

  constructor(options: ModelsMirroringOptions) {
    super()
    this.#options = options
    this.#report = new MirrorReport(options.logger, () => this.emit('report'))
    this.#loop = new Loop({ wakesWith: options.directory })
  }

  get report(): MirroringReport {
    return this.#report.current
  }

  /** Copies until `close` is called or an operator must decide. */
  run(): void {
    void this.#loop.run(
      (succeeded) => this.#mirror(succeeded),
      (error) => this.#waitsAfter(error),
    )
  }

  /** Stops the current work without waiting for PostgreSQL. */
  async close(): Promise<void> {
    await this.#loop.close()
    this.#models?.close()
  }

  #waitsAfter(error: unknown): Waits | undefined {
    if (error instanceof CopyStopped) {
      this.#report.setState('stopped', error.message)
      return undefined
    }
    this.#pace.lost()
    this.#report.setState('waiting', `PostgreSQL cannot be written to${IN_THE_LOG}`, sessionProblem(error))
    return WAITS
  }

  /** Copies on one connection until it fails or the loop is stopped. */
  async #mirror(succeeded: () => void): Promise<void> {
    const { url, schema, directory, models, stall } = this.#options
    this.#models ??= FollowedModels.open(directory, models)
    if (this.#models === undefined) {
      this.#report.setState('waiting', 'there are no models yet')
      succeeded()
      return this.#loop.wait(STANDBY_MS)
    }
    const session = await this.#answered(connect(url, true, this.#loop.signal, REST_MS))
    const lead = advisoryLead(session, schema)
    const watch = new CopyWatch(stall)
    try {
      await this.#answered(assertOwnSession(url, session, this.#loop.signal))
      while (!this.#loop.isStopped) {
        const leads = await this.#standBy(session, lead, this.#models.refresh(), watch)
        succeeded()
        if (leads) {
          await this.#lead(session, lead, this.#models, succeeded)
          await lead.return()
        }
        await this.#loop.wait(STANDBY_MS)
      }
    } catch (error) {
      throw causeOf(session, error)
    } finally {
      abandon(session)
    }
  }

  /** Waits for a response from PostgreSQL, and reports a late one. */
  async #answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
    const { late = LATE_MS } = this.#options
    const report = () => this.#report.setState('waiting', 'PostgreSQL does not answer')
    const timer = setTimeout(report, late)
    try {
      return await asked
    } finally {
      clearTimeout(timer)
    }
  }

  /** Tries to become the leader. @returns whether it is the leader now */
  async #standBy(session: Session, lead: Lead, source: ModelsSource, watch: CopyWatch): Promise<boolean> {
    const { schema } = this.#options
    const found = await this.#answered(compare(postgresCopy(session, schema), source))
    this.#report.setCopy(found.state)
    const height = source.state()?.checkpoint.height ?? 0
    const move = MOVES[fitnessOf(found)][watch.observe(found.state, height, performance.now())]
    if (move === 'try' && (await lead.try())) return true
    this.#reportStandby(found)
    return move === 'ask' && lead.ask()
  }

  /** Reports a mirror without the lead. */
  #reportStandby(found: Comparison | Exclude<SyncResult, { readonly kind: 'moved' }>): void {
    if (found.kind !== 'incomplete') this.#report.setState('standby')
    else
      this.#report.setState(
        found.state === undefined ? 'waiting' : 'standby',
        `these models can be copied once they are near the tip and complete (${found.reason})`,
      )
  }

  /** Keeps the copy up to date until the lead must be given back. */
  async #lead(session: Session, lead: Lead, models: FollowedModels, succeeded: () => void): Promise<void> {
    const { schema, readers = [] } = this.#options
    let known: CopyState | undefined
    let toldAt = Number.NEGATIVE_INFINITY
    let grantedAt = Number.NEGATIVE_INFINITY
    models.isDue = true
    while (!this.#loop.isStopped) {
      const source = models.refresh()
      const isHeartbeat = performance.now() - toldAt >= REPORT_INTERVAL_MS
      if (models.isDue || isHeartbeat) {
        models.isDue = false
        const beganAt = performance.now()
        const result = await this.#answered(sync(postgresCopy(session, schema), source, known, this.#pace))
        if (result.kind === 'moved') {
          models.isDue = true
          continue
        }
        const isAsked = isHeartbeat && (await this.#answered(lead.isAskedFor()))
        if (MOVES[fitnessOf(result)][isAsked ? 'asked' : 'leading'] === 'return') {
          this.#report.setCopy(result.state)
          return this.#reportStandby(result)
        }
        if (result.kind === 'written') {
          const took = performance.now() - beganAt
          this.#report.commits.add(took / 1000)
          this.#pace.wrote(took)
          models.isDue ||= result.isPartial
        }
        if (result.kind === 'load') grantedAt = Number.NEGATIVE_INFINITY
        known = result.kind === 'load' ? await this.#load(result, source, session) : result.state
        this.#report.setCopy(known)
        this.#report.setState('following')
        if (isHeartbeat) {
          toldAt = performance.now()
          await this.#answered(session.query('SELECT 1'))
        }
        succeeded()
      }
      if (performance.now() - grantedAt >= GRANT_INTERVAL_MS) {
        grantedAt = performance.now()
        await grantReaders(session, schema, readers)
      }
      if (!models.isDue) await this.#loop.wait(POLL_INTERVAL_MS)
    }
  }

  /**
   * Loads on a connection of its own, because COPY occupies it. The leader's connection goes on sending
   * heartbeats.
   */
  async #load(
    { reason, state }: Extract<SyncResult, { readonly kind: 'load' }>,
    source: ModelsSource,
    session: Session,
  ): Promise<CopyState> {
    const { url, schema, logger } = this.#options
    this.#report.setState('loading')
    logger.info({ schema, reason }, 'loading everything into PostgreSQL')
    const beganAt = performance.now()
    let loggedAt = beganAt
    const loading = await connect(url, false, this.#loop.signal, WRITER_IDLE)
    const lost = (): void => abandon(loading)
    session.once('end', lost)
    const heartbeat = setInterval(() => void session.query('SELECT 1').catch(lost), REPORT_INTERVAL_MS)
    try {
      const loaded = await load(
        loading,
        schema,
        source,
        state,
        (rows, of) => {
          this.#report.loaded = { rows, of }
          if (performance.now() - loggedAt < PROGRESS_INTERVAL_MS) return
          loggedAt = performance.now()
          logger.info({ rows, of }, 'rows loaded into PostgreSQL so far')
        },
        (lost) => {
          if (lost.length > 0)
            logger.warn({ lost }, 'views were dropped because they name columns that no longer exist')
        },
      )
      this.#report.loads++
      const seconds = Math.round((performance.now() - beganAt) / 100) / 10
      logger.info({ schema, rows: this.#report.loaded?.of, seconds }, 'everything was loaded into PostgreSQL')
      return loaded
    } finally {
      clearInterval(heartbeat)
      session.off('end', lost)
      abandon(loading)
      this.#report.loaded = null
    }
  }
}
