// The files in the data directory: the log, the models, the images.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { modelsFile } from '../../../projections/engine/file/models-files.ts'
import { servingModels } from '../../../projections/engine/file/serving-models.ts'
import { StartupError } from '../../../schema/errors.ts'

export const logPath = (dataDir: string): string => join(dataDir, 'log.db')
/** @throws {StartupError} when there is no log */
export const checkLog = (dataDir: string): void => {
  if (!existsSync(logPath(dataDir)))
    throw new StartupError(`there is no log in ${dataDir}: set DATA_DIR to a directory with a log`)
}
/** Path of the serving models, or of the models that a first start makes. */
export const modelsPath = (dataDir: string): string => (servingModels(dataDir) ?? modelsFile(dataDir, 1)).path
/** Directory of the images of launches. */
export const imagesDir = (dataDir: string): string => join(dataDir, 'images')
