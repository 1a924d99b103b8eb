// A first start with the wrong NETWORK leaves files of that network with nothing in them. The log puts itself right
// when it is opened for another; models that hold no block either need not stand in the way.
import { existsSync } from 'node:fs'
import { dropModels, openModelsForReading } from '../../projections/engine/models-database.ts'

const holdBlocks = (path: string): boolean => {
  const database = openModelsForReading(path)
  try {
    return database.prepare('SELECT 1 FROM checkpoint').get() !== undefined
  } finally {
    database.close()
  }
}

/** Deletes models without a block. A file that is no models' stays: whoever opens it says what is wrong with it. */
export const dropEmptyModels = (path: string): void => {
  if (!existsSync(path)) return
  try {
    if (holdBlocks(path)) return
  } catch {
    return
  }
  dropModels(path)
}
