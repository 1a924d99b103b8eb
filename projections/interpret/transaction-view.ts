// A transaction as interpretation sees it: its event, the outputs it spends, and the few questions asked of both.
import type { TransactionEvent } from '../../schema/events.ts'
import {
  ADA,
  type AssetAmount,
  type AssetId,
  type Hex,
  type OutputReference,
} from '../../schema/primitives.ts'

/** An output as it was when a transaction spent it. */
export interface SpentOutput {
  readonly reference: OutputReference
  /** Where it was made: ascends with the chain, from output to output. */
  readonly position: number
  readonly address: Hex
  readonly lovelace: bigint
  readonly assets: readonly AssetAmount[]
  /** See `OutputEvent`. */
  readonly packedAssets?: Buffer | null
  /** The inline datum, known at the launchpad's own scripts only. */
  readonly datum: Hex | undefined
}

export interface TransactionView {
  readonly transaction: TransactionEvent
  /** Position of its first output; the others follow. */
  readonly position: number
  /** Output that each input spends; undefined where it was made before following began. */
  readonly spent: readonly (SpentOutput | undefined)[]
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

/** Amount of an asset that a transaction mints or, negative, burns. */
export const mintOf = (transaction: TransactionEvent, asset: AssetId): bigint =>
  transaction.mint.find((amount) => amount.asset === asset)?.quantity ?? 0n
