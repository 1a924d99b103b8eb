// Commands that run until somebody ends them, by Ctrl-C or by whoever manages the process.

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export interface EndRequests {
  /** Resolves at the next request. One more after it ends the process without waiting for anything. */
  next(): Promise<undefined>
}

/**
 * Takes requests to end from now on. Until `next` is called they end the process at once, and that is no failure:
 * a start can be cut off anywhere, as what is on disk survives being killed.
 */
export const endRequests = (): EndRequests => {
  let take = (): void => process.exit(0)
  for (const signal of SIGNALS) {
    // Those of run.mjs, which end a command that is still being loaded. They are removed after there is another: a signal
    // that came while modules were loaded is lost when nobody listens in between.
    const before = process.listeners(signal)
    process.on(signal, () => take())
    for (const listener of before) process.off(signal, listener)
  }
  return {
    next: () =>
      new Promise((resolve) => {
        take = () => {
          take = () => process.exit(1)
          resolve(undefined)
        }
      }),
  }
}
