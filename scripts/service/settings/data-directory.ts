// The files in the data directory: log, models and images.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { modelsFile } from '../../../projections/engine/file/models-files.ts'
import { servingModels } from '../../../projections/engine/file/serving-models.ts'
import { StartupError } from '../../../schema/errors.ts'

export const logPath = (dataDir: string): string => join(dataDir, 'log.db')
/** Directory of a `cut-log` in progress, as large as the log. It stays if the process is killed. */
export const cutLogPath = (dataDir: string): string => join(dataDir, 'cut-log')
/** @throws {StartupError} if there is no log */
export const checkLog = (dataDir: string): void => {
  if (!existsSync(logPath(dataDir)))
    throw new StartupError(`there is no log in ${dataDir}: set DATA_DIR to a directory with a log`)
}
/** Before the first start: the path of the models that this start will make. */
export const modelsPath = (dataDir: string): string => (servingModels(dataDir) ?? modelsFile(dataDir, 1)).path
export const imagesDir = (dataDir: string): string => join(dataDir, 'images')
