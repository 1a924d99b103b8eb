// A transaction with the outputs it spends, and functions of both.
import type { TransactionEvent } from '../../../schema/events.ts'
import {
  ADA,
  type AssetAmount,
  type AssetId,
  type Hex,
  type OutputReference,
} from '../../../schema/primitives.ts'

export interface SpentOutput {
  readonly reference: OutputReference
  /** Position at which the output was created. Later outputs have larger positions. */
  readonly position: number
  readonly address: Hex
  readonly lovelace: bigint
  readonly assets: readonly AssetAmount[]
  /** See `OutputEvent` in `schema/events.ts`. */
  readonly packedAssets?: Buffer | null
  /** Inline, and known only at addresses whose datums are kept. */
  readonly datum: Hex | undefined
  /** Datum of a lock, if the output has only its hash. */
  readonly witnessDatum?: Hex | undefined
}

export interface TransactionView {
  readonly transaction: TransactionEvent
  /** Position of the transaction's first output; the others follow. */
  readonly position: number
  /** Undefined if the output was created before following started. */
  readonly spent: readonly (SpentOutput | undefined)[]
}

export interface Holding {
  readonly address: Hex
  readonly lovelace: bigint
  readonly assets: readonly AssetAmount[]
  readonly datum?: Hex | undefined
  readonly witnessDatum?: Hex | undefined
}

/** Lovelace for ADA. */
export const quantityOf = (holding: Pick<Holding, 'lovelace' | 'assets'>, asset: AssetId): bigint => {
  if (asset === ADA) return holding.lovelace
  for (const amount of holding.assets) if (amount.asset === asset) return amount.quantity
  return 0n
}

/** Negative if the transaction burns tokens. */
export const mintOf = (transaction: TransactionEvent, asset: AssetId): bigint =>
  transaction.mint.find((amount) => amount.asset === asset)?.quantity ?? 0n
