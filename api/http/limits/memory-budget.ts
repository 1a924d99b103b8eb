// Counts memory that clients make the server hold. Uploads have one limit together and unread answers another, however many
// connections share it.

export class MemoryBudget {
  #used = 0

  constructor(
    /** Bytes. */
    readonly limit: number,
  ) {}

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
