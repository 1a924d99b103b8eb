// A first start with the wrong NETWORK leaves empty files of that network. The log takes the network of whoever opens it
// while it is empty; models without a block are deleted here.
import { openModelsForReading } from '../engine/file/models-database.ts'
import { deleteModels, type ModelsFile, modelsFiles } from '../engine/file/models-files.ts'

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
