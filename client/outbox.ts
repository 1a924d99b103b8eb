// A queue of outgoing messages, which sends no faster than the server allows. The server disconnects faster clients.
import { type BucketRate, takenFrom } from '../schema/platform/token-bucket.ts'

export interface MessageRate {
  /** Messages per second. */
  readonly rate: number
  /** Messages in a burst. */
  readonly burst: number
}

/** Below the service's default limits. */
export const MESSAGE_RATE: MessageRate = { rate: 15, burst: 50 }

export class Outbox {
  readonly #rate: BucketRate
  #waiting: string[] = []
  /** Time at which the bucket is full again, in ms of a monotonic clock. */
  #fullAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  readonly #send: (text: string) => void

  constructor(send: (text: string) => void, { rate, burst }: MessageRate = MESSAGE_RATE) {
    this.#send = send
    this.#rate = { interval: 1000 / rate, burst }
  }

  put(message: object): void {
    this.#waiting.push(JSON.stringify(message))
    if (this.#timer === undefined) this.#work()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
  }

  #work(): void {
    this.#timer = undefined
    const now = performance.now()
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const { fullAt, wait } = takenFrom(this.#fullAt, now, this.#rate)
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#work(), wait)
        return
      }
      this.#fullAt = fullAt
      this.#waiting.shift()
      this.#send(next)
    }
  }
}
