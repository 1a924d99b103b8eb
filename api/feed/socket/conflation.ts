// Conflation: lets at most one frame of a key pass in an interval, and keeps only the newest of those between. A pool that is
// traded ten times in a second is sent once, as it is after the tenth trade.

interface Paced<T> {
  /** Milliseconds at which the last frame passed. */
  sentAt: number
  /** The newest frame since. */
  waiting: T | undefined
}

export class Conflation<T> {
  readonly #interval: number
  readonly #paced = new Map<string, Paced<T>>()
  #count = 0

  /** @param interval milliseconds; with 0 every frame passes */
  constructor(interval: number) {
    this.#interval = interval
  }

  /** Number of frames that newer frames replaced before they were sent. */
  get replaced(): number {
    return this.#count
  }

  /** Whether the frame may be sent now. If not, `due` returns it later, unless a newer frame replaces it. */
  pass(key: string, frame: T, now: number): boolean {
    const paced = this.#paced.get(key)
    if (paced === undefined || now - paced.sentAt >= this.#interval) {
      if (paced?.waiting !== undefined) this.#count++
      // The map is ordered by `sentAt`.
      this.#paced.delete(key)
      this.#paced.set(key, { sentAt: now, waiting: undefined })
      return true
    }
    if (paced.waiting !== undefined) this.#count++
    paced.waiting = frame
    return false
  }

  /** Removes and returns the frames that may be sent now, and drops keys without a waiting frame. */
  due(now: number): T[] {
    const frames: T[] = []
    for (const [key, { sentAt, waiting }] of this.#paced) {
      if (now - sentAt < this.#interval) break
      this.#paced.delete(key)
      if (waiting === undefined) continue
      frames.push(waiting)
      this.#paced.set(key, { sentAt: now, waiting: undefined })
    }
    return frames
  }

  /** Drops all waiting frames. */
  clear(): void {
    this.#paced.clear()
  }

  /** Whether `due` has nothing to do, now or later. */
  get isIdle(): boolean {
    return this.#paced.size === 0
  }
}
