// From the models to their copy in PostgreSQL: takes the lead when nobody has it, copies what was committed, and loads
// everything when it must. Whatever fails is tried again on a new connection, and nobody waits for it; where somebody must
// decide, it stops and gives the lead back.
import { setTimeout as sleep } from 'node:timers/promises'
import { EventEmitter } from 'eventemitter3'
import type { Logger } from 'pino'
import { BucketCounts } from '../../../schema/platform/bucket-counts.ts'
import { IN_THE_LOG, messageOf } from '../../../schema/platform/message-of.ts'
import type { Tip } from '../../../schema/primitives.ts'
import type { MirroringReport } from '../../../schema/reports.ts'
import { REPORT_INTERVAL } from '../../../schema/reports.ts'
import { ModelsReader, NoModels } from '../../read/reader/models-reader.ts'
import { statusReader } from '../../status/indexer-status.ts'
import {
  giveLeadershipBack,
  type MirrorState,
  MirrorStopped,
  readMirror,
  takeLeadership,
} from '../mirror-state.ts'
import { abandon, connect, type Session } from '../session.ts'
import { dropReplaced, load } from './load.ts'
import { type DescribedModels, ModelsSource } from './models-source.ts'
import { writeReports } from './reports.ts'
import { type SyncResult, sync } from './sync.ts'

/** Milliseconds between two tries after a failure, at first and at most. */
const RETRY = 200
const LONGEST_RETRY = 5_000

/** Milliseconds between two looks at the models, when nobody says that something was committed. */
const LOOK = 100

/** Milliseconds between two looks whether there is a lead to take, or models to copy. */
const STANDBY = 1_000

/** Milliseconds between two lines of the log while everything is loaded. */
const PROGRESS = 10_000

/** Seconds that a commit takes. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface ModelsMirroringOptions {
  readonly url: string
  readonly schema: string
  /** Directory of the models' files. */
  readonly directory: string
  readonly models: DescribedModels
  readonly logger: Logger
}

interface ModelsMirroringEvents {
  report: [MirroringReport]
}

/** How it is, as far as the report says. */
type Condition = Pick<MirroringReport, 'state' | 'problem'>

interface Models {
  readonly reader: ModelsReader
  /** Source of the reader's file, which may be replaced. */
  source: ModelsSource
  database: ModelsReader['database']
}

export class ModelsMirroring extends EventEmitter<ModelsMirroringEvents> {
  readonly #options: ModelsMirroringOptions
  readonly #status: ReturnType<typeof statusReader>
  readonly #commits = new BucketCounts(SECONDS)
  readonly #ending = new AbortController()
  #models: Models | undefined
  #session: Session | undefined
  #isLeader = false
  /** Where the copy stands, since it was what the models are on this connection. */
  #known: MirrorState | undefined
  /** Whether something was committed that was not copied yet. */
  #isDue = true
  #reportedAt = Number.NEGATIVE_INFINITY
  #condition: Condition = { state: 'connecting', problem: null }
  #detail: string | null = null
  #copy: Tip | null = null
  #loaded: MirroringReport['loaded'] = null
  #loads = 0
  #endWait: () => void = () => {}
  /** Whether somebody said that something was committed, since the last wait. */
  #isNoticed = false
  #running: Promise<void> | undefined

  constructor(options: ModelsMirroringOptions) {
    super()
    this.#options = options
    this.#status = statusReader(options.directory)
  }

