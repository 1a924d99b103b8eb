// The files in the data directory: log, models and images.
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { modelsFile, modelsFiles } from '../../../projections/engine/file/models-files.ts'
import { servingModels } from '../../../projections/engine/file/serving-models.ts'
import { StartupError } from '../../../schema/errors.ts'
import { codeOf } from '../../../schema/platform/storage-error.ts'

export const logPath = (dataDir: string): string => join(dataDir, 'log.db')
/** Directory of a `cut-log` in progress, as large as the log. It stays if the process is killed. */
export const cutLogPath = (dataDir: string): string => join(dataDir, 'cut-log')
/** @throws {StartupError} if the directory exists and this process may not read it: its files would seem to be missing */
export const checkReadable = (dataDir: string): void => {
  try {
    accessSync(`${dataDir}/`, constants.R_OK | constants.X_OK)
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT')
      throw new StartupError(
        `DATA_DIR: ${dataDir} cannot be read (${code}): run this as the user of the service, or choose another DATA_DIR`,
      )
  }
}
/** @throws {StartupError} if there is no log */
export const checkLog = (dataDir: string): void => {
  if (!existsSync(logPath(dataDir)))
    throw new StartupError(`there is no log in ${dataDir}: set DATA_DIR to a directory with a log`)
}
/** If this version can read no models, those of another version; before the first start, the models that this start will make. */
export const modelsPath = (dataDir: string): string =>
  (servingModels(dataDir) ?? modelsFiles(dataDir)[0] ?? modelsFile(dataDir, 1)).path
export const imagesDir = (dataDir: string): string => join(dataDir, 'images')
