// Commands that run until somebody ends them.

/** Resolves when the process is asked to end, by Ctrl-C or by whoever manages it. */
export const untilAsked = (): Promise<undefined> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(undefined))
  })
