// When the bars of a pool last changed, as a count of changes: what an ETag needs to know, without reading a bar.

/** Pools and resolutions whose change is remembered; past that all count as changed now. */
const LIMIT = 50_000

export class BarVersions {
  readonly #changedAt = new Map<string, number>()
  /** The version of what has not changed since. */
  #base = 0
  #count = 0

  /** @param key of a pool and a resolution */
  of(key: string): number {
    return this.#changedAt.get(key) ?? this.#base
  }

  change(key: string): void {
    if (this.#changedAt.size >= LIMIT) this.changeAll()
    this.#count += 1
    this.#changedAt.set(key, this.#count)
  }

  changeAll(): void {
    this.#count += 1
    this.#base = this.#count
    this.#changedAt.clear()
  }
}
