// Interface of the node's mempool for the API; only the composition root knows how the mempool is watched.
import type { TransactionEvent } from '../schema/events.ts'
import type { Hex, OutputReference } from '../schema/primitives.ts'
import type { MempoolState } from '../schema/reports.ts'

export interface MempoolView {
  readonly status: {
    readonly state: MempoolState
    /** Why the mempool is not watched; null while it is watched. */
    readonly problem: string | null
  }
  /** Pending transactions by id, in order of arrival in the mempool. */
  readonly transactions: ReadonlyMap<Hex, TransactionEvent>
  /** Whether the output is spent by a pending transaction, or by a transaction that left the mempool recently. */
  isSpent(reference: OutputReference): boolean
  /** All such outputs. The list stays the same object until it changes. */
  spent(): readonly OutputReference[]
  /** Calls `listener` after each change with the transactions that arrived and the transactions that left. */
  on(event: 'changed', listener: (change: MempoolViewChange) => void): unknown
}

interface MempoolViewChange {
  readonly came: readonly TransactionEvent[]
  readonly left: readonly TransactionEvent[]
}

const NONE: readonly OutputReference[] = []

/** Mempool of a service that follows a recording or does not watch the mempool. */
export const noMempool: MempoolView = {
  status: { state: 'off', problem: null },
  transactions: new Map(),
  isSpent: () => false,
  spent: () => NONE,
  on: () => undefined,
}
