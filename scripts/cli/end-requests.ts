// Handles SIGINT and SIGTERM for commands that run until a signal requests their end.

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
          onSignal = () => process.exit(1)
          resolve(undefined)
        }
      }),
  }
}
