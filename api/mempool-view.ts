// Interface of the node's mempool for the API, since only the composition root knows how it is watched.
import type { TransactionEvent } from '../schema/events.ts'
import type { Hex, OutputReference } from '../schema/primitives.ts'

export interface MempoolView {
  readonly status: {
    /** connecting, watching, waiting (the connection is down) or off (the node does not show it). */
    readonly state: string
    /** Why it is not watched; null when all is well. */
    readonly problem: string | null
  }
  /** Pending transactions by id, in the order they came to the mempool. */
  readonly transactions: ReadonlyMap<Hex, TransactionEvent>
  /** Whether a pending transaction spends the output, or a transaction that left the mempool recently. */
  isSpent(reference: OutputReference): boolean
  /** All such outputs. The list is the same object while nothing changed. */
  spent(): readonly OutputReference[]
  /** Calls `listener` with the transactions that came and those that left, after each change. */
  on(event: 'changed', listener: (change: MempoolViewChange) => void): unknown
}

interface MempoolViewChange {
  readonly came: readonly TransactionEvent[]
  readonly left: readonly TransactionEvent[]
}

const NONE: readonly OutputReference[] = []

/** Mempool of a service that follows a recording, or watches none. */
export const noMempool: MempoolView = {
  status: { state: 'off', problem: null },
  transactions: new Map(),
  isSpent: () => false,
  spent: () => NONE,
  on: () => undefined,
}
