// The node, as the builder uses it. In the service it is Ogmios; in tests, a ledger in memory.
import type { Cardano } from '@cardano-sdk/core'
import type { FeeParameters, Units } from '../../schema/launchpad/ledger-fees.ts'
import type { Hex, OutputReference } from '../../schema/primitives.ts'
import type { Utxo } from './transaction/utxo.ts'

/** These parameters determine a transaction's bytes. */
export type ProtocolParameters = FeeParameters &
  Pick<Cardano.ProtocolParameters, 'maxCollateralInputs' | 'maxTxSize' | 'maxValueSize' | 'costModels'>

export type Purpose = 'spend' | 'mint' | 'withdraw'

export interface ScriptUnits extends Units {
  readonly purpose: Purpose
  /** Index of the input, policy or account in the ledger's order. */
  readonly index: number
}

export interface NodeView {
  /** @throws {BuildError} `NODE_AWAY` */
  protocolParameters(): Promise<ProtocolParameters>
  /**
   * Leaves out spent outputs.
   * @throws {BuildError} `NODE_AWAY`
   */
  utxos(references: readonly OutputReference[]): Promise<readonly Utxo[]>
  /**
   * Does not check signatures and balance.
   * @param transaction CBOR
   * @throws {BuildError} `SCRIPT_FAILED` if a script fails; `ALREADY_SPENT` if an output no longer exists; `NODE_AWAY`
   */
  evaluate(transaction: Hex): Promise<readonly ScriptUnits[]>
  /**
   * @param transaction CBOR, signed
   * @throws {BuildError} `NODE_AWAY`; `MISSING_SIGNATURE`, `WRONG_SIGNATURE`, `ALREADY_SPENT` or `REFUSED` with the ledger's reason in a
   * sentence
   */
  submit(transaction: Hex): Promise<void>
}
