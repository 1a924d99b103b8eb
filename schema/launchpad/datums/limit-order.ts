// The limit order (README, "Orders"): used on the AMM to this day, and on the curve until mid 2025. It may be
// filled in several executions, each leaving a smaller order behind until the last pays out.
import { encodePlutusData, type PlutusStyle } from '../../codecs/plutus-data.ts'
import type { Ratio } from '../../codecs/ratio.ts'
import type { AssetId, Hex } from '../../primitives.ts'
import { type PlutusAddress, readAddress, writeAddress } from '../address.ts'
import { readAsset, writeAsset } from '../asset.ts'
import { construct, readAmount, readDatum, readEach, readHash, readRatio, writeRatio } from './fields.ts'

export interface LimitOrder {
  /** 28 bytes that tell the order from any other; kept from one partial fill to the next. */
  readonly beacon: Hex
  readonly input: AssetId
  /** How much of the input asset is still to be swapped. */
  readonly tradableInput: bigint
  /** Lovelace the executor may take for one execution. */
  readonly costPerExStep: bigint
  /** Smallest output one execution may bring. */
  readonly minMarginalOutput: bigint
  readonly output: AssetId
  /** Worst acceptable output per input, in smallest units. */
  readonly basePrice: Ratio
  /** Lovelace the executor keeps in proportion to what is filled. */
  readonly fee: bigint
  /** Where the outcome, or a refund, is paid. */
  readonly redeemerAddress: PlutusAddress
  /** Key that may cancel, at any time. */
  readonly cancellationPkh: Hex
  /** Keys that may execute; empty means anyone. */
  readonly permittedExecutors: readonly Hex[]
}

/** The first field: a constant of the order kind. */
const LIMIT_ORDER_TAG = '00'

/** Reads a limit order's datum; `undefined` for anything else. */
export const decodeLimitOrder = (hex: Hex): LimitOrder | undefined => {
  const fields = readDatum(hex, 12)
  if (fields === undefined || fields[0] !== LIMIT_ORDER_TAG) return undefined
  const beacon = readHash(fields[1])
  const input = readAsset(fields[2])
  const tradableInput = readAmount(fields[3])
  const costPerExStep = readAmount(fields[4])
  const minMarginalOutput = readAmount(fields[5])
  const output = readAsset(fields[6])
  const basePrice = readRatio(fields[7])
  const fee = readAmount(fields[8])
  const redeemerAddress = readAddress(fields[9])
  const cancellationPkh = readHash(fields[10])
  const permittedExecutors = readEach(fields[11], readHash)
  if (beacon === undefined || input === undefined || tradableInput === undefined) return undefined
  if (costPerExStep === undefined || minMarginalOutput === undefined || output === undefined) return undefined
  if (basePrice === undefined || fee === undefined || redeemerAddress === undefined) return undefined
  if (cancellationPkh === undefined || permittedExecutors === undefined || input === output) return undefined
  return {
    beacon,
    input,
    tradableInput,
    costPerExStep,
    minMarginalOutput,
    output,
    basePrice,
    fee,
    redeemerAddress,
    cancellationPkh,
    permittedExecutors,
  }
}

/** The least output of one execution when `tradableInput` is swapped at `basePrice` in `steps` of them, rounded down. */
export const minMarginalOutput = (basePrice: Ratio, tradableInput: bigint, steps = 1n): bigint =>
  (tradableInput * basePrice.numerator) / (basePrice.denominator * steps)

export const encodeLimitOrder = (order: LimitOrder, style: PlutusStyle): Hex =>
  encodePlutusData(
    construct(
      LIMIT_ORDER_TAG,
      order.beacon,
      writeAsset(order.input),
      order.tradableInput,
      order.costPerExStep,
      order.minMarginalOutput,
      writeAsset(order.output),
      writeRatio(order.basePrice),
      order.fee,
      writeAddress(order.redeemerAddress),
      order.cancellationPkh,
      order.permittedExecutors,
    ),
    style,
  )
