// The coins of a devnet wallet. One coin of a fixed amount is kept as collateral, so a failing script costs only lovelace.
import { inLedgerOrder } from '../../../api/builder/transaction/select-coins.ts'
import type { Hex } from '../../../schema/primitives.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { LedgerUtxo } from '../../ledger/output.ts'

export const COLLATERAL = 10_000_000n

export interface Coins {
  /** Sorted by reference. */
  readonly utxos: readonly LedgerUtxo[]
  readonly collateral: LedgerUtxo | undefined
}

const isCollateral = ({ output }: LedgerUtxo): boolean =>
  output.lovelace === COLLATERAL && output.assets.length === 0

/**
 * No waiting transaction spends these coins.
 * @param address raw bytes
 */
export const coinsAt = (ledger: Ledger, address: Hex): Coins => {
  const all = inLedgerOrder(ledger.utxo.at(address)).filter(({ reference }) => ledger.isUnspent(reference))
  const collateral = all.find(isCollateral)
  return { utxos: all.filter((utxo) => utxo !== collateral), collateral }
}
