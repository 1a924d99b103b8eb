// The node's mempool, as the API sees it. The code that starts the service decides how the mempool is watched.
import type { TransactionEvent } from '../schema/events.ts'
import type { Hex, OutputReference } from '../schema/primitives.ts'
import type { MempoolState } from '../schema/reports.ts'

export interface MempoolView {
  readonly status: {
    readonly state: MempoolState
    /** Reason why the mempool is not watched; null if it is watched. */
    readonly problem: string | null
  }
  /** Transactions of the node's mempool by id, in order of arrival. */
  readonly transactions: ReadonlyMap<Hex, TransactionEvent>
  /** Transactions of the mempool, and those that left it and may be in a block that the models do not contain yet. */
  readonly inFlight: ReadonlyMap<Hex, TransactionEvent>
  /** Whether a transaction in flight spends the output. */
  isSpent(reference: OutputReference): boolean
  /** All outputs that transactions in flight spend. The list is the same object until it changes. */
  spent(): readonly OutputReference[]
  /** Calls `listener` after each change of one of the lists. */
  on(event: 'changed', listener: () => void): unknown
}

const NONE: readonly OutputReference[] = []

/** Mempool of a service that follows a recording, or does not watch the mempool. */
export const noMempool: MempoolView = {
  status: { state: 'off', problem: null },
  transactions: new Map(),
  inFlight: new Map(),
  isSpent: () => false,
  spent: () => NONE,
  on: () => undefined,
}
