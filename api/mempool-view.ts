// The node's mempool, as the API sees it. The code that starts the service decides how the mempool is watched.
import type { TransactionEvent } from '../schema/events.ts'
import type { Hex, OutputReference } from '../schema/primitives.ts'
import type { MempoolState } from '../schema/reports.ts'

export interface MempoolView {
  readonly status: {
    readonly state: MempoolState
    /** Reason why the mempool is not watched, else null. */
    readonly problem: string | null
  }
  /** In order of arrival. */
  readonly transactions: ReadonlyMap<Hex, TransactionEvent>
  /** Includes transactions that left the mempool and may be in a block that the models do not contain yet. */
  readonly inFlight: ReadonlyMap<Hex, TransactionEvent>
  /** A transaction in flight spends the output. */
  isSpent(reference: OutputReference): boolean
  /** Outputs that transactions in flight spend. The same object until it changes. */
  spent(): readonly OutputReference[]
  /** Called after each change of one of the lists. */
  on(event: 'changed', listener: () => void): unknown
}

const NONE: readonly OutputReference[] = []

/** For a service that follows a recording, or does not watch the mempool. */
export const noMempool: MempoolView = {
  status: { state: 'off', problem: null },
  transactions: new Map(),
  inFlight: new Map(),
  isSpent: () => false,
  spent: () => NONE,
  on: () => undefined,
}
