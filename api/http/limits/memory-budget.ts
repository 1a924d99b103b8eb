// Counts the memory that clients occupy. All uploads share one limit; all unread responses share another.

export class MemoryBudget {
  #used = 0

  /** Maximum bytes in use. */
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get used(): number {
    return this.#used
  }

  /** @returns false if there is no room; nothing is then counted */
  reserve(bytes: number): boolean {
    if (this.#used + bytes > this.limit) return false
    this.#used += bytes
    return true
  }

  release(bytes: number): void {
    this.#used -= bytes
  }
}
