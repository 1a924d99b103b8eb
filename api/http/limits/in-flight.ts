// Requests in work, for which a shutdown waits. They are counted apart from connections, because a handler continues after its
// client has gone.

export class InFlight {
  readonly #work = new Set<object>()
  private onEmpty: (() => void) | undefined

  get size(): number {
    return this.#work.size
  }

  has(work: object): boolean {
    return this.#work.has(work)
  }

  add(work: object): void {
    this.#work.add(work)
  }

  delete(work: object): void {
    if (this.#work.delete(work) && this.#work.size === 0) this.onEmpty?.()
  }

  /** Waits until no request is left, at most `graceMs` milliseconds. @returns the number left */
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
