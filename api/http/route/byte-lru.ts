// Cache of values by key, up to a number of bytes: beyond that, unused values are removed, oldest first. A value that
// was used since the last pass is skipped once (the CLOCK algorithm): a list in order of use would make each look-up
// twice as expensive.

interface Held<Value> {
  readonly value: Value
  readonly bytes: number
  /** Whether the value was used since it was stored or skipped. */
  isUsed: boolean
}

export class ByteLru<Value> {
  /** The value that was stored or skipped longest ago comes first. */
  readonly #held = new Map<string, Held<Value>>()
  #bytes = 0

  constructor(
    /** Maximum bytes; 0 keeps nothing. */
    readonly limit: number,
  ) {}

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Value | undefined {
    const held = this.#held.get(key)
    if (held === undefined) return undefined
    held.isUsed = true
    return held.value
  }

  /** Stores a value under a key, unless it is larger than the limit. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key)
    if (bytes > this.limit) return
    for (const [oldest, held] of this.#held) {
      if (this.#bytes + bytes <= this.limit) break
      this.#held.delete(oldest)
      if (held.isUsed) this.#held.set(oldest, { ...held, isUsed: false })
      else this.#bytes -= held.bytes
    }
    this.#held.set(key, { value, bytes, isUsed: false })
    this.#bytes += bytes
  }

  delete(key: string): void {
    this.#bytes -= this.#held.get(key)?.bytes ?? 0
    this.#held.delete(key)
  }

  clear(): void {
    this.#held.clear()
    this.#bytes = 0
  }
}
