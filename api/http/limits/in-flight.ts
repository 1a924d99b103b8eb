// Running requests, for which a shutdown waits. They are counted separately from connections, because a handler continues after its client
// has gone.

export class InFlight extends Set<object> {
  #onEmpty: (() => void) | undefined

  override delete(work: object): boolean {
    const wasIn = super.delete(work)
    if (wasIn && this.size === 0) this.#onEmpty?.()
    return wasIn
  }

  /** @returns the number of requests left after at most `graceMs` milliseconds */
  async drained(graceMs: number): Promise<number> {
    if (this.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs)
        this.#onEmpty = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return this.size
  }
}
