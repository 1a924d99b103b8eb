// The node that the service follows: a remote Ogmios, a recording that is served like one, or the devnet. All use the same protocol, and
// differ only in the properties below. A process that does not follow a node may use one to watch its mempool and to submit transactions.
import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { DevnetReport } from '../../devnet/devnet-thread.ts'
import { serveChainFileInThread } from '../../devnet/recording/serve-chain-file.ts'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import type { Network } from '../../schema/primitives.ts'
import { startDevnet } from './own-devnet.ts'
import { logPath } from './settings/data-directory.ts'
import { bringsDevnet, withClock, withStart } from './settings/network.ts'

/** The devnet's own Ogmios listens on loopback even if the API is public. */
const LOOPBACK = '127.0.0.1'

export interface Node {
  /** Undefined for a process without a node. */
  readonly url: string | undefined
  /** A recording's tip never moves. */
  readonly isRecorded: boolean
  /** With the node's clock. */
  readonly operations: OperationsConfig
  readonly devnet?: DevnetReport
  /** Resolves if the node ends unexpectedly; never for a remote node. */
  readonly failed: Promise<Error>
  close(): Promise<void>
}

interface FollowedNode extends Node {
  readonly url: string
}

const never = new Promise<Error>(() => {})

const ownDevnet = async (
  settings: Settings,
  operations: OperationsConfig,
  logger: Logger,
): Promise<FollowedNode> => {
  if (settings.NETWORK === undefined && existsSync(logPath(settings.DATA_DIR)))
    throw new StartupError(
      `${settings.DATA_DIR} has the log of a node: set OGMIOS_URL to continue it, or NETWORK=devnet for an additional devnet`,
    )
  logger.info('starting a devnet')
  const devnet = await startDevnet(settings, LOOPBACK)
  const { url, start, ended, close } = devnet
  return { url, isRecorded: false, operations: withStart(operations, start), devnet, failed: ended, close }
}

/** @throws {StartupError} if no node is set, or it cannot be used */
export const openNode = async (
  settings: Settings,
  network: Network,
  operations: OperationsConfig,
  logger: Logger,
): Promise<FollowedNode> => {
  const { OGMIOS_URL, CHAIN_FILE } = settings
  if (bringsDevnet(settings)) return ownDevnet(settings, operations, logger)
  if ((OGMIOS_URL === undefined) === (CHAIN_FILE === undefined))
    throw new StartupError(
      `set OGMIOS_URL to the Ogmios of ${network} to follow, or CHAIN_FILE to a recorded chain to serve as the node`,
    )
  if (CHAIN_FILE !== undefined) {
    const { url, close } = await serveChainFileInThread(CHAIN_FILE, { network })
    logger.info({ file: CHAIN_FILE, url }, 'serving the recorded chain as a node')
    return { url, isRecorded: true, operations, failed: never, close }
  }
  return {
    url: OGMIOS_URL ?? '',
    isRecorded: false,
    operations: await withClock(settings, network, operations),
    failed: never,
    close: async () => {},
  }
}

/**
 * CHAIN_FILE is only for the indexer, so only OGMIOS_URL counts.
 * @throws {StartupError} if a devnet does not return its clock
 */
export const nodeBesideIndexer = async (
  settings: Settings,
  network: Network,
  operations: OperationsConfig,
): Promise<Node> => ({
  url: settings.CHAIN_FILE === undefined ? settings.OGMIOS_URL : undefined,
  isRecorded: settings.CHAIN_FILE !== undefined,
  operations: await withClock(settings, network, operations),
  failed: never,
  close: async () => {},
})
