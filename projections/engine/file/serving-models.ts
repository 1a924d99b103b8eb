// Finds the models' file in use: the newest one that this version has finished.
import type Database from 'better-sqlite3'
import { OtherRules, openModelsForReading, servingStateOf } from './models-database.ts'
import { type ModelsFile, modelsFiles } from './models-files.ts'

/**
 * Undefined if there is none.
 * @throws {StartupError} if a file cannot be opened
 */
export const openServingModels = (
  directory: string,
): { readonly file: ModelsFile; readonly database: Database.Database } | undefined => {
  for (const file of modelsFiles(directory).reverse())
    try {
      const database = openModelsForReading(file.path)
      if (servingStateOf(database).isServing) return { file, database }
      database.close()
    } catch (error) {
      if (!(error instanceof OtherRules)) throw error
    }
  return undefined
}

export const servingModels = (directory: string): ModelsFile | undefined => {
  const serving = openServingModels(directory)
  serving?.database.close()
  return serving?.file
}

/** Files that were not folded to their end. One that cannot be read is left out, because it may be the one in use. */
export const unfinishedModels = (directory: string): ModelsFile[] =>
  modelsFiles(directory).filter(({ path }) => {
    try {
      const database = openModelsForReading(path)
      const { isServing } = servingStateOf(database)
      database.close()
      return !isServing
    } catch {
      return false
    }
  })
