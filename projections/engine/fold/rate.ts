// Blocks per second over the last seconds, for the status and for progress lines.
import type { Uptime } from '../../../schema/platform/clocks.ts'
export class Rate {
  readonly #window: number
  readonly #clock: () => Uptime
  #marks: { readonly at: number; readonly count: number }[] = []

  constructor(window: number, clock: () => Uptime) {
    this.#window = window
    this.#clock = clock
    this.#marks.push({ at: clock(), count: 0 })
  }

  add(count: number): void {
    const now = this.#clock()
    this.#marks.push({ at: now, count })
    this.#forget(now)
  }

  /** Blocks per second, to one decimal. */
  get value(): number {
    const now = this.#clock()
    this.#forget(now)
    const [oldest] = this.#marks
    if (oldest === undefined || this.#marks.length === 1) return 0
    const counted = this.#marks.slice(1).reduce((sum, { count }) => sum + count, 0)
    const seconds = Math.max(now - oldest.at, 1) / 1000
    return Math.round((counted / seconds) * 10) / 10
  }

  /** Keeps one mark at or before the start of the window, from which the time is measured. */
  #forget(now: Uptime): void {
    while (this.#marks.length > 1 && (this.#marks[1]?.at ?? now) < now - this.#window) this.#marks.shift()
  }
}
