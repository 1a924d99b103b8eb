// The order of mid 2025 (README, "Orders"): an instant order that still names its input amount and carries a
// beacon. Its first trial deployment has the same fields with a deadline in seconds.
import { encodePlutusData, type PlutusStyle } from '../../codecs/plutus-data.ts'
import type { Ratio } from '../../codecs/ratio.ts'
import type { AssetId, Hex } from '../../primitives.ts'
import { type PlutusAddress, readAddress, writeAddress } from '../address.ts'
import { readAsset, writeAsset } from '../asset.ts'
import { construct, readAmount, readDatum, readHash, readRatio, writeRatio } from './fields.ts'
import { INSTANT_ORDER_TAG } from './instant-order.ts'

export interface InstantOrderV1 {
  /** Where the outcome, or a refund, is paid. */
  readonly redeemerAddress: PlutusAddress
  readonly input: AssetId
  /** How much of the input asset is swapped. */
  readonly tradableInput: bigint
  /** Lovelace the executor may take for one execution. */
  readonly costPerExStep: bigint
  readonly output: AssetId
  /** Worst acceptable output per input, in smallest units. */
  readonly basePrice: Ratio
  /** Lovelace the executor keeps. */
  readonly fee: bigint
  readonly permittedExecutor: Hex
  /** POSIX time in milliseconds from which the owner may cancel; seconds in the trial deployment. */
  readonly cancellationAfter: bigint
  /** Key that may cancel. */
  readonly cancellationPkh: Hex
  /** 28 bytes that tell the order from any other. */
  readonly beacon: Hex
}

/** Reads a first-generation instant order's datum; `undefined` for anything else. */
export const decodeInstantOrderV1 = (hex: Hex): InstantOrderV1 | undefined => {
  const fields = readDatum(hex, 12)
  if (fields === undefined || fields[0] !== INSTANT_ORDER_TAG) return undefined
  const redeemerAddress = readAddress(fields[1])
  const input = readAsset(fields[2])
  const tradableInput = readAmount(fields[3])
  const costPerExStep = readAmount(fields[4])
  const output = readAsset(fields[5])
  const basePrice = readRatio(fields[6])
  const fee = readAmount(fields[7])
  const permittedExecutor = readHash(fields[8])
  const cancellationAfter = readAmount(fields[9])
  const cancellationPkh = readHash(fields[10])
  const beacon = readHash(fields[11])
  if (redeemerAddress === undefined || input === undefined || tradableInput === undefined) return undefined
  if (costPerExStep === undefined || output === undefined || basePrice === undefined) return undefined
  if (fee === undefined || permittedExecutor === undefined || cancellationAfter === undefined)
    return undefined
  if (cancellationPkh === undefined || beacon === undefined || input === output) return undefined
  return {
    redeemerAddress,
    input,
    tradableInput,
    costPerExStep,
    output,
    basePrice,
    fee,
    permittedExecutor,
    cancellationAfter,
    cancellationPkh,
    beacon,
  }
}

export const encodeInstantOrderV1 = (order: InstantOrderV1, style: PlutusStyle): Hex =>
  encodePlutusData(
    construct(
      INSTANT_ORDER_TAG,
      writeAddress(order.redeemerAddress),
      writeAsset(order.input),
      order.tradableInput,
      order.costPerExStep,
      writeAsset(order.output),
      writeRatio(order.basePrice),
      order.fee,
      order.permittedExecutor,
      order.cancellationAfter,
      order.cancellationPkh,
      order.beacon,
    ),
    style,
  )
