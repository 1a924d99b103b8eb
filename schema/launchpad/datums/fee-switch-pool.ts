// The AMM pool the first curves graduated into (README, "AMM pools"): constant product with a treasury fee. The
// second deployment has the same fields.
import type { Credential } from '../../codecs/address.ts'
import { encodePlutusData, type PlutusStyle } from '../../codecs/plutus-data.ts'
import type { AssetId, Hex } from '../../primitives.ts'
import { readInlineCredential, writeInlineCredential } from '../address.ts'
import { FEE_DENOMINATOR } from '../amm.ts'
import { readAsset, readToken, writeAsset } from '../asset.ts'
import { construct, readAmount, readDatum, readEach, readHash } from './fields.ts'

export interface FeeSwitchPool {
  readonly nft: AssetId
  /** ADA for every pool that was a curve. */
  readonly assetX: AssetId
  readonly assetY: AssetId
  readonly lpToken: AssetId
  /** Remainder of an input after the liquidity fee, of 100,000; the treasury's share is taken from it. */
  readonly lpFeeNum: bigint
  readonly treasuryFeeNum: bigint
  /** Fees in the pool's value that are not part of its reserves. */
  readonly treasuryX: bigint
  readonly treasuryY: bigint
  readonly daoPolicy: readonly Credential[]
  /** Reserve of X under which the pool's liquidity is not executable. */
  readonly lqBound: bigint
  /** Script hash the treasury is paid to. */
  readonly treasuryAddress: Hex
}

/** Reads a fee-switch pool's datum; `undefined` for anything else, fees that leave nothing among it. */
export const decodeFeeSwitchPool = (hex: Hex): FeeSwitchPool | undefined => {
  const fields = readDatum(hex, 11)
  if (fields === undefined) return undefined
  const nft = readToken(fields[0])
  const assetX = readAsset(fields[1])
  const assetY = readAsset(fields[2])
  const lpToken = readToken(fields[3])
  const lpFeeNum = readAmount(fields[4])
  const treasuryFeeNum = readAmount(fields[5])
  const treasuryX = readAmount(fields[6])
  const treasuryY = readAmount(fields[7])
  const daoPolicy = readEach(fields[8], readInlineCredential)
  const lqBound = readAmount(fields[9])
  const treasuryAddress = readHash(fields[10])
  if (nft === undefined || assetX === undefined || assetY === undefined || assetX === assetY) return undefined
  if (lpToken === undefined || lpFeeNum === undefined || treasuryFeeNum === undefined) return undefined
  if (treasuryX === undefined || treasuryY === undefined || daoPolicy === undefined) return undefined
  if (lqBound === undefined || treasuryAddress === undefined) return undefined
  if (lpFeeNum > FEE_DENOMINATOR || treasuryFeeNum >= lpFeeNum) return undefined
  return {
    nft,
    assetX,
    assetY,
    lpToken,
    lpFeeNum,
    treasuryFeeNum,
    treasuryX,
    treasuryY,
    daoPolicy,
    lqBound,
    treasuryAddress,
  }
}

export const encodeFeeSwitchPool = (pool: FeeSwitchPool, style: PlutusStyle): Hex =>
  encodePlutusData(
    construct(
      writeAsset(pool.nft),
      writeAsset(pool.assetX),
      writeAsset(pool.assetY),
      writeAsset(pool.lpToken),
      pool.lpFeeNum,
      pool.treasuryFeeNum,
      pool.treasuryX,
      pool.treasuryY,
      pool.daoPolicy.map(writeInlineCredential),
      pool.lqBound,
      pool.treasuryAddress,
    ),
    style,
  )
