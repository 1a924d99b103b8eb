// One life of the indexer in a directory, from its start to its end or its simulated kill. The indexer's parts run in this thread, so a
// copy of the files at any moment is a state that a kill could leave.
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Log } from '../../indexer/log/log.ts'
import type { Checkpoint } from '../../projections/engine/fold/projector.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { indexerStatus } from '../../projections/status/indexer-status.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import type { ReplicatingTask } from '../../scripts/service/indexing/replicate.ts'
import {
  type IndexerTask,
  type Indexing,
  startIndexing,
} from '../../scripts/service/indexing/start-indexing.ts'
import { startPart } from '../../scripts/service/indexing/start-part.ts'
import { openReader } from '../../scripts/service/models-of-indexer.ts'
import { logPath } from '../../scripts/service/settings/data-directory.ts'
import { Finding } from '../fuzz/finding.ts'
import { openFilesBelow } from './left-behind.ts'

/** In the API's form. */
export interface Look {
  readonly checkpoint: Checkpoint | undefined
  readonly state: string
  readonly problem: string | null
  /** Id of the log's last canonical block. */
  readonly logEnd: string | undefined
  readonly models: string
  /** No model is being folded again. */
  readonly isWhole: boolean
  readonly damage: string | undefined
}

/** Independent of the versions' order. */
export const versionsText = (versions: readonly string[]): string => versions.toSorted().join()

/** A process that another thread is starting inherits the open files, and keeps the lock until its program is executed. */
const LOCKED_MS = 30_000
const LOOK_MS = 200

export class Life {
  #failure: Error | undefined
  #reader: ModelsReader | undefined
  #last: Look | undefined

  readonly directory: string
  readonly #indexing: Indexing

  private constructor(directory: string, indexing: Indexing) {
    this.directory = directory
    this.#indexing = indexing
    void indexing.ended.then((error) => {
      this.#failure = error
    })
    indexing.run()
  }

  /** @throws {StartupError} if the files cannot be used */
  static async begin(task: IndexerTask): Promise<Life> {
    for (const end = performance.now() + LOCKED_MS; ; await sleep(LOOK_MS))
      try {
        return new Life(task.dataDir, await startIndexing(task, { threads: false }))
      } catch (error) {
        if (performance.now() > end || !/ is in use by another process/.test(String(error))) throw error
      }
  }

  static async replicate(task: ReplicatingTask): Promise<Life> {
    mkdirSync(task.directory, { recursive: true })
    const part = await startPart('replicate', task, false)
    const stop = async (): Promise<void> => {
      part.stop()
      await part.ended
    }
    return new Life(task.directory, { ...part, isLost: () => false, stop })
  }

  /** Undefined while all parts run. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** @returns undefined while no models are readable */
  look(): Look | undefined {
    this.#reader ??= openReader(this.directory)
    if (this.#reader === undefined) return undefined
    try {
      this.#reader.refresh()
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError)) throw error
      // The API would also try again later.
      return this.#last
    }
    const reports = { ...this.#reader.reports(), ...this.#indexing.unwritten() }
    const status = indexerStatus(reports)
    const generations = this.#reader.generations()
    this.#last = {
      checkpoint: this.#reader.checkpoint,
      state: status?.state ?? 'starting',
      problem: status?.problem ?? null,
      logEnd: status?.logEnd?.id,
      damage: reports.folding?.damage,
      models: versionsText(generations.map(({ version }) => version)),
      isWhole: generations.every(({ state, stopped }) => state === 'serving' && stopped === null),
    }
    return this.#last
  }

  /**
   * Without a block in the log, a lie about the first block looks like another network. A power cut may remove all rows of the log but not
   * of the models.
   */
  hasLog(): boolean {
    try {
      const log = Log.openForReading(logPath(this.directory), { network: 'mainnet' })
      const { end } = log
      log.close()
      return end !== undefined
    } catch {
      // The file is being made, or cannot be read now.
      return false
    }
  }

  /** Undefined without a copy. */
  copying():
    | { readonly state: string; readonly problem: string | null; readonly block?: string | undefined }
    | undefined {
    if (this.#reader === undefined) return undefined
    const { mirroring, publishing } = { ...this.#reader.reports(), ...this.#indexing.unwritten() }
    if (mirroring !== undefined) return { ...mirroring, block: mirroring.copy?.id }
    return publishing && { ...publishing, block: publishing.published?.id }
  }

  async end(): Promise<void> {
    this.#reader?.close()
    await this.#indexing.stop()
    const [open] = openFilesBelow(this.directory)
    if (open !== undefined) throw new Finding('a stopped indexer has no open file', open)
  }
}
