// Progress of a follower, and its cost since it connected: time, processor time and memory.
import { cpuSeconds } from './child.ts'

export interface Followed {
  readonly blocks: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakBytes: number
}

export class Progress {
  readonly done: Promise<Followed>
  readonly #blocks: number
  #finish: (followed: Followed) => void = () => {}
  #startedAt = 0
  #cpuBefore = 0

  constructor(blocks: number) {
    this.#blocks = blocks
    this.done = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  start(): void {
    this.#cpuBefore = cpuSeconds()
    this.#startedAt = performance.now()
  }

  /** @param count number of blocks so far; it may be unchanged, or beyond the end */
  reached(count: number): void {
    if (count < this.#blocks) return
    this.#finish({
      blocks: count,
      seconds: (performance.now() - this.#startedAt) / 1000,
      cpuSeconds: cpuSeconds() - this.#cpuBefore,
      peakBytes: process.resourceUsage().maxRSS * 1024,
    })
  }
}
