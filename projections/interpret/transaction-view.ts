// A transaction as interpretation sees it: its event, the launchpad outputs it spends, and the few questions
// asked of both.
import type { TransactionEvent } from '../../schema/events.ts'
import { ADA, type AssetAmount, type AssetId } from '../../schema/primitives.ts'
import type { SpentOutput } from '../models/utxos.ts'

export interface TransactionView {
  readonly transaction: TransactionEvent
  /** By input: the output it spends, where that is at a script of the launchpad and known. */
  readonly spent: readonly (SpentOutput | undefined)[]
  /** Places of the inputs whose output is not known, the launchpad's or not: it was made before following began. */
  readonly unresolved: readonly number[]
}

interface Holding {
  readonly lovelace: bigint
  readonly assets: readonly AssetAmount[]
}

/** How much of an asset, or lovelace for ADA, an output holds. */
export const quantityOf = (holding: Holding, asset: AssetId): bigint => {
  if (asset === ADA) return holding.lovelace
  for (const amount of holding.assets) if (amount.asset === asset) return amount.quantity
  return 0n
}

/** What a transaction mints (or, negative, burns) of an asset. */
export const mintOf = (transaction: TransactionEvent, asset: AssetId): bigint =>
  transaction.mint.find((amount) => amount.asset === asset)?.quantity ?? 0n
