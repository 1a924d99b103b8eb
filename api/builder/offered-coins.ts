// Remembers the coins that recently built, unsigned transactions spend. The next build prefers other coins, so a wallet can have several
// transactions built before it signs the first. The coins are not reserved. Otherwise anybody could block a wallet's coins by requesting
// transactions for its address.
import type { Uptime } from '../../schema/platform/clocks.ts'
import { formatOutputReference, type OutputReference } from '../../schema/primitives.ts'

/** Long enough to sign. */
const REMEMBERED_MS = 60_000

const MOST_COINS = 10_000

export class OfferedCoins {
  /** Expiry times by reference, oldest first. */
  readonly #until = new Map<string, number>()

  readonly #clock: () => Uptime

  constructor(clock: () => Uptime) {
    this.#clock = clock
  }

  add(spent: readonly OutputReference[]): void {
    const until = this.#clock() + REMEMBERED_MS
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
