// A first start with the wrong NETWORK leaves files of that network with nothing in them. The log puts itself right
// when it is opened for another; models that hold no block either need not stand in the way.
import { openModelsForReading } from '../../projections/engine/models-database.ts'
import { deleteModels, type ModelsFile, modelsFiles } from '../../projections/engine/models-files.ts'

const holdsBlocks = ({ path }: ModelsFile): boolean => {
  const database = openModelsForReading(path)
  try {
    return database.prepare('SELECT 1 FROM checkpoint').get() !== undefined
  } finally {
    database.close()
  }
}

/** Deletes models without a block. A file that is no models' stays: whoever opens it says what is wrong with it. */
export const dropEmptyModels = (directory: string): void => {
  for (const file of modelsFiles(directory)) {
    try {
      if (holdsBlocks(file)) continue
    } catch {
      continue
    }
    deleteModels(file)
  }
}
