// Lets at most one frame about a thing pass in an interval, and of those in between the newest. A pool that is traded ten
// times in a block's second is shown as it is now, not ten times.

interface Paced<T> {
  /** When the last one passed; milliseconds. */
  sentAt: number
  /** The newest since. */
  waiting: T | undefined
}

export class Conflation<T> {
  readonly #interval: number
  readonly #paced = new Map<string, Paced<T>>()
  #count = 0

  /** @param interval milliseconds; 0 lets all pass. */
  constructor(interval: number) {
    this.#interval = interval
  }

  /** Frames that others replaced before they were sent. */
  get replaced(): number {
    return this.#count
  }

  /** Whether the frame may be sent now; if not, `due` gives it later unless a newer one comes. */
  pass(about: string, frame: T, now: number): boolean {
    const paced = this.#paced.get(about)
    if (paced === undefined || now - paced.sentAt >= this.#interval) {
      if (paced?.waiting !== undefined) this.#count++
      // Put last again, so that those that have waited longest come first.
      this.#paced.delete(about)
      this.#paced.set(about, { sentAt: now, waiting: undefined })
      return true
    }
    if (paced.waiting !== undefined) this.#count++
    paced.waiting = frame
    return false
  }

  /** Takes what may be sent by now, and forgets what nothing is said about any more. */
  due(now: number): T[] {
    const frames: T[] = []
    for (const [about, { sentAt, waiting }] of this.#paced) {
      if (now - sentAt < this.#interval) break
      this.#paced.delete(about)
      if (waiting === undefined) continue
      frames.push(waiting)
      this.#paced.set(about, { sentAt: now, waiting: undefined })
    }
    return frames
  }

  /** Drops what waits. */
  clear(): void {
    this.#paced.clear()
  }

  /** Whether `due` has something to do sooner or later. */
  get isIdle(): boolean {
    return this.#paced.size === 0
  }
}
