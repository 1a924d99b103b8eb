// The stored data that a command works on: log and models of a directory. It needs no node, so settings seldom name one.
import { existsSync } from 'node:fs'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Settings } from '../../../schema/config/settings.ts'
import type { Network } from '../../../schema/primitives.ts'
import { loadOperations } from './configs.ts'
import { logPath } from './data-directory.ts'
import { bringsDevnet, dataDirOf, networkOf, withClock } from './network.ts'

interface StoredData {
  readonly settings: Settings
  readonly network: Network
  /** With the network's clock. */
  readonly operations: OperationsConfig
  /** Directory of log and models. */
  readonly dataDir: string
}

/** Settings for data in DATA_DIR itself, which a node was followed into. */
const onData = (settings: Settings): Settings =>
  settings.NETWORK === undefined && bringsDevnet(settings) && existsSync(logPath(settings.DATA_DIR))
    ? { ...settings, NETWORK: 'mainnet' }
    : settings

/**
 * @throws {StartupError} when a config document is missing or invalid
 */
export const storedData = async (given: Settings): Promise<StoredData> => {
  const settings = onData(given)
  const network = networkOf(settings)
  const operations = await withClock(settings, network, loadOperations(settings, network))
  return { settings, network, operations, dataDir: dataDirOf(settings) }
}
