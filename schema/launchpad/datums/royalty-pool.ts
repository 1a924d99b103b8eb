// The datum of the AMM pool into which a curve graduates today (docs/launchpad-on-chain.md, "AMM pools"): constant product, with fees for a
// treasury and a royalty key. The fees accumulate in the pool until they are withdrawn.
import { FEE_DENOMINATOR } from '../amm.ts'
import {
  AMOUNT,
  ASSET,
  bytesOf,
  type DatumOf,
  datumCodec,
  HASH,
  INLINE_CREDENTIAL,
  listOf,
  TOKEN,
} from './datum-layout.ts'

const LAYOUT = {
  nft: TOKEN,
  /** ADA, in every pool that was a curve. */
  assetX: ASSET,
  assetY: ASSET,
  lpToken: TOKEN,
  /** Part of an input that remains after the liquidity fee, in parts per 100,000. Treasury and royalty are taken from it. */
  lpFeeNum: AMOUNT,
  treasuryFeeNum: AMOUNT,
  royaltyFeeNum: AMOUNT,
  /** Fees in the pool's value that are not part of its reserves. */
  treasuryX: AMOUNT,
  treasuryY: AMOUNT,
  royaltyX: AMOUNT,
  royaltyY: AMOUNT,
  daoPolicy: listOf(INLINE_CREDENTIAL),
  /** Script hash. */
  treasuryAddress: HASH,
  /** Ed25519 public key that may withdraw the royalty. */
  royaltyPubKey: bytesOf(32),
  nonce: AMOUNT,
}
export type RoyaltyPool = DatumOf<typeof LAYOUT>

/** Refuses fees of 100 % or more. Graduations write the datum with indefinite lengths. */
export const { decode: decodeRoyaltyPool, encode: encodeRoyaltyPool } = datumCodec(
  LAYOUT,
  ({ assetX, assetY, lpFeeNum, treasuryFeeNum, royaltyFeeNum }) =>
    assetX !== assetY && lpFeeNum <= FEE_DENOMINATOR && treasuryFeeNum + royaltyFeeNum < lpFeeNum,
)
