// The datum of the AMM pool into which the first curves graduated (docs/launchpad-on-chain.md, "AMM pools"): constant product with a
// treasury fee. The second deployment has the same fields.
import { FEE_DENOMINATOR } from '../amm.ts'
import {
  AMOUNT,
  ASSET,
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
  /** Part of an input that remains after the liquidity fee, in parts per 100,000. The treasury's share is taken from it. */
  lpFeeNum: AMOUNT,
  treasuryFeeNum: AMOUNT,
  /** Fees in the pool's value that are not part of its reserves. */
  treasuryX: AMOUNT,
  treasuryY: AMOUNT,
  daoPolicy: listOf(INLINE_CREDENTIAL),
  /** Minimum reserve of X at which the pool can trade. */
  lqBound: AMOUNT,
  /** Script hash. */
  treasuryAddress: HASH,
}
export type FeeSwitchPool = DatumOf<typeof LAYOUT>

/** Refuses fees of 100 % or more. */
export const { decode: decodeFeeSwitchPool, encode: encodeFeeSwitchPool } = datumCodec(
  LAYOUT,
  ({ assetX, assetY, lpFeeNum, treasuryFeeNum }) =>
    assetX !== assetY && lpFeeNum <= FEE_DENOMINATOR && treasuryFeeNum < lpFeeNum,
)
