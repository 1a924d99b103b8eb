// Limits the time for responses in one turn of the event loop. uWebSockets.js calls the handlers of all arrived requests, even whole
// packets of pipelined requests, before anything else in the process runs. Without a limit, a few clients could block the process. Requests
// beyond the limit wait for later turns. Routes take turns, so many requests of a slow route do not delay other routes; each route keeps
// the order.
import type { Uptime } from '../../../schema/platform/clocks.ts'

/** Later requests of a turn wait for the next turn. */
const LIMIT_MS = 2

/** Requests per turn that never wait. On a busy machine, a turn may be long for other reasons. */
const NEVER_WAIT = 4

/** A check whether the turn has ended takes as long as a small response. */
const LOOK_MS = 1

export class LoopTurn {
  /** Pieces of work that take milliseconds, oldest first. */
  readonly #large: (() => void)[] = []
  /** The next lane comes first. No lane is empty. */
  readonly #waiting = new Map<unknown, (() => void)[]>()
  #isMeasured = false
  #isScheduled = false
  /** Requests since the measured start of the turn. */
  #count = 0
  /** Start of the turn; while none is measured, the end of the last one. */
  #start = Number.NEGATIVE_INFINITY

  get waiting(): number {
    let count = this.#large.length
    for (const queue of this.#waiting.values()) count += queue.length
    return count
  }

  isSpent(now: Uptime): boolean {
    if (this.#isScheduled) return true
    if (this.#isMeasured) {
      this.#count += 1
      return this.#count > NEVER_WAIT && now - this.#start > LIMIT_MS
    }
    if (now - this.#start > LOOK_MS) this.#measure(now)
    return false
  }

  /**
   * The work must not throw.
   * @param lane route of the work; lanes take turns
   */
  defer(work: () => void, lane: unknown): void {
    const queue = this.#waiting.get(lane)
    if (queue === undefined) this.#waiting.set(lane, [work])
    else queue.push(work)
    this.#schedule()
  }

  /** For work that takes milliseconds: one piece per turn of the event loop. Other requests do not wait for it. The work must not throw. */
  deferLarge(work: () => void): void {
    this.#large.push(work)
    if (this.#large.length === 1) this.#scheduleLarge()
  }

  #scheduleLarge(): void {
    setImmediate(() => {
      this.#large[0]?.()
      this.#large.shift()
      if (this.#large.length > 0) this.#scheduleLarge()
    })
  }

  #measure(now: Uptime): void {
    this.#isMeasured = true
    this.#count = 1
    this.#start = now
    setImmediate(() => {
      this.#isMeasured = false
      this.#start = performance.now()
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#run()
      if (this.#waiting.size > 0) this.#schedule()
    })
  }

  #run(): void {
    const end = performance.now() + LIMIT_MS
    do {
      const work = this.#next()
      if (work === undefined) return
      work()
    } while (performance.now() < end)
  }

  /** Moves the lane to the end. */
  #next(): (() => void) | undefined {
    for (const [lane, queue] of this.#waiting) {
      this.#waiting.delete(lane)
      const work = queue.shift()
      if (queue.length > 0) this.#waiting.set(lane, queue)
      return work
    }
    return undefined
  }
}
