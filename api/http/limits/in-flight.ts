// The work a shutdown waits for. Kept apart from connections: a client that has gone does not end the handler
// that works for it.

export class InFlight {
  readonly #work = new Set<object>()
  private onEmpty: (() => void) | undefined

  get size(): number {
    return this.#work.size
  }

  has(work: object): boolean {
    return this.#work.has(work)
  }

  begin(work: object): void {
    this.#work.add(work)
  }

  end(work: object): void {
    if (this.#work.delete(work) && this.#work.size === 0) this.onEmpty?.()
  }

  /** Waits until nothing is left, at most `graceMs` milliseconds; how much is left then. */
  async drained(graceMs: number): Promise<number> {
    if (this.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs)
        this.onEmpty = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return this.size
  }
}
