// The copy in PostgreSQL as copy-writing.ts writes it. One session holds the lead. Each load has a separate connection.
import type { Logger } from 'pino'
import { IN_THE_LOG } from '../../../../schema/platform/message-of.ts'
import { REPORT_INTERVAL_MS } from '../../../../schema/reports.ts'
import type { CopyReport } from '../../protocol/copy-report.ts'
import type { CopyState } from '../../protocol/copy-state.ts'
import type { CopyPlace, Due, OpenCopy } from '../../protocol/copy-writing.ts'
import { REST_MS } from '../../protocol/leadership.ts'
import type { ModelsSource } from '../../source/models-source.ts'
import { abandon, connect, rowsOf, type Session, WRITER_IDLE } from '../session.ts'
import { SHARED_SESSIONS, sessionProblem } from '../session-problem.ts'
import { advisoryLead } from './advisory-lead.ts'
import { grantReaders } from './grant-readers.ts'
import { load } from './load.ts'
import { postgresCopy } from './postgres-copy.ts'

const processOf = async (session: Session): Promise<unknown> =>
  (await rowsOf(session, 'SELECT pg_backend_pid()'))[0]?.[0]

/**
 * A pool in transaction mode distributes statements to any of its sessions, so the leader's lock would be in a session that other clients
 * use. In such a pool, a second connection with an open transaction gets the session of the first one.
 * @throws {Error} if other connections can use the connection's session
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

/** Interval in ms between two checks for missing rights of readers. */
const GRANT_INTERVAL_MS = 60_000

/** Time in ms after which the report says that PostgreSQL does not respond. */
const LATE_MS = 5_000

/** Interval in ms between two lines of the log. */
const PROGRESS_INTERVAL_MS = 10_000

interface MirrorPlaceOptions {
  readonly url: string
  readonly schema: string
  readonly readers?: readonly string[]
  readonly logger: Logger
  /** Time in ms after which a response is reported as late. */
  readonly late?: number
}

export class MirrorPlace implements CopyPlace {
  readonly name = 'the mirror'
  readonly interval = REPORT_INTERVAL_MS
  readonly late: NonNullable<CopyPlace['late']>
  readonly #options: MirrorPlaceOptions
  /** The error that ended the session. Later queries fail with another error. */
  #loss: Error | undefined

  constructor(options: MirrorPlaceOptions) {
    this.#options = options
    this.late = { ms: options.late ?? LATE_MS, problem: 'PostgreSQL does not answer' }
  }

  async open(signal: AbortSignal, report: CopyReport): Promise<OpenCopy> {
    const { url, schema, readers = [] } = this.#options
    this.#loss = undefined
    const session = await connect(url, true, signal, REST_MS)
    session.on('error', (error) => {
      this.#loss ??= error
    })
    let grantedAt = Number.NEGATIVE_INFINITY
    const close = async (): Promise<void> => abandon(session)
    try {
      await assertOwnSession(url, session, signal)
    } catch (error) {
      await close()
      throw error
    }
    return {
      copy: postgresCopy(session, schema),
      lead: advisoryLead(session, schema),
      load: (due, source) => {
        grantedAt = Number.NEGATIVE_INFINITY
        return this.#load(due, source, session, signal, report)
      },
      async after() {
        if (performance.now() - grantedAt < GRANT_INTERVAL_MS) return
        grantedAt = performance.now()
        await grantReaders(session, schema, readers)
      },
      beat: async () => void (await session.query('SELECT 1')),
      close,
    }
  }

  explain(error: unknown): readonly [string, string] {
    return [`PostgreSQL cannot be written to${IN_THE_LOG}`, sessionProblem(this.#loss ?? error)]
  }

  /** COPY occupies a connection, so the leader's connection continues to send heartbeats. */
  async #load(
    { state }: Due,
    source: ModelsSource,
    session: Session,
    signal: AbortSignal,
    report: CopyReport,
  ): Promise<CopyState> {
    const { url, schema, logger } = this.#options
    let loggedAt = performance.now()
    const loading = await connect(url, false, signal, WRITER_IDLE)
    const lost = (): void => abandon(loading)
    session.once('end', lost)
    const heartbeat = setInterval(() => void session.query('SELECT 1').catch(lost), REPORT_INTERVAL_MS)
    const onProgress = (rows: number, of: number): void => {
      report.loaded = { rows, of }
      if (performance.now() - loggedAt < PROGRESS_INTERVAL_MS) return
      loggedAt = performance.now()
      logger.info({ rows, of }, 'rows loaded into PostgreSQL so far')
    }
    const onLost = (lost: readonly string[]): void => {
      if (lost.length > 0)
        logger.warn({ lost }, 'views were dropped because they name columns that no longer exist')
    }
    try {
      return await load(loading, schema, source, state, onProgress, onLost)
    } finally {
      clearInterval(heartbeat)
      session.off('end', lost)
      abandon(loading)
      report.loaded = null
    }
  }
}
