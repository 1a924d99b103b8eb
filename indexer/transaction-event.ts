// The ledger's rule for the inputs and outputs of a transaction, in one place for every reader of blocks: if its scripts fail (phase 2), it
// spends its collaterals, creates its collateral return, and has no other effect.
import type { InputEvent, OutputEvent, TransactionEvent } from '../schema/events.ts'
import { decodeVestingLock } from '../schema/launchpad/datums/vesting-lock.ts'
import type { Hex } from '../schema/primitives.ts'

const NONE: readonly never[] = Object.freeze([])

/** A transaction of a block, before its validity decides its effect. */
interface DeclaredTransaction
  extends Pick<TransactionEvent, 'id' | 'mint' | 'requiredSigners' | 'validity' | 'metadata'> {
  /** `collaterals` if a script failed; any other value, or none (before Alonzo), means `inputs`. */
  readonly spends: string | undefined
  readonly inputs: readonly InputEvent[]
  readonly collaterals: readonly InputEvent[]
  readonly outputs: readonly OutputEvent[]
  readonly collateralReturn: OutputEvent | undefined
  /** Redeemers of spent inputs by the input's index. */
  readonly redeemers: ReadonlyMap<number, Hex> | undefined
  /** Datums among the witnesses, by their hashes. */
  readonly datums: ReadonlyMap<string, Hex> | undefined
}

/**
 * Outputs with the datums of vesting locks, if the output has the hash and the witnesses have the datum: a lock is identified by its datum
 * alone. Pools and orders have inline datums; other contracts' datums by hash do not matter here.
 */
const withLockDatums = ({ outputs, datums }: DeclaredTransaction): readonly OutputEvent[] => {
  if (datums === undefined || datums.size === 0) return outputs
  return outputs.map((output) => {
    const witnessDatum = output.datumHash === undefined ? undefined : datums.get(output.datumHash)
    return witnessDatum === undefined || decodeVestingLock(witnessDatum) === undefined
      ? output
      : { ...output, witnessDatum }
  })
}

export const transactionEvent = (declared: DeclaredTransaction): TransactionEvent => {
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
    outputs: withLockDatums(declared),
    firstOutput: 0,
    mint: declared.mint,
    requiredSigners,
    validity,
    metadata,
  }
}
