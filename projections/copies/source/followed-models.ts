// The models that a copy's writer follows. They are in the current file. Another file may replace it.
import { ModelsReader, NoModels } from '../../read/reader/models-reader.ts'
import { type DescribedModels, ModelsSource } from './models-source.ts'

export class FollowedModels {
  readonly #reader: ModelsReader
  readonly #models: DescribedModels
  #source: ModelsSource
  /** Some commits may not be copied yet. */
  isDue = true

  /** @throws {NoModels} if there are no models yet */
  constructor(directory: string, models: DescribedModels) {
    this.#models = models
    this.#reader = new ModelsReader(directory)
    this.#reader.on('committed', () => {
      this.isDue = true
    })
    this.#source = new ModelsSource(this.#reader.database, models)
  }

  /** Undefined while there are no models. */
  static open(directory: string, models: DescribedModels): FollowedModels | undefined {
    try {
      return new FollowedModels(directory, models)
    } catch (error) {
      if (error instanceof NoModels) return undefined
      throw error
    }
  }

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
