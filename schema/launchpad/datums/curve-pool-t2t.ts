// The datum of a curve pool that trades a launched token against another token (README, "Token-to-token pools").
// Seen on the test network only, in two forms: nine fields, then eleven with a fee counter. Decoded so that such a
// pool is recognised for what it is, and rejected: the launchpad lists and trades ADA pools.
import type { AssetId, Hex } from '../../primitives.ts'
import { readToken } from '../asset.ts'
import type { CurveParams } from '../curve.ts'
import { readAmount, readDatum, readHash } from './fields.ts'

interface CurvePoolT2t extends CurveParams {
  readonly nft: AssetId
  /** The token that is paid. */
  readonly assetX: AssetId
  /** The launched token. */
  readonly assetY: AssetId
  readonly permittedExecutor: Hex
  /** Amount of X at which the curve is complete. */
  readonly cap: bigint
  /** Fees in X that the pool holds beside its reserve; none in the form of nine fields. */
  readonly accumulatedFee: bigint
  /** Script hashes after the numbers: two in the older form, three in the newer. Their roles are not public. */
  readonly witnesses: readonly Hex[]
}

/** Reads a token-to-token pool's datum in either form; `undefined` for anything else, an ADA pool among it. */
export const decodeCurvePoolT2t = (hex: Hex): CurvePoolT2t | undefined => {
  const older = readDatum(hex, 9)
  const fields = older ?? readDatum(hex, 11)
  if (fields === undefined) return undefined
  const nft = readToken(fields[0])
  const assetX = readToken(fields[1])
  const assetY = readToken(fields[2])
  const aNum = readAmount(fields[3])
  const bNum = readAmount(fields[4])
  const permittedExecutor = readHash(fields[5])
  const cap = readAmount(fields[6])
  const accumulatedFee = older === undefined ? readAmount(fields[7]) : 0n
  const witnesses = fields.slice(older === undefined ? 8 : 7).map(readHash)
  if (nft === undefined || assetX === undefined || assetY === undefined) return undefined
  if (aNum === undefined || bNum === undefined || permittedExecutor === undefined) return undefined
  if (cap === undefined || accumulatedFee === undefined || !allRead(witnesses)) return undefined
  return { nft, assetX, assetY, aNum, bNum, permittedExecutor, cap, accumulatedFee, witnesses }
}

const allRead = <T>(values: readonly (T | undefined)[]): values is readonly T[] => !values.includes(undefined)
