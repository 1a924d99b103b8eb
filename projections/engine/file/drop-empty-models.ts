// Deletes the empty models that a first start with the wrong NETWORK leaves. An empty log needs no such step, since it adopts the network
// for which it is opened.
import { openModelsForReading } from './models-database.ts'
import { deleteModels, type ModelsFile, modelsFiles } from './models-files.ts'

const holdsBlocks = ({ path }: ModelsFile): boolean => {
  const database = openModelsForReading(path)
  try {
    return database.prepare('SELECT 1 FROM checkpoint').get() !== undefined
  } finally {
    database.close()
  }
}

/** A file that cannot be read stays: opening it later reports the problem. */
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
