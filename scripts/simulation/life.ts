// One life of the indexer in a directory, from its start to its end or to the moment at which the world takes it for killed. Its
// parts run in this thread, so that a copy of the files taken at any moment is a state of them that a killed process could leave.
import type { Checkpoint } from '../../projections/engine/fold/projector.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { type IndexerTask, type Indexing, startIndexing } from '../service/indexing/start-indexing.ts'
import { openReader } from '../service/models-of-indexer.ts'

/** The indexer's state, as the API would tell it. */
export interface Look {
  readonly checkpoint: Checkpoint | undefined
  readonly state: string
  readonly problem: string | null
}

export class Life {
  #failure: Error | undefined
  #reader: ModelsReader | undefined

  private constructor(
    readonly directory: string,
    private readonly indexing: Indexing,
  ) {}

  /** @throws {StartupError} when the files cannot be used */
  static async begin(task: IndexerTask): Promise<Life> {
    const life = new Life(task.dataDir, await startIndexing(task, { threads: false }))
    void life.indexing.ended.then((error) => {
      life.#failure = error
    })
    life.indexing.run()
    return life
  }

  /** Error that ended a part; undefined while all run. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** Looks at the models as the API does. @returns undefined while there are none to read */
  look(): Look | undefined {
    this.#reader ??= openReader(this.directory)
    this.#reader?.refresh()
    const status = this.#reader?.status()
    return (
      this.#reader && {
        checkpoint: this.#reader.checkpoint,
        state: status?.state ?? 'starting',
        problem: status?.problem ?? null,
      }
    )
  }

  async end(): Promise<void> {
    this.#reader?.close()
    await this.indexing.stop()
  }
}
