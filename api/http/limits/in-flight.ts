// The work a shutdown waits for. Kept apart from connections: a client that has gone does not end the handler
// that works for it.

export class InFlight {
  #size = 0
  private onEmpty: (() => void) | undefined

  get size(): number {
    return this.#size
  }

  begin(): void {
    this.#size += 1
  }

  /** Once for each that began. */
  end(): void {
    this.#size -= 1
    if (this.#size === 0) this.onEmpty?.()
  }

  /** Waits until nothing is left, at most `graceMs` milliseconds; how much is left then. */
  async drained(graceMs: number): Promise<number> {
    if (this.#size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs)
        this.onEmpty = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return this.#size
  }
}
