// The AMM pool a curve graduates into today (README, "AMM pools"): constant product, with fees that accumulate
// inside the pool for a treasury and a royalty key until they are withdrawn.
import type { Credential } from '../../codecs/address.ts'
import { encodePlutusData, type PlutusStyle } from '../../codecs/plutus-data.ts'
import type { AssetId, Hex } from '../../primitives.ts'
import { readInlineCredential, writeInlineCredential } from '../address.ts'
import { FEE_DENOMINATOR } from '../amm.ts'
import { readAsset, readToken, writeAsset } from '../asset.ts'
import { construct, readAmount, readBytes, readDatum, readEach, readHash } from './fields.ts'

export interface RoyaltyPool {
  readonly nft: AssetId
  /** ADA for every pool that was a curve. */
  readonly assetX: AssetId
  readonly assetY: AssetId
  readonly lpToken: AssetId
  /** Remainder of an input after the liquidity fee, of 100,000; treasury and royalty are taken from it. */
  readonly lpFeeNum: bigint
  readonly treasuryFeeNum: bigint
  readonly royaltyFeeNum: bigint
  /** Fees in the pool's value that are not part of its reserves. */
  readonly treasuryX: bigint
  readonly treasuryY: bigint
  readonly royaltyX: bigint
  readonly royaltyY: bigint
  readonly daoPolicy: readonly Credential[]
  /** Script hash the treasury is paid to. */
  readonly treasuryAddress: Hex
  /** Ed25519 public key, 32 bytes, that may withdraw the royalty. */
  readonly royaltyPubKey: Hex
  readonly nonce: bigint
}

const KEY_BYTES = 32

/** Reads a royalty pool's datum; `undefined` for anything else, fees that leave nothing among it. */
export const decodeRoyaltyPool = (hex: Hex): RoyaltyPool | undefined => {
  const fields = readDatum(hex, 15)
  if (fields === undefined) return undefined
  const nft = readToken(fields[0])
  const assetX = readAsset(fields[1])
  const assetY = readAsset(fields[2])
  const lpToken = readToken(fields[3])
  const lpFeeNum = readAmount(fields[4])
  const treasuryFeeNum = readAmount(fields[5])
  const royaltyFeeNum = readAmount(fields[6])
  const treasuryX = readAmount(fields[7])
  const treasuryY = readAmount(fields[8])
  const royaltyX = readAmount(fields[9])
  const royaltyY = readAmount(fields[10])
  const daoPolicy = readEach(fields[11], readInlineCredential)
  const treasuryAddress = readHash(fields[12])
  const royaltyPubKey = readBytes(fields[13], KEY_BYTES)
  const nonce = readAmount(fields[14])
  if (nft === undefined || assetX === undefined || assetY === undefined || assetX === assetY) return undefined
  if (lpToken === undefined || lpFeeNum === undefined || treasuryFeeNum === undefined) return undefined
  if (royaltyFeeNum === undefined || treasuryX === undefined || treasuryY === undefined) return undefined
  if (royaltyX === undefined || royaltyY === undefined || daoPolicy === undefined) return undefined
  if (treasuryAddress === undefined || royaltyPubKey === undefined || nonce === undefined) return undefined
  if (lpFeeNum > FEE_DENOMINATOR || treasuryFeeNum + royaltyFeeNum >= lpFeeNum) return undefined
  return {
    nft,
    assetX,
    assetY,
    lpToken,
    lpFeeNum,
    treasuryFeeNum,
    royaltyFeeNum,
    treasuryX,
    treasuryY,
    royaltyX,
    royaltyY,
    daoPolicy,
    treasuryAddress,
    royaltyPubKey,
    nonce,
  }
}

/** Graduations write the datum with indefinite lengths. */
export const encodeRoyaltyPool = (pool: RoyaltyPool, style: PlutusStyle): Hex =>
  encodePlutusData(
    construct(
      writeAsset(pool.nft),
      writeAsset(pool.assetX),
      writeAsset(pool.assetY),
      writeAsset(pool.lpToken),
      pool.lpFeeNum,
      pool.treasuryFeeNum,
      pool.royaltyFeeNum,
      pool.treasuryX,
      pool.treasuryY,
      pool.royaltyX,
      pool.royaltyY,
      pool.daoPolicy.map(writeInlineCredential),
      pool.treasuryAddress,
      pool.royaltyPubKey,
      pool.nonce,
    ),
    style,
  )