  get report(): MirroringReport {
    return {
      ...this.#condition,
      copy: this.#copy,
      loaded: this.#loaded,
      counts: { loads: this.#loads, commits: this.#commits.buckets },
      at: Date.now(),
    }
  }

  /** Copies until `close`, or until somebody must decide. */
  run(): void {
    this.#running ??= this.#run()
  }

  /** Says that the models have changed: they are looked at as soon as what was there is copied. */
  look(): void {
    this.#isNoticed = true
    this.#endWait()
  }

  /** Ends what is under way, whatever PostgreSQL does. */
  async close(): Promise<void> {
    this.#ending.abort()
    this.#endWait()
    await this.#running
    this.#models?.reader.close()
    this.#status.close()
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending
    const timer = setInterval(() => this.emit('report', this.report), REPORT_INTERVAL)
    let wait = RETRY
    while (!signal.aborted && this.#condition.state !== 'stopped') {
      try {
        const pause = await this.#step()
        wait = RETRY
        if (pause > 0) await this.#wait(pause)
      } catch (error) {
        this.#disconnect()
        if (signal.aborted) break
        this.#fail(error)
        await sleep(wait, undefined, { signal }).catch(() => {})
        wait = Math.min(2 * wait, LONGEST_RETRY)
      }
    }
    this.#disconnect()
    if (signal.aborted) clearInterval(timer)
    else signal.addEventListener('abort', () => clearInterval(timer))
  }

  /** One step; @returns milliseconds to wait before the next. */
  async #step(): Promise<number> {
    const source = this.#openModels()
    if (source === undefined) {
      this.#become('waiting', 'there are no models yet')
      return STANDBY
    }
    const { url, schema } = this.#options
    this.#session ??= await connect(url, true, this.#ending.signal)
    const session = this.#session
    this.#isLeader ||= await takeLeadership(session, schema)
    if (!this.#isLeader) {
      this.#stand(await readMirror(session, schema))
      this.#become('standby')
      return STANDBY
    }
    const isHeartbeat = performance.now() - this.#reportedAt >= REPORT_INTERVAL
    if (!this.#isDue && !isHeartbeat) return LOOK
    this.#isDue = false
    const beganAt = performance.now()
    const result = await sync(session, schema, source, this.#known)
    if (result.kind === 'written') this.#commits.add((performance.now() - beganAt) / 1000)
    const pause = await this.#after(result, source, session)
    if (isHeartbeat && this.#isLeader && this.#copy !== null) await this.#tell(session)
    return pause
  }

  async #after(result: SyncResult, source: ModelsSource, session: Session): Promise<number> {
    const { schema } = this.#options
    switch (result.kind) {
      case 'moved':
        this.#isDue = true
        return 0
      case 'written':
      case 'same':
        this.#known = result.state
        break
      case 'behind':
        this.#stand(result.state)
        this.#become('standby', 'the copy is ahead of the models')
        await giveLeadershipBack(session, schema)
        this.#isLeader = false
        this.#isDue = true
        return STANDBY
      case 'incomplete':
        this.#stand(result.state)
        this.#become(
          'waiting',
          `everything is to be loaded (${result.reason}), once the models are near the tip and complete`,
        )
        this.#isDue = true
        return STANDBY
      case 'load':
        this.#known = await this.#load(result, source, session)
        break
    }
    this.#stand(this.#known)
    this.#become('following')
    return LOOK
  }

  /** On a connection of its own, as COPY needs one to itself; meanwhile the leader's says that it lives. */
  async #load(
    { reason, state }: Extract<SyncResult, { readonly kind: 'load' }>,
    source: ModelsSource,
    session: Session,
  ): Promise<MirrorState> {
    const { url, schema, logger } = this.#options
    this.#become('loading')
    logger.info({ schema, reason }, 'everything is loaded into PostgreSQL')
    const beganAt = performance.now()
    let saidAt = beganAt
    const loading = await connect(url, false, this.#ending.signal)
    const lost = (): void => abandon(loading)
    session.once('end', lost)
    const says = (): Promise<unknown> =>
      state === undefined ? session.query('SELECT 1') : this.#tell(session)
    const heartbeat = setInterval(() => void says().catch(lost), REPORT_INTERVAL)
    try {
      const loaded = await load(loading, schema, source, state, (rows, of) => {
        this.#loaded = { rows, of }
        if (performance.now() - saidAt < PROGRESS) return
        saidAt = performance.now()
        logger.info({ rows, of }, 'loading into PostgreSQL')
      })
      this.#loads++
      const seconds = Math.round((performance.now() - beganAt) / 100) / 10
      logger.info(
        { schema, rows: this.#loaded?.of, seconds },
        'everything is loaded into PostgreSQL, and served',
      )
      await dropReplaced(loading, schema).catch((error: unknown) =>
        logger.warn(
          { reason: messageOf(error) },
          'what was replaced is still read: it is dropped after the next load',
        ),
      )
      return loaded
    } finally {
      clearInterval(heartbeat)
      session.off('end', lost)
      abandon(loading)
      this.#loaded = null
    }
  }

  /** Writes what the indexer says of itself, which also says that this session lives. */
  async #tell(session: Session): Promise<void> {
    this.#reportedAt = performance.now()
    await writeReports(session, this.#options.schema, this.#status.read())
  }

  /** The models of the file that serves; undefined when there are none yet. */
  #openModels(): ModelsSource | undefined {
    const { directory, models } = this.#options
    if (this.#models === undefined) {
      try {
        const reader = new ModelsReader(directory)
        reader.on('committed', () => {
          this.#isDue = true
        })
        this.#models = {
          reader,
          database: reader.database,
          source: new ModelsSource(reader.database, models),
        }
      } catch (error) {
        if (error instanceof NoModels) return undefined
        throw error
      }
    }
    const opened = this.#models
    opened.reader.refresh()
    if (opened.database !== opened.reader.database) {
      opened.database = opened.reader.database
      opened.source = new ModelsSource(opened.database, models)
      this.#isDue = true
    }
    return opened.source
  }

  #stand(state: MirrorState | undefined): void {
    this.#copy = state === undefined ? null : tipOf(state)
  }

  /** @param detail the problem as the log has it, in other words */
  #become(state: MirroringReport['state'], problem: string | null = null, detail = problem): void {
    const { logger } = this.#options
    const before = this.#condition
    if (before.state === state && before.problem === problem && this.#detail === detail) return
    this.#condition = { state, problem }
    this.#detail = detail
    this.emit('report', this.report)
    if (state === 'stopped') logger.error({ problem: detail }, 'nothing is copied to PostgreSQL')
    else if (problem !== null) logger.warn({ problem: detail, state }, 'nothing is copied to PostgreSQL')
    else logger.info({ state }, 'the copy in PostgreSQL')
  }

  #fail(error: unknown): void {
    if (error instanceof MirrorStopped) this.#become('stopped', error.message)
    else this.#become('waiting', `PostgreSQL cannot be written to${IN_THE_LOG}`, messageOf(error))
  }

  #disconnect(): void {
    if (this.#session !== undefined) abandon(this.#session)
    this.#session = undefined
    this.#isLeader = false
    this.#known = undefined
    this.#isDue = true
  }

  async #wait(milliseconds: number): Promise<void> {
    if (!this.#isNoticed) {
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        this.#endWait = resolve
        timer = setTimeout(resolve, milliseconds)
      })
      clearTimeout(timer)
    }
    this.#isNoticed = false
  }
}

const tipOf = ({ slot, id, height }: Tip): Tip => ({ slot, id, height })
