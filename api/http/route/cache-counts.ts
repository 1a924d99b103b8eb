// Lookups in the caches of components, counted for the metrics by the cache's name.

export interface CacheCount {
  hits: number
  misses: number
}

export class CacheCounts {
  readonly #byName = new Map<string, CacheCount>()

  /** The counts of a cache; the owner of the cache raises them. */
  of(name: string): CacheCount {
    const count = this.#byName.get(name) ?? { hits: 0, misses: 0 }
    this.#byName.set(name, count)
    return count
  }

  [Symbol.iterator](): IterableIterator<[name: string, count: CacheCount]> {
    return this.#byName.entries()
  }
}
