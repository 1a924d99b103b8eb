// Which network the service is on and what hangs on that: where its data lie, and when its slots are. Without a node
// and without another network named, it is the devnet, which the service brings with it.
import { join } from 'node:path'
import { journalStart } from '../../fixtures/devnet/recording/journal.ts'
import type { OperationsConfig } from '../../schema/config.ts'
import { StartupError } from '../../schema/errors.ts'
import { NETWORKS, type Network } from '../../schema/primitives.ts'
import type { Settings } from '../../schema/settings.ts'

/** Whether the service brings its own chain. */
export const bringsDevnet = ({ OGMIOS_URL, CHAIN_FILE, NETWORK = 'devnet' }: Settings): boolean =>
  OGMIOS_URL === undefined && CHAIN_FILE === undefined && NETWORK === 'devnet'

/** The network the settings name, or else mean. */
export const networkOf = (settings: Settings): Network => {
  const meant = bringsDevnet(settings) ? 'devnet' : 'mainnet'
  const network = NETWORKS.find((candidate) => candidate === (settings.NETWORK ?? meant))
  if (network === undefined) throw new StartupError(`NETWORK must be one of ${NETWORKS.join(', ')}`)
  return network
}

/** The folder of the devnet that comes along. */
export const devnetDir = (dataDir: string): string => join(dataDir, 'devnet')

/** Where the log and the models are: the devnet that comes along has a place of its own. */
export const dataDirOf = (settings: Settings): string =>
  bringsDevnet(settings) ? devnetDir(settings.DATA_DIR) : settings.DATA_DIR

/** Where the devnet that comes along keeps the blocks it makes. */
export const journalIn = (dataDir: string): string => join(devnetDir(dataDir), 'chain.ndjson')

/** @param start of the devnet's slot 0, milliseconds since 1970 */
export const withStart = (operations: OperationsConfig, start: number): OperationsConfig => ({
  ...operations,
  slots: { zeroSlot: 0, zeroTime: start / 1000, slotLength: 1000 },
})

const devnetStart = async ({ OGMIOS_URL, DATA_DIR }: Settings): Promise<number | undefined> => {
  if (OGMIOS_URL === undefined) return journalStart(journalIn(DATA_DIR))
  // The client library takes a second to load, and whoever follows another network has no use for it here.
  const { networkStart } = await import('../../indexer/ogmios/network-start.ts')
  return networkStart(OGMIOS_URL)
}

/**
 * The operations config with the network's clock: a devnet has one of its own, which it is asked for; that of a
 * recording is in the document.
 * @throws {StartupError} when nobody knows it
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
