// Which network the service is on, where its data are, and when its slots are. Without a node and without another
// NETWORK, it is a devnet that the service starts itself.
import { join } from 'node:path'
import { journalStart } from '../../../fixtures/devnet/recording/journal.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Settings } from '../../../schema/config/settings.ts'
import { StartupError } from '../../../schema/errors.ts'
import { loadModule } from '../../../schema/platform/load-module.ts'
import { NETWORKS, type Network } from '../../../schema/primitives.ts'

/** Whether the service starts a devnet itself. */
export const bringsDevnet = ({ OGMIOS_URL, CHAIN_FILE, NETWORK = 'devnet' }: Settings): boolean =>
  OGMIOS_URL === undefined && CHAIN_FILE === undefined && NETWORK === 'devnet'

/** The network of the settings, or its default. */
export const networkOf = (settings: Settings): Network => {
  const meant = bringsDevnet(settings) ? 'devnet' : 'mainnet'
  const network = NETWORKS.find((candidate) => candidate === (settings.NETWORK ?? meant))
  if (network === undefined) throw new StartupError(`NETWORK must be one of ${NETWORKS.join(', ')}`)
  return network
}

/** The directory of the service's own devnet. */
export const devnetDir = (dataDir: string): string => join(dataDir, 'devnet')

/** Where the log and the models are: those of the service's own devnet are in a subdirectory. */
export const dataDirOf = (settings: Settings): string =>
  bringsDevnet(settings) ? devnetDir(settings.DATA_DIR) : settings.DATA_DIR

/** Where the service's own devnet keeps the blocks it makes. */
export const journalIn = (dataDir: string): string => join(devnetDir(dataDir), 'chain.ndjson')

/** @param start of the devnet's slot 0, milliseconds since 1970 */
export const withStart = (operations: OperationsConfig, start: number): OperationsConfig => ({
  ...operations,
  slots: { zeroSlot: 0, zeroTime: start / 1000, slotLength: 1000 },
})

const devnetStart = async ({ OGMIOS_URL, DATA_DIR }: Settings): Promise<number | undefined> => {
  if (OGMIOS_URL === undefined) return journalStart(journalIn(DATA_DIR))
  // The client library takes a second to load, and only a devnet needs it here.
  const asking = new URL('../../../indexer/ogmios/network-start.ts', import.meta.url)
  const { networkStart } = await loadModule<typeof import('../../../indexer/ogmios/network-start.ts')>(asking)
  return networkStart(OGMIOS_URL)
}

/**
 * The operations config with the network's clock: a live devnet is asked for its own, a recording's is in the document.
 * @throws {StartupError} when the devnet cannot be asked
 */
export const withClock = async (
  settings: Settings,
  network: Network,
  operations: OperationsConfig,
): Promise<OperationsConfig> => {
  if (network !== 'devnet' || settings.CHAIN_FILE !== undefined) return operations
  const start = await devnetStart(settings)
  return start === undefined ? operations : withStart(operations, start)
}
