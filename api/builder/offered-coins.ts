// The coins that unsigned transactions built a short while ago spend. The next build takes others if there are others,
// so that a wallet can have several transactions built before it signs the first. It is a preference and no
// reservation: anybody can have a transaction built for anybody's address, and must not be able to lock their coins.
import { formatOutputReference, type OutputReference } from '../../schema/primitives.ts'

/** Milliseconds between building and signing. */
const REMEMBERED = 60_000

const MOST_COINS = 10_000

export class OfferedCoins {
  readonly #clock: () => number
  /** Until when, by reference, the oldest first. */
  readonly #until = new Map<string, number>()

  /** @param clock milliseconds that only grow */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  add(spent: readonly OutputReference[]): void {
    const until = this.#clock() + REMEMBERED
    for (const reference of spent.map(formatOutputReference)) {
      this.#until.delete(reference)
      this.#until.set(reference, until)
    }
    for (const reference of this.#until.keys()) {
      if (this.#until.size <= MOST_COINS) break
      this.#until.delete(reference)
    }
  }

  has(reference: OutputReference): boolean {
    return (this.#until.get(formatOutputReference(reference)) ?? 0) > this.#clock()
  }
}
