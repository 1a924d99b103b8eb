// How far a follower has come, and what it took: time, processor time and memory, from the moment it connects.
import { cpuSeconds } from './child.ts'

export interface Followed {
  readonly blocks: number
  readonly seconds: number
  /** Seconds until the first `firstBlocks` were done: with cold code and empty tables. */
  readonly firstBlocks: number
  readonly firstSeconds: number
  /** Processor time, all threads. */
  readonly cpuSeconds: number
  readonly peakBytes: number
}

export class Progress {
  readonly done: Promise<Followed>
  readonly #blocks: number
  readonly #firstBlocks: number
  #finish: (followed: Followed) => void = () => {}
  #startedAt = 0
  #cpuBefore = 0
  #first: { readonly blocks: number; readonly seconds: number } | undefined

  /** @param blocks when the measurement ends; @param firstBlocks when its cold beginning does. */
  constructor(blocks: number, firstBlocks: number) {
    this.#blocks = blocks
    this.#firstBlocks = firstBlocks
    this.done = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  begin(): void {
    this.#cpuBefore = cpuSeconds()
    this.#startedAt = performance.now()
  }

  /** @param count blocks done so far, which may be the same as before, or past the end. */
  reached(count: number): void {
    if (count >= this.#firstBlocks) this.#first ??= { blocks: count, seconds: this.#seconds }
    if (count < this.#blocks) return
    const seconds = this.#seconds
    this.#finish({
      blocks: count,
      seconds,
      firstBlocks: this.#first?.blocks ?? count,
      firstSeconds: this.#first?.seconds ?? seconds,
      cpuSeconds: cpuSeconds() - this.#cpuBefore,
      peakBytes: process.resourceUsage().maxRSS * 1024,
    })
  }

  get #seconds(): number {
    return (performance.now() - this.#startedAt) / 1000
  }
}
