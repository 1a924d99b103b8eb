// Publishes the models of a replica again: the commits that the replica has applied are published unchanged, so that its own
// replicas have the same versions, and makes snapshots of its own rows.
import type Database from 'better-sqlite3'
import type { Logger } from 'pino'
import { messageOf } from '../../../schema/platform/message-of.ts'
import { type PublishingReport, REPORT_INTERVAL } from '../../../schema/reports.ts'
import { openServingModels } from '../../engine/file/serving-models.ts'
import type { Stored } from '../../engine/table/column.ts'
import { columnNames, list, quote } from '../../engine/table/ddl.ts'
import { sharedReports } from '../../status/indexer-status.ts'
import type { CopiedDifference } from '../protocol/copied-difference.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import { copiedTables } from '../receive/replica-models.ts'
import type { DescribedModels, SourceBlock } from '../source/models-source.ts'
import { Publication, type PublishedTable } from './publication.ts'
import { PublishReport } from './publish-report.ts'

export interface ReplicaPublishingOptions {
  /** Directory of the replica's files. */
  readonly directory: string
  /** Directory that is published. */
  readonly into: string
  readonly rules: DescribedModels
  readonly logger: Logger
  /** Minimum bytes of differences before a snapshot is due. */
  readonly least?: number
  /** Called when the report has changed. */
  readonly onReport?: () => void
}

/** The replica's current rows and blocks, which may change during the read. */
interface Pinned {
  readonly blocks: SourceBlock[]
  readonly tables: readonly PublishedTable[]
  release(): void
}

const BLOCKS_SQL =
  'SELECT slot, id, height, seq, journaled, transactions, NULL AS digest FROM blocks ORDER BY slot'

const pin = (directory: string, rules: DescribedModels): Pinned => {
  const { database } = openServingModels(directory) ?? {}
  if (database === undefined) throw new Error(`no models serve in ${directory}`)
  database.exec('BEGIN')
  const blocks = database.prepare(BLOCKS_SQL).all() as SourceBlock[]
  const rowsOf = (sql: string): Iterable<Stored[]> =>
    (database.prepare(sql) as Database.Statement<[], Stored[]>).raw().safeIntegers().iterate()
  return {
    blocks,
    tables: copiedTables(rules).map((table) => ({
      table,
      rows: () => rowsOf(`SELECT ${list(columnNames(table))} FROM ${quote(table.name)}`),
    })),
    release: () => database.close(),
  }
}

export class ReplicaPublishing {
  readonly #options: ReplicaPublishingOptions
  readonly #reporting: NodeJS.Timeout
  #publication: Publication | undefined
  /** Promise of all earlier publications. */
  #queue: Promise<void> = Promise.resolve()
  #snapshot: Promise<void> | undefined
  /** Whether the next commit continues the publication. */
  #isContinued = false
  readonly #report: PublishReport

  constructor(options: ReplicaPublishingOptions) {
    this.#options = options
    this.#report = new PublishReport(options.logger, options.into, options.onReport ?? (() => {}))
    this.#reporting = setInterval(
      () => this.#enqueue(async () => this.#publication?.report(sharedReports(options.directory))),
      REPORT_INTERVAL,
    )
  }

  get report(): PublishingReport {
    return this.#report.current
  }

  /** Starts with everything: the replica's file is of this state now. */
  loaded(state: CopyState): void {
    const { directory, into, rules, logger, least } = this.#options
    const pinned = pin(directory, rules)
    this.#isContinued = true
    this.#enqueue(async () => {
      try {
        await this.#snapshot
        this.#publication ??= await Publication.open(into, least)
        await this.#publication.begin({ state, blocks: pinned.blocks }, pinned.tables)
        logger.info({ into, height: state.height }, 'a snapshot was published')
        this.#report.setPublished(state)
      } finally {
        pinned.release()
      }
    })
  }

  /** Publishes a commit: the replica's file is of its state now. */
  applied(difference: CopiedDifference): void {
    const { directory, rules } = this.#options
    // After a failure a new publication starts.
    if (!this.#isContinued) {
      this.loaded(difference.state)
      return
    }
    const isDue = this.#snapshot === undefined && this.#publication?.isSnapshotDue === true
    const pinned = isDue ? pin(directory, rules) : undefined
    const append = async (): Promise<void> => {
      await this.#publication?.append(difference.text, difference)
      this.#report.setPublished(difference.state)
    }
    const appended = this.#enqueue(append)
    if (pinned !== undefined) this.#snapshot = this.#addSnapshot(difference.state, pinned, appended)
  }

  async close(): Promise<void> {
    clearInterval(this.#reporting)
    await this.#publication?.close()
    await Promise.all([this.#queue, this.#snapshot])
  }

  async #addSnapshot(state: CopyState, pinned: Pinned, appended: Promise<void>): Promise<void> {
    const { into, logger } = this.#options
    try {
      await appended
      await this.#publication?.addSnapshot({ state, blocks: pinned.blocks }, pinned.tables)
    } catch (error) {
      logger.warn({ into, reason: messageOf(error) }, 'no snapshot could be made')
    } finally {
      pinned.release()
      this.#snapshot = undefined
    }
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      this.#report.setProblem(messageOf(error))
      this.#isContinued = false
    })
    return this.#queue
  }
}
