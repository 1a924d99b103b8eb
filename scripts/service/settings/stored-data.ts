// Log, models and documents for a command that works on stored data. Such a command needs no node, so its settings seldom name one.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { networkOfLog } from '../../../indexer/log/log-file.ts'
import { openModelsForReading } from '../../../projections/engine/file/models-database.ts'
import { modelsFiles } from '../../../projections/engine/file/models-files.ts'
import type { OwnFiles } from '../../../projections/own/own-models.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Settings } from '../../../schema/config/settings.ts'
import { StartupError } from '../../../schema/errors.ts'
import type { Network } from '../../../schema/primitives.ts'
import { MANIFEST } from '../../backup/manifest.ts'
import { loadOperations } from './configs.ts'
import { checkReadable, logPath, modelsPath } from './data-directory.ts'
import { bringsDevnet, dataDirOf, devnetDir, followedStart, networkOf, withClock } from './network.ts'

/** Absolute paths. */
export const ownModelsOf = ({ MODEL = [], SOURCE }: Settings): OwnFiles => [
  ...(SOURCE === undefined ? [] : [{ source: resolve(SOURCE) }]),
  ...MODEL.map((file) => resolve(file)),
]

interface StoredData {
  readonly settings: Settings
  readonly network: Network
  /** With the network's clock. */
  readonly operations: OperationsConfig
  readonly ownModels: OwnFiles
  readonly dataDir: string
}

/** The default network is that of the log in DATA_DIR itself. */
const withStoredNetwork = (settings: Settings): Settings => {
  if (settings.NETWORK !== undefined) return settings
  const stored = networkOfLog(logPath(settings.DATA_DIR))
  const isKnown = stored !== undefined && !(stored === 'devnet' && bringsDevnet(settings))
  return isKnown ? { ...settings, NETWORK: stored } : settings
}

const hasData = (dataDir: string): boolean => existsSync(logPath(dataDir)) || modelsFiles(dataDir).length > 0

const unread = (dataDir: string): string => {
  const network = networkOfLog(logPath(dataDir)) ?? 'devnet'
  if (network !== 'devnet') return `the data of ${network}: set NETWORK=${network}`
  if (existsSync(join(dataDir, MANIFEST))) return 'a backup of a devnet: restore it first'
  if (resolve(dataDir) === devnetDir(resolve(dataDir, '..')))
    return "the data of the service's own devnet: set DATA_DIR to its parent directory"
  return 'the data of a devnet that another process runs and whose clock is needed: set OGMIOS_URL to it'
}

/**
 * Without a named node: the directory of the service's own devnet or, if there is none, of a devnet that was followed.
 * @throws {StartupError} if the own devnet's directory is empty
 */
const storedDirectory = (settings: Settings): string => {
  const dataDir = dataDirOf(settings)
  if (!bringsDevnet(settings) || hasData(dataDir)) return dataDir
  const { DATA_DIR } = settings
  if (!existsSync(logPath(DATA_DIR)))
    throw new StartupError(
      `there is no data in ${dataDir}, the directory of the service's own devnet: set DATA_DIR to its parent directory, NETWORK for another network, or OGMIOS_URL for another devnet`,
    )
  if (followedStart(DATA_DIR) === undefined) throw new StartupError(`${DATA_DIR} has ${unread(DATA_DIR)}`)
  return DATA_DIR
}

/**
 * @throws {StartupError} if a config document is missing or invalid, the directory cannot be read, or that of the service's own devnet is
 * empty
 */
export const storedData = async (given: Settings): Promise<StoredData> => {
  checkReadable(given.DATA_DIR)
  const settings = withStoredNetwork(given)
  checkReadable(dataDirOf(settings))
  const dataDir = storedDirectory(settings)
  const network = networkOf(settings)
  const operations = await withClock(settings, network, loadOperations(settings, network))
  return { settings, network, operations, ownModels: ownModelsOf(settings), dataDir }
}

/**
 * Directory of the models, for a command that needs nothing else. For the service's own devnet, a subdirectory of DATA_DIR.
 * @throws {StartupError} if the directory cannot be read
 */
export const modelsDirectory = (settings: Settings): string => {
  checkReadable(settings.DATA_DIR)
  if (modelsFiles(settings.DATA_DIR).length > 0) return settings.DATA_DIR
  const dataDir = dataDirOf(settings)
  checkReadable(dataDir)
  return dataDir
}

/** @throws {StartupError} if there are no serving models */
export const openStoredModels = (
  dataDir: string,
): { readonly path: string; readonly database: Database.Database } => {
  const path = modelsPath(dataDir)
  if (!existsSync(path))
    throw new StartupError(`there are no models in ${dataDir}: set DATA_DIR to their directory`)
  return { path, database: openModelsForReading(path) }
}
