// What is held ready, by key, up to a number of bytes: past that what was used longest ago is let go.

interface Held<Value> {
  readonly value: Value
  readonly bytes: number
}

export class ByteLru<Value> {
  /** The one used longest ago comes first. */
  readonly #held = new Map<string, Held<Value>>()
  #bytes = 0

  constructor(
    /** Most bytes; 0 holds nothing. */
    readonly limit: number,
  ) {}

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Value | undefined {
    const held = this.#held.get(key)
    if (held === undefined) return undefined
    this.#held.delete(key)
    this.#held.set(key, held)
    return held.value
  }

  /** Holds a value in place of the key's last one. One that is larger than the limit is not held. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key)
    if (bytes > this.limit) return
    this.#held.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.limit) break
      this.delete(oldest)
    }
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
