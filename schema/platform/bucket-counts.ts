// Counts values in buckets by size, like a Prometheus histogram. Counting a value of the first bucket takes one comparison, and nothing is
// allocated, so every request can be counted.

export interface Buckets {
  /** Upper bounds, inclusive and ascending. */
  readonly bounds: readonly number[]
  /** Values in each bucket, and above the last bound. Not cumulative. */
  readonly counts: readonly number[]
  readonly sum: number
}

/** For database work. A commit at the tip takes milliseconds; a batch of a sync takes seconds. */
export const WORK_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class BucketCounts {
  readonly #bounds: readonly number[]
  readonly #counts: Float64Array
  #sum = 0

  /** @param bounds upper bounds of the buckets, inclusive and ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Float64Array(bounds.length + 1)
  }

  add(value: number): void {
    let at = 0
    while (at < this.#bounds.length && value > (this.#bounds[at] ?? 0)) at++
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += value
  }

  get buckets(): Buckets {
    return { bounds: this.#bounds, counts: [...this.#counts], sum: this.#sum }
  }
}
