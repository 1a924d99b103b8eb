// Interface of the node for the builder. The service answers it from Ogmios, a test from a ledger in memory; the builder knows
// neither.
import type { Cardano } from '@cardano-sdk/core'
import type { FeeParameters, Units } from '../../schema/launchpad/ledger-fees.ts'
import type { Hex, OutputReference } from '../../schema/primitives.ts'
import type { Utxo } from './transaction/utxo.ts'

/** The protocol parameters that a transaction's bytes depend on. */
export type ProtocolParameters = FeeParameters &
  Pick<Cardano.ProtocolParameters, 'maxCollateralInputs' | 'maxTxSize' | 'maxValueSize' | 'costModels'>

/** Purpose for which a transaction runs a script. */
export type Purpose = 'spend' | 'mint' | 'withdraw'

/** Units that one script of a transaction uses. */
export interface ScriptUnits extends Units {
  readonly purpose: Purpose
  /** Place of the input, policy or account, as the ledger sorts them. */
  readonly index: number
}

export interface NodeView {
  /** @throws {BuildError} `NODE_AWAY` */
  protocolParameters(): Promise<ProtocolParameters>
  /** The unspent ones among some outputs, by reference. @throws {BuildError} `NODE_AWAY` */
  utxos(references: readonly OutputReference[]): Promise<readonly Utxo[]>
  /**
   * Runs a transaction's scripts, its signatures and balance unchecked.
   * @param transaction CBOR
   * @throws {BuildError} `SCRIPT_FAILED` when one fails, `NODE_AWAY`
   */
  evaluate(transaction: Hex): Promise<readonly ScriptUnits[]>
  /**
   * Hands a transaction to the node's mempool.
   * @param transaction CBOR, signed
   * @throws {BuildError} `NODE_AWAY`; `MISSING_SIGNATURE`, `WRONG_SIGNATURE`, `ALREADY_SPENT` or `REFUSED` with the
   *   ledger's reason in a sentence
   */
  submit(transaction: Hex): Promise<void>
}

/** Wall-clock time of slots. */
export interface SlotClock {
  /** The slot that a time, milliseconds since 1970, lies in. */
  slotAt(time: number): number
  /** When a slot begins, milliseconds since 1970. */
  timeOf(slot: number): number
}

/** @param slots of the operations config: from `zeroSlot` on, each lasts `slotLength` milliseconds */
export const slotClock = ({
  zeroSlot,
  zeroTime,
  slotLength,
}: {
  readonly zeroSlot: number
  /** Unix seconds. */
  readonly zeroTime: number
  readonly slotLength: number
}): SlotClock => ({
  slotAt: (time) => zeroSlot + Math.floor((time - zeroTime * 1000) / slotLength),
  timeOf: (slot) => zeroTime * 1000 + (slot - zeroSlot) * slotLength,
})
