// Outputs lent to those who ask, for a while. A loan is a preference and no reservation: as long as there are others, what
// is lent to one is not lent to another, but nobody can keep others from having one.
import { formatOutputReference, type OutputReference } from '../../schema/primitives.ts'

/** Who asks, and for what. */
export interface Borrower {
  /** Key of the client's share, as its limits are counted. */
  readonly client: string
  /** Purpose of the loan: the same work is lent the same output again. */
  readonly purpose: string
}

interface Loan extends Borrower {
  readonly until: number
}

/** Part of all outputs that one client is lent before it is lent its own again. */
const SHARE = 4

export class Loans {
  /** The last loan of each output by its reference, the oldest first. */
  readonly #loans = new Map<string, Loan>()

  /**
   * @param duration of a loan, milliseconds
   * @param clock milliseconds; when it steps back, loans are over
   */
  constructor(
    private readonly duration: number,
    private readonly clock: () => number,
  ) {}

  /**
   * Lends one of the candidates, the first that suits: the one lent for the same purpose, one that is free, the one lent
   * longest ago. A client that has its share is lent the one of its own lent longest ago. Undefined without candidates.
   */
  lend<T extends { readonly reference: OutputReference }>(
    candidates: readonly T[],
    { client, purpose }: Borrower,
  ): T | undefined {
    this.#forget()
    const byName = new Map(candidates.map((each) => [formatOutputReference(each.reference), each]))
    const lent = [...this.#loans].filter(([name]) => byName.has(name))
    const own = lent.filter(([, loan]) => loan.client === client)
    const same = own.find(([, loan]) => loan.purpose === purpose)
    const hasShare = own.length >= Math.max(1, Math.floor(byName.size / SHARE))
    const free = hasShare ? undefined : [...byName.keys()].find((name) => !this.#loans.has(name))
    const [name] = same ?? (free === undefined ? ((hasShare ? own : lent)[0] ?? []) : [free])
    if (name === undefined) return undefined
    this.#loans.delete(name)
    this.#loans.set(name, { client, purpose, until: this.clock() + this.duration })
    return byName.get(name)
  }

  /** Ends a loan before its time, unless the output was lent to another since. */
  end(reference: OutputReference, { client, purpose }: Borrower): void {
    const name = formatOutputReference(reference)
    const loan = this.#loans.get(name)
    if (loan?.client === client && loan.purpose === purpose) this.#loans.delete(name)
  }

  #forget(): void {
    const now = this.clock()
    for (const [name, { until }] of this.#loans) {
      if (until > now && until <= now + this.duration) return
      this.#loans.delete(name)
    }
  }
}
