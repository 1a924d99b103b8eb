// The models that a mirror copies: those of the file that serves, which another may replace.
import { ModelsReader, NoModels } from '../../read/reader/models-reader.ts'
import { type DescribedModels, ModelsSource } from './models-source.ts'

export class MirroredModels {
  readonly #reader: ModelsReader
  readonly #models: DescribedModels
  #source: ModelsSource
  /** Whether something was committed that was not copied yet. */
  isDue = true

  /** @throws {NoModels} when there are none yet */
  constructor(directory: string, models: DescribedModels) {
    this.#models = models
    this.#reader = new ModelsReader(directory)
    this.#reader.on('committed', () => {
      this.isDue = true
    })
    this.#source = new ModelsSource(this.#reader.database, models)
  }

  /** Undefined when there are none yet. */
  static open(directory: string, models: DescribedModels): MirroredModels | undefined {
    try {
      return new MirroredModels(directory, models)
    } catch (error) {
      if (error instanceof NoModels) return undefined
      throw error
    }
  }

  /** Looks for commits, and moves to the file that serves. */
  refresh(): ModelsSource {
    const { database } = this.#reader
    this.#reader.refresh()
    if (this.#reader.database !== database) {
      this.#source = new ModelsSource(this.#reader.database, this.#models)
      this.isDue = true
    }
    return this.#source
  }

  close(): void {
    this.#reader.close()
  }
}
