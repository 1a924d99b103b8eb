// `npm start`: the indexer and the API, until SIGINT or SIGTERM.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { endRequests, endWithin } from '../cli/end-requests.ts'
import { lineWriter } from '../cli/line-writer.ts'
import { serviceManager } from '../cli/service-manager.ts'
import { showStatus, statusLines } from '../cli/status-line.ts'
import { isTerminal, writeTerminal } from '../cli/terminal.ts'
import { startService } from '../service/service.ts'

const INTERVAL_MS = 200

/**
 * Maximum time in ms for which the banner waits for the service. A devnet's banner waits without limit. A sync of other chains may take a
 * day.
 */
const LONGEST_WAIT_MS = 3_000

/** Width of the line that `systemctl status` shows. */
const STATUS_COLUMNS = 200

/** @throws {StartupError} if the service cannot start */
export const start = async (settings: Settings): Promise<void> => {
  const requests = endRequests()
  const service = await startService(settings)
  let isOver = false
  const ending = Promise.race([requests.next(), service.failed]).finally(() => {
    isOver = true
  })
  const hideStatus = showStatus(service.snapshot)
  const manager = serviceManager(
    process.env,
    statusLines(service.snapshot, () => STATUS_COLUMNS, false),
    ({ message }) => console.error(`systemd is not told of the service's state: ${message}`),
  )
  // The banner is for people, and for programs that start a devnet and read its addresses.
  if (service.banner !== undefined && (service.hasDevnet || isTerminal)) {
    // The banner suggests requests that only work once the models exist.
    const latest = service.hasDevnet ? Number.POSITIVE_INFINITY : performance.now() + LONGEST_WAIT_MS
    while (!isOver && performance.now() < latest && !service.isReady())
      await Promise.race([sleep(INTERVAL_MS), ending])
    if (isTerminal) writeTerminal('')
    if (!isOver) lineWriter(1, () => '')(`${service.banner}\n`)
  }
  const failure = await ending
  hideStatus()
  manager.stopping()
  await endWithin(service.close(), console.error)
  if (failure !== undefined) throw failure
  const loss = service.loss()
  if (loss !== undefined) throw new StartupError(loss)
  process.exit(0)
}
