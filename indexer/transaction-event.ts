// The ledger's rules for the effects of a transaction, in one place for every reader of blocks and of the mempool.
//
// If a script of a transaction fails (phase 2), the transaction only spends its collaterals and creates its collateral return. From
// Dijkstra on, a transaction may contain sub-transactions (CIP-118). The ledger applies them one after the other, then the transaction
// itself. If any script fails, neither the transaction nor a sub-transaction has an effect, and only the transaction's collaterals are
// spent. Witness datums count for the whole batch. Source: rules SUBLEDGERS and LEDGER in Ledger.Dijkstra.Specification.Ledger of
// formal-ledger-specifications.
//
// So sub-transactions have the same effect as consecutive transactions. A block's transactions are therefore a flat list, and only the
// readers of blocks know about nesting.
import type { InputEvent, OutputEvent, TransactionEvent } from '../schema/events.ts'
import type { Hex } from '../schema/primitives.ts'

const NONE: readonly never[] = Object.freeze([])

/** The effects depend on whether the scripts succeeded. */
export interface DeclaredTransaction
  extends Pick<TransactionEvent, 'id' | 'mint' | 'requiredSigners' | 'validity' | 'metadata'> {
  /** `collaterals` if a script failed, otherwise `inputs`; undefined in a sub-transaction. */
  readonly spends: string | undefined
  readonly inputs: readonly InputEvent[]
  readonly collaterals: readonly InputEvent[]
  readonly outputs: readonly OutputEvent[]
  readonly collateralReturn: OutputEvent | undefined
  /** The key is the input's index. */
  readonly redeemers: ReadonlyMap<number, Hex> | undefined
  /** Witness datums by their hashes. */
  readonly datums: ReadonlyMap<string, Hex> | undefined
  /** In the transaction's order. A sub-transaction has none. */
  readonly subTransactions: readonly DeclaredTransaction[]
}

/** The datum of a datum hash is taken from the witnesses, if they contain it. */
const withDatums = ({ outputs, datums }: DeclaredTransaction): readonly OutputEvent[] => {
  if (datums === undefined || datums.size === 0) return outputs
  return outputs.map((output) => {
    const witnessDatum = output.datumHash === undefined ? undefined : datums.get(output.datumHash)
    return witnessDatum === undefined ? output : { ...output, witnessDatum }
  })
}

/** @param keeps whether a datum is kept, from its CBOR */
export const keepingDatums = (
  transaction: TransactionEvent,
  keeps: (datum: Hex) => boolean,
): TransactionEvent => {
  const isDropped = ({ witnessDatum }: OutputEvent): boolean =>
    witnessDatum !== undefined && !keeps(witnessDatum)
  if (!transaction.outputs.some(isDropped)) return transaction
  const outputs = transaction.outputs.map((output) => {
    if (!isDropped(output)) return output
    const { witnessDatum: _, ...kept } = output
    return kept
  })
  return { ...transaction, outputs }
}

const transactionEvent = (declared: DeclaredTransaction): TransactionEvent => {
  const { id, requiredSigners, validity, metadata, redeemers } = declared
  if (declared.spends === 'collaterals') {
    const { collateralReturn } = declared
    return {
      id,
      valid: false,
      inputs: declared.collaterals,
      outputs: collateralReturn === undefined ? NONE : [collateralReturn],
      firstOutput: declared.outputs.length,
      mint: NONE,
      requiredSigners,
      validity,
      metadata,
    }
  }
  const inputs =
    redeemers === undefined || redeemers.size === 0
      ? declared.inputs
      : declared.inputs.map((input, index) => {
          const redeemer = redeemers.get(index)
          return redeemer === undefined ? input : { ...input, redeemer }
        })
  return {
    id,
    valid: true,
    inputs,
    outputs: withDatums(declared),
    firstOutput: 0,
    mint: declared.mint,
    requiredSigners,
    validity,
    metadata,
  }
}

/** Includes the datums of sub-transactions. */
const datumsOfBatch = ({ datums, subTransactions }: DeclaredTransaction): DeclaredTransaction['datums'] =>
  subTransactions.length === 0
    ? datums
    : new Map([...subTransactions, { datums }].flatMap((each) => [...(each.datums ?? [])]))

/** The effects are in the ledger's order. */
export const transactionEvents = (declared: DeclaredTransaction): readonly TransactionEvent[] => {
  const datums = datumsOfBatch(declared)
  const event = transactionEvent({ ...declared, datums })
  if (!event.valid || declared.subTransactions.length === 0) return [event]
  const nested = declared.subTransactions.map(
    (each): TransactionEvent => ({ ...transactionEvent({ ...each, datums }), isNested: true }),
  )
  return [...nested, event]
}
