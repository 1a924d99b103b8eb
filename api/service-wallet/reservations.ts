// Outputs lent to those who ask, each to one at a time, for a while. A reservation ends by itself: nobody tells whether
// what was built with it will ever be submitted.
import { formatOutputReference, type OutputReference } from '../../schema/primitives.ts'

export class Reservations {
  /** Until when, by reference, those that end first in front. */
  readonly #until = new Map<string, number>()

  /**
   * @param duration of a reservation, milliseconds
   * @param clock milliseconds
   */
  constructor(
    private readonly duration: number,
    private readonly clock: () => number,
  ) {}

  /** Reserves the first of them that is free; undefined when none is. */
  take<T extends { readonly reference: OutputReference }>(candidates: readonly T[]): T | undefined {
    this.#forget()
    const free = candidates.find(({ reference }) => !this.#until.has(formatOutputReference(reference)))
    if (free !== undefined)
      this.#until.set(formatOutputReference(free.reference), this.clock() + this.duration)
    return free
  }

  /** Ends a reservation before its time. */
  release(reference: OutputReference): void {
    this.#until.delete(formatOutputReference(reference))
  }

  /** Milliseconds until the next reservation ends; 0 when there is none. */
  wait(): number {
    const [next = this.clock()] = this.#until.values()
    return Math.max(0, next - this.clock())
  }

  #forget(): void {
    const now = this.clock()
    for (const [reference, until] of this.#until) {
      if (until > now) return
      this.#until.delete(reference)
    }
  }
}
