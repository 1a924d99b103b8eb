// Finds the models' file in use: the newest that this version has finished.
import { OtherRules, openModelsForReading, servingStateOf } from './models-database.ts'
import { type ModelsFile, modelsFiles } from './models-files.ts'

const isServing = ({ path }: ModelsFile): boolean => {
  try {
    const database = openModelsForReading(path)
    try {
      return servingStateOf(database).isServing
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof OtherRules) return false
    throw error
  }
}

/**
 * The models' file in use; undefined if there is none.
 * @throws {StartupError} if a file cannot be opened
 */
export const servingModels = (directory: string): ModelsFile | undefined =>
  modelsFiles(directory).findLast(isServing)
