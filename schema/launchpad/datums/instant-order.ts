// The order of today (README, "Orders"): swap all of the input asset at a worst price, in one execution, or take
// it back after a deadline. How much it swaps is not in the datum: it is what the UTxO holds.
import { encodePlutusData, type PlutusStyle } from '../../codecs/plutus-data.ts'
import type { Ratio } from '../../codecs/ratio.ts'
import type { AssetId, Hex } from '../../primitives.ts'
import { type PlutusAddress, readAddress, writeAddress } from '../address.ts'
import { readAsset, writeAsset } from '../asset.ts'
import { construct, readAmount, readDatum, readHash, readRatio, writeRatio } from './fields.ts'

export interface InstantOrder {
  /** Where the outcome, or a refund, is paid. */
  readonly redeemerAddress: PlutusAddress
  readonly input: AssetId
  readonly output: AssetId
  /** Worst acceptable output per input, in smallest units. */
  readonly basePrice: Ratio
  /** Lovelace the executor keeps. */
  readonly fee: bigint
  /** Lovelace that stays with the outcome. */
  readonly minUtxo: bigint
  readonly permittedExecutor: Hex
  /** POSIX time in milliseconds from which the owner may cancel. */
  readonly cancellationAfter: bigint
  /** Key that may cancel. */
  readonly cancellationPkh: Hex
}

/** The first field: a constant of the order kind, not a side. */
export const INSTANT_ORDER_TAG = '01'

/** Reads an instant order's datum; `undefined` for anything else. */
export const decodeInstantOrder = (hex: Hex): InstantOrder | undefined => {
  const fields = readDatum(hex, 10)
  if (fields === undefined || fields[0] !== INSTANT_ORDER_TAG) return undefined
  const redeemerAddress = readAddress(fields[1])
  const input = readAsset(fields[2])
  const output = readAsset(fields[3])
  const basePrice = readRatio(fields[4])
  const fee = readAmount(fields[5])
  const minUtxo = readAmount(fields[6])
  const permittedExecutor = readHash(fields[7])
  const cancellationAfter = readAmount(fields[8])
  const cancellationPkh = readHash(fields[9])
  if (redeemerAddress === undefined || input === undefined || output === undefined) return undefined
  if (basePrice === undefined || fee === undefined || minUtxo === undefined) return undefined
  if (permittedExecutor === undefined || cancellationAfter === undefined) return undefined
  if (cancellationPkh === undefined || input === output) return undefined
  return {
    redeemerAddress,
    input,
    output,
    basePrice,
    fee,
    minUtxo,
    permittedExecutor,
    cancellationAfter,
    cancellationPkh,
  }
}

export const encodeInstantOrder = (order: InstantOrder, style: PlutusStyle): Hex =>
  encodePlutusData(
    construct(
      INSTANT_ORDER_TAG,
      writeAddress(order.redeemerAddress),
      writeAsset(order.input),
      writeAsset(order.output),
      writeRatio(order.basePrice),
      order.fee,
      order.minUtxo,
      order.permittedExecutor,
      order.cancellationAfter,
      order.cancellationPkh,
    ),
    style,
  )
