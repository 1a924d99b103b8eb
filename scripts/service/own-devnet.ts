// Starts the project's devnet for commands, with the recorded chain, in a thread. Its files are in a subdirectory of DATA_DIR.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DevnetThread, startDevnetInThread } from '../../devnet/devnet-thread.ts'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { makeDirectory } from '../../schema/platform/locks/lock-directory.ts'
import { checkPort } from './settings/check-port.ts'
import { logPath } from './settings/data-directory.ts'
import { devnetDir, journalIn } from './settings/network.ts'

/**
 * Continues the devnet in the directory if there is one.
 * @param host host on which its Ogmios listens
 * @throws {StartupError} if its port or directory cannot be used
 */
export const startDevnet = async (
  { DATA_DIR, DEVNET_PORT: port }: Settings,
  host: string,
): Promise<DevnetThread> => {
  const directory = devnetDir(DATA_DIR)
  const journal = journalIn(DATA_DIR)
  await checkPort(host, port, 'DEVNET_PORT')
  if (existsSync(logPath(directory)) && !existsSync(journal))
    throw new StartupError(
      `${directory} has the log of a devnet whose chain is missing: remove ${directory} to start a new one`,
    )
  makeDirectory(directory)
  return startDevnetInThread({ recording: fileURLToPath(CHAIN_FILE), journal, host, port })
}
