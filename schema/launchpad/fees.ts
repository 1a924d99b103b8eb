// The fees of a trade (docs/launchpad-on-chain.md, "Fees"). The percentage fee is taken from the ADA amount, outside the formulas of curve
// and AMM. In addition, the executor gets a fixed amount of lovelace.
import { ceilDiv } from '../codecs/ratio.ts'

/** The fee of all recorded fills. */
export const FILL_BASIS_POINTS = 100n

/** A basis point is a hundredth of a percent. */
const BASIS_POINTS = 10_000n

/** @throws {RangeError} if the percentage is negative, 100 or more, or has fractions of a basis point */
export const basisPointsOf = (percent: number): bigint => {
  const points = Math.round(percent * 100)
  if (!(points >= 0 && points < 10_000) || Math.abs(percent * 100 - points) > 1e-9) {
    throw new RangeError(`${percent} is not a percentage from 0 to 99.99 with at most two decimals`)
  }
  return BigInt(points)
}

/** Rounded down. */
export const feeOn = (amount: bigint, basisPoints: bigint): bigint => (amount * basisPoints) / BASIS_POINTS

/** For a purchase this amount goes into the pool; for a sale the seller receives it. */
export const netOf = (gross: bigint, basisPoints: bigint): bigint => gross - feeOn(gross, basisPoints)

/** The gross amount of which at least `net` remains after the fee, rounded up. */
export const grossFor = (net: bigint, basisPoints: bigint): bigint =>
  ceilDiv(net * BASIS_POINTS, BASIS_POINTS - basisPoints)
