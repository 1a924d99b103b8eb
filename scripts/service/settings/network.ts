// Network of the service, directory of its data, and times of its slots. Without a node and without a NETWORK, the service starts its own
// devnet.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { journalStart } from '../../../devnet/recording/journal.ts'
import type { OperationsConfig } from '../../../schema/config/config.ts'
import type { Settings } from '../../../schema/config/settings.ts'
import { StartupError } from '../../../schema/errors.ts'
import { loadModule } from '../../../schema/platform/load-module.ts'
import { NETWORKS, type Network } from '../../../schema/primitives.ts'

export const bringsDevnet = ({ OGMIOS_URL, CHAIN_FILE, NETWORK = 'devnet' }: Settings): boolean =>
  OGMIOS_URL === undefined && CHAIN_FILE === undefined && NETWORK === 'devnet'

export const networkOf = (settings: Settings): Network => {
  const meant = bringsDevnet(settings) ? 'devnet' : 'mainnet'
  const network = NETWORKS.find((candidate) => candidate === (settings.NETWORK ?? meant))
  if (network === undefined) throw new StartupError(`NETWORK must be one of ${NETWORKS.join(', ')}`)
  return network
}

export const devnetDir = (dataDir: string): string => join(dataDir, 'devnet')

/** The service's own devnet has a subdirectory. */
export const dataDirOf = (settings: Settings): string =>
  bringsDevnet(settings) ? devnetDir(settings.DATA_DIR) : settings.DATA_DIR

/** Blocks of the service's own devnet. */
export const journalIn = (dataDir: string): string => join(devnetDir(dataDir), 'chain.ndjson')

/** @param start time of the devnet's slot 0 in Unix milliseconds */
export const withStart = (operations: OperationsConfig, start: number): OperationsConfig => ({
  ...operations,
  slots: { zeroSlot: 0, zeroTime: start / 1000, slotLength: 1000 },
})

/** The start of a devnet that another process runs. With it, commands on the data need no node. */
const startFile = (dataDir: string): string => join(dataDir, 'devnet-start')

/** Time of slot 0 in Unix milliseconds; undefined if DATA_DIR followed no devnet. */
export const followedStart = (dataDir: string): number | undefined => {
  const path = startFile(dataDir)
  // A crash may leave a file without the line's end, which is not used.
  const start = existsSync(path) ? /^(\d+)\n$/.exec(readFileSync(path, 'utf8'))?.[1] : undefined
  return start === undefined ? undefined : Number(start)
}

export const keepStart = (dataDir: string, { slots }: OperationsConfig): void =>
  writeFileSync(startFile(dataDir), `${slots.zeroTime * 1000}\n`)

const devnetStart = async ({ OGMIOS_URL, DATA_DIR }: Settings): Promise<number | undefined> => {
  if (OGMIOS_URL === undefined) return (await journalStart(journalIn(DATA_DIR))) ?? followedStart(DATA_DIR)
  // Loading the client library takes a second, and only a devnet needs it here.
  const asking = new URL('../../../indexer/ogmios/network-start.ts', import.meta.url)
  const { networkStart } = await loadModule<typeof import('../../../indexer/ogmios/network-start.ts')>(asking)
  return networkStart(OGMIOS_URL)
}

/**
 * The clock comes from a live devnet or from the document of a recording.
 * @throws {StartupError} if the devnet does not respond
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
