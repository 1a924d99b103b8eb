// Handles SIGINT and SIGTERM for commands that run until a signal. Also kills a process whose parts do not end, since `process.exit` waits
// for native code in every thread.
import { setTimeout as sleep } from 'node:timers/promises'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Time in ms within which a repeated signal does not count. Ctrl-C sends SIGINT to all processes of the terminal, and npm then sends it to
 * its child again.
 */
const SAME_REQUEST_MS = 500

interface EndRequests {
  /** Resolves at the next signal. A further signal ends the process at once. */
  next(): Promise<undefined>
}

/**
 * A signal ends the process with exit code 0 until `next` is called. The files survive a kill, so a start can be interrupted at any point.
 */
export const endRequests = (): EndRequests => {
  let onSignal = (_: NodeJS.Signals): void => process.exit(0)
  for (const signal of SIGNALS) {
    // run-installed.mjs has set handlers for the time of loading. They are removed after the new handler is set, so that no signal is lost.
    const before = process.listeners(signal)
    process.on(signal, (received) => onSignal(received))
    for (const listener of before) process.off(signal, listener)
  }
  return {
    next: () =>
      new Promise((resolve) => {
        onSignal = (first) => {
          const since = performance.now()
          onSignal = (signal) => {
            const isSame = signal === first && performance.now() - since < SAME_REQUEST_MS
            if (!isSame) process.kill(process.pid, 'SIGKILL')
          }
          resolve(undefined)
        }
      }),
  }
}

/** Maximum time in ms for ending. It is less than the 60 s that deploy/launchpad.service gives. */
const LONGEST_END_MS = 50_000

/**
 * Kills the process if a part does not end, which does no harm to the files.
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
