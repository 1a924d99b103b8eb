// Conflation: frames with the same key are sent at most once per interval. Of the frames that come within the interval, only the newest of
// each part is kept. For example, a pool that trades ten times in the interval is sent once, with its state after the tenth trade. The bars
// of a pair are parts of one key, so each changed bar is sent, in order.
import type { Uptime } from '../../../schema/platform/clocks.ts'

interface Paced<T> {
  readonly sentAt: number
  sentPart: string
  /** In the order of publishing. */
  readonly waiting: Map<string, T>
}

export class Conflation<T> {
  readonly #paced = new Map<string, Paced<T>>()
  #count = 0
  readonly #interval: number

  /** @param interval milliseconds; with 0, every frame is sent at once */
  constructor(interval: number) {
    this.#interval = interval
  }

  /** Replaced by newer frames before they were sent. */
  get replaced(): number {
    return this.#count
  }

  /** If the frame may not be sent now, `due` returns it later, unless a newer one of its part replaces it. */
  pass(key: string, part: string, frame: T, now: Uptime): boolean {
    const paced = this.#paced.get(key)
    if (paced === undefined || (paced.waiting.size === 0 && now - paced.sentAt >= this.#interval)) {
      // Keeps the map ordered by `sentAt`.
      this.#paced.delete(key)
      this.#paced.set(key, { sentAt: now, sentPart: part, waiting: new Map() })
      return true
    }
    if (paced.waiting.size === 0 && now === paced.sentAt && part !== paced.sentPart) {
      paced.sentPart = part
      return true
    }
    // The frame goes to the end, so it is not sent before older frames of other parts.
    if (paced.waiting.delete(part)) this.#count++
    paced.waiting.set(part, frame)
    return false
  }

  /** Drops keys without waiting frames. */
  due(now: Uptime): T[] {
    const frames: T[] = []
    for (const [key, { sentAt, waiting }] of this.#paced) {
      if (now - sentAt < this.#interval) break
      this.#paced.delete(key)
      if (waiting.size === 0) continue
      frames.push(...waiting.values())
      this.#paced.set(key, { sentAt: now, sentPart: [...waiting.keys()].pop() ?? '', waiting: new Map() })
    }
    return frames
  }

  clear(): void {
    this.#paced.clear()
  }

  /** `due` has nothing to return now or later. */
  get isIdle(): boolean {
    return this.#paced.size === 0
  }
}
