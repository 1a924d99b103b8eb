// Watches whether the node's network will enter an era that this version does not know. The operator can then upgrade before following
// stops.
import { EventEmitter } from 'eventemitter3'
import { Loop } from '../schema/platform/loop.ts'
import { eraProblem } from './ogmios/node-eras.ts'

interface EraTiming {
  /** Interval in ms between two checks. An era is announced days before it begins. */
  readonly interval: number
  /** Time limit in ms of each response. */
  readonly timeout: number
}

const TIMING: EraTiming = { interval: 10 * 60_000, timeout: 10_000 }

export class EraWatch extends EventEmitter<{ changed: [] }> {
  readonly #url: string
  readonly #timing: EraTiming
  readonly #loop = new Loop()
  #problem: string | null = null

  /** @param url URL of Ogmios */
  constructor(url: string, timing: Partial<EraTiming> = {}) {
    super()
    this.#url = url
    this.#timing = { ...TIMING, ...timing }
  }

  /** Reason why this version must be upgraded. Null before the node's first response, and if this version knows all eras of the node. */
  get problem(): string | null {
    return this.#problem
  }

  /** A failed check changes nothing: the follower reports a node that does not respond. */
  async run(): Promise<void> {
    const { interval, timeout } = this.#timing
    while (!this.#loop.isStopped) {
      const found = await eraProblem(this.#url, timeout, this.#loop.signal).catch(() => this.#problem)
      if (found !== this.#problem && !this.#loop.isStopped) {
        this.#problem = found
        this.emit('changed')
      }
      await this.#loop.wait(interval)
    }
  }

  stop(): void {
    this.#loop.stop()
  }
}
