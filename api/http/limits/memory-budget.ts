// Memory that strangers can make the server keep, counted: what their uploads and their unread answers hold
// together has one limit each, however many connections share it.

export class MemoryBudget {
  #used = 0

  constructor(
    /** Bytes. */
    readonly limit: number,
  ) {}

  get used(): number {
    return this.#used
  }

  /** Whether there was room; nothing is counted when there was none. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.limit) return false
    this.#used += bytes
    return true
  }

  give(bytes: number): void {
    this.#used -= bytes
  }
}
