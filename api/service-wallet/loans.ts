// Loans of collateral outputs to clients, for a limited time. A lent output is not reserved: it is lent again if no other output is free.
// So no client can prevent others from borrowing.
import type { Uptime } from '../../schema/platform/clocks.ts'
import { formatOutputReference, type OutputReference } from '../../schema/primitives.ts'

export interface Borrower {
  /** The key of the client's rate limits, which can borrow a limited number of outputs. */
  readonly client: string
  /** A client that asks again for the same purpose gets the same output. */
  readonly purpose: string
}

interface Loan extends Borrower {
  readonly until: number
}

/** A client may borrow at most a quarter of the outputs, but at least one. For further loans it gets an output that it already borrows. */
const CLIENTS_AT_LEAST = 4

export class Loans {
  /** Oldest first. */
  readonly #loans = new Map<string, Loan>()

  readonly #duration: number
  readonly #clock: () => Uptime

  /** @param duration in ms */
  constructor(duration: number, clock: () => Uptime) {
    this.#duration = duration
    this.#clock = clock
  }

  /**
   * In this order: the output lent to this client for the same purpose; a free output; the output with the oldest loan. A client with as
   * many loans as it may have gets the output of its oldest loan instead of a free one.
   * @returns undefined if there are no candidates
   */
  lend<T extends { readonly reference: OutputReference }>(
    candidates: readonly T[],
    { client, purpose }: Borrower,
  ): T | undefined {
    this.#endExpired()
    const byName = new Map(candidates.map((each) => [formatOutputReference(each.reference), each]))
    const lent = [...this.#loans].filter(([name]) => byName.has(name))
    const own = lent.filter(([, loan]) => loan.client === client)
    const same = own.find(([, loan]) => loan.purpose === purpose)
    const hasShare = own.length >= Math.max(1, Math.floor(byName.size / CLIENTS_AT_LEAST))
    const free = hasShare ? undefined : [...byName.keys()].find((name) => !this.#loans.has(name))
    const [name] = same ?? (free === undefined ? ((hasShare ? own : lent)[0] ?? []) : [free])
    if (name === undefined) return undefined
    this.#loans.delete(name)
    this.#loans.set(name, { client, purpose, until: this.#clock() + this.#duration })
    return byName.get(name)
  }

  /** Does nothing if the output has since been lent to another borrower. */
  end(reference: OutputReference, { client, purpose }: Borrower): void {
    const name = formatOutputReference(reference)
    const loan = this.#loans.get(name)
    if (loan?.client === client && loan.purpose === purpose) this.#loans.delete(name)
  }

  #endExpired(): void {
    const now = this.#clock()
    for (const [name, { until }] of this.#loans) {
      if (until > now && until <= now + this.#duration) return
      this.#loans.delete(name)
    }
  }
}
