// A transaction with the outputs that it spends, and functions of both.
import type { TransactionEvent } from '../../../schema/events.ts'
import {
  ADA,
  type AssetAmount,
  type AssetId,
  type Hex,
  type OutputReference,
} from '../../../schema/primitives.ts'

/** An output in its state when a transaction spent it. */
export interface SpentOutput {
  readonly reference: OutputReference
  /** Position at which it was created; it ascends with the chain, from output to output. */
  readonly position: number
  readonly address: Hex
  readonly lovelace: bigint
  readonly assets: readonly AssetAmount[]
  /** See `OutputEvent`. */
  readonly packedAssets?: Buffer | null
  /** The inline datum; only known at addresses whose datums are kept. */
  readonly datum: Hex | undefined
  /** Datum of a lock that is given by hash. */
  readonly witnessDatum?: Hex | undefined
}

export interface TransactionView {
  readonly transaction: TransactionEvent
  /** Position of its first output; the others follow. */
  readonly position: number
  /** Output that each input spends; undefined if it was created before following started. */
  readonly spent: readonly (SpentOutput | undefined)[]
}

/** An output, spent or created. */
export interface Holding {
  readonly address: Hex
  readonly lovelace: bigint
  readonly assets: readonly AssetAmount[]
  readonly datum?: Hex | undefined
  readonly witnessDatum?: Hex | undefined
}

/** Quantity of an asset, or lovelace for ADA, in an output. */
export const quantityOf = (holding: Pick<Holding, 'lovelace' | 'assets'>, asset: AssetId): bigint => {
  if (asset === ADA) return holding.lovelace
  for (const amount of holding.assets) if (amount.asset === asset) return amount.quantity
  return 0n
}

/** Amount of an asset that a transaction mints or, negative, burns. */
export const mintOf = (transaction: TransactionEvent, asset: AssetId): bigint =>
  transaction.mint.find((amount) => amount.asset === asset)?.quantity ?? 0n
