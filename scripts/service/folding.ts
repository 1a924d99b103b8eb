// What a command that folds a log works on. It needs no node, and so is rarely told of one.
import { existsSync } from 'node:fs'
import type { OperationsConfig } from '../../schema/config.ts'
import type { Network } from '../../schema/primitives.ts'
import type { Settings } from '../../schema/settings.ts'
import { commandSettings } from './command-settings.ts'
import { loadConfigs } from './configs.ts'
import { logPath } from './data-directory.ts'
import { bringsDevnet, dataDirOf, networkOf, withClock } from './network.ts'

interface Folding {
  readonly settings: Settings
  readonly network: Network
  /** With the network's clock. */
  readonly operations: OperationsConfig
  /** Of log and models. */
  readonly dataDir: string
}

/** On data that lie in DATA_DIR itself, settings mean what they mean with a node. */
const onData = (settings: Settings): Settings =>
  settings.NETWORK === undefined && bringsDevnet(settings) && existsSync(logPath(settings.DATA_DIR))
    ? { ...settings, NETWORK: 'mainnet' }
    : settings

/**
 * @param argv the command line, without the command's own flags
 * @throws {StartupError} when it, or a document, will not do
 */
export const folding = async (argv?: readonly string[]): Promise<Folding> => {
  const settings = onData(commandSettings(argv))
  const network = networkOf(settings)
  const operations = await withClock(settings, network, loadConfigs(settings, network).operations)
  return { settings, network, operations, dataDir: dataDirOf(settings) }
}
