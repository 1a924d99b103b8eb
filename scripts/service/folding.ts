// What a command that folds a log works on. It needs no node, so settings seldom name one.
import { existsSync } from 'node:fs'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { Settings } from '../../schema/config/settings.ts'
import type { Network } from '../../schema/primitives.ts'
import { loadOperations } from './settings/configs.ts'
import { logPath } from './settings/data-directory.ts'
import { bringsDevnet, dataDirOf, networkOf, withClock } from './settings/network.ts'

interface Folding {
  readonly settings: Settings
  readonly network: Network
  /** With the network's clock. */
  readonly operations: OperationsConfig
  /** Directory of log and models. */
  readonly dataDir: string
}

/** On data that lie in DATA_DIR itself, settings mean what they mean with a node. */
const onData = (settings: Settings): Settings =>
  settings.NETWORK === undefined && bringsDevnet(settings) && existsSync(logPath(settings.DATA_DIR))
    ? { ...settings, NETWORK: 'mainnet' }
    : settings

/**
 * @throws {StartupError} when a config document is missing or invalid
 */
export const folding = async (given: Settings): Promise<Folding> => {
  const settings = onData(given)
  const network = networkOf(settings)
  const operations = await withClock(settings, network, loadOperations(settings, network))
  return { settings, network, operations, dataDir: dataDirOf(settings) }
}
