// Handles SIGINT and SIGTERM for commands that run until a signal requests their end, and ends a process that cannot end itself:
// `process.exit` waits for the native code of every thread.
import { setTimeout as sleep } from 'node:timers/promises'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

interface EndRequests {
  /** Resolves at the next request. A further request ends the process at once. */
  next(): Promise<undefined>
}

/**
 * Begins to handle requests to end. Until `next` is called, a request ends the process immediately with exit code 0: a start may
 * be interrupted at any point, because the files survive a kill.
 */
export const endRequests = (): EndRequests => {
  let onSignal = (): void => process.exit(0)
  for (const signal of SIGNALS) {
    // Handlers of run-installed.mjs, which end a command that is still loading. They are removed only after the new handler is
    // set: a signal that came while modules were loaded is lost when there is no handler in between.
    const before = process.listeners(signal)
    process.on(signal, () => onSignal())
    for (const listener of before) process.off(signal, listener)
  }
  return {
    next: () =>
      new Promise((resolve) => {
        onSignal = () => {
          onSignal = () => process.kill(process.pid, 'SIGKILL')
          resolve(undefined)
        }
      }),
  }
}

/** Maximum time in ms of an end: less than the 60 s that deploy/launchpad.service gives. */
const LONGEST_END_MS = 50_000

/**
 * Waits for the end of a service's parts. The files survive a kill, so a part that does not end is killed with the process.
 * @param say writes the line that names the cause
 */
export const endWithin = async (
  work: Promise<void>,
  say: (line: string) => void,
  longest = LONGEST_END_MS,
): Promise<void> => {
  const isOver = new AbortController()
  const kill = async (): Promise<void> => {
    await sleep(longest, undefined, { signal: isOver.signal })
    say(`the service did not end within ${longest / 1000} s: the process is killed`)
    process.kill(process.pid, 'SIGKILL')
  }
  kill().catch(() => {})
  await work.finally(() => isOver.abort())
}
