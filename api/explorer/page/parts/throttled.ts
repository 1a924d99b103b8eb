// Throttled work: several calls in a short time lead to one run.

export interface Throttled {
  (): void
  /** Drops a run that waits. */
  cancel(): void
}

/** Makes a function that runs `work` once, `delay` milliseconds after the first of several calls. */
export const throttled = (delay: number, work: () => void): Throttled => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const call = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      work()
    }, delay)
  }
  const cancel = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  return Object.assign(call, { cancel })
}
