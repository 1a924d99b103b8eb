// Messages to systemd from a service of `Type=notify` (deploy/launchpad.service): that it serves, its state, and that it stops. The
// watchdog ends a service whose main thread sends nothing for `WatchdogSec`. systemd's socket takes datagrams, which Node cannot write, so
// systemd's own command sends them.
import { execFile } from 'node:child_process'

/** Messages within the watchdog's time. Two of them may be lost or late. */
const MESSAGES = 3

/** Interval in ms without a watchdog. */
const INTERVAL_MS = 60_000

/** Time in ms after which systemd's command is ended. */
const TIMEOUT_MS = 10_000

interface ServiceManager {
  stopping(): void
}

/**
 * Does nothing without systemd.
 * @param environment variables that systemd sets
 * @param stateLine state of the service in one line; undefined if unknown
 * @param onFailure called once if a message cannot be sent: the unit lacks `NotifyAccess=all`, or the system lacks systemd's command
 */
export const serviceManager = (
  environment: NodeJS.ProcessEnv,
  stateLine: () => string | undefined,
  onFailure: (error: Error) => void,
): ServiceManager => {
  if (environment.NOTIFY_SOCKET === undefined) return { stopping: () => {} }
  let hasFailed = false
  const tell = (...states: readonly string[]): void => {
    execFile('systemd-notify', states, { env: environment, timeout: TIMEOUT_MS }, (error) => {
      if (error !== null && !hasFailed) onFailure(error)
      hasFailed ||= error !== null
    })
  }
  const status = (): string[] => {
    const line = stateLine()
    return line === undefined ? [] : [`STATUS=${line}`]
  }
  tell('READY=1', ...status())
  const watchdogMs = Number(environment.WATCHDOG_USEC ?? 0) / 1_000
  const telling = setInterval(
    () => tell('WATCHDOG=1', ...status()),
    watchdogMs > 0 ? watchdogMs / MESSAGES : INTERVAL_MS,
  )
  return {
    stopping: () => {
      clearInterval(telling)
      tell('STOPPING=1')
    },
  }
}
