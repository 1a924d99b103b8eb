// Counts memory that clients occupy. All uploads share one limit, and all unread responses another.

export class MemoryBudget {
  #used = 0

  /** Bytes that are in use. */
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get used(): number {
    return this.#used
  }

  /** Counts bytes. @returns false, with nothing counted, when there is no room */
  reserve(bytes: number): boolean {
    if (this.#used + bytes > this.limit) return false
    this.#used += bytes
    return true
  }

  release(bytes: number): void {
    this.#used -= bytes
  }
}
