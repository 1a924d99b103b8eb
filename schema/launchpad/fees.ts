// The fees of a trade (README, "Fees"). The percentage fee is taken on the ADA side, outside the formulas of curve and AMM. The executor's
// fee is a fixed amount of lovelace in addition.
import { ceilDiv } from '../codecs/ratio.ts'

/** The percentage fee of all recorded fills, in basis points. */
export const FILL_BASIS_POINTS = 100n

/** A basis point is a hundredth of a percent. */
const BASIS_POINTS = 10_000n

/**
 * The basis points of a percentage such as 1 or 1.3.
 * @throws {RangeError} if the percentage is negative, 100 or more, or has fractions of a basis point
 */
export const basisPointsOf = (percent: number): bigint => {
  const points = Math.round(percent * 100)
  if (!(points >= 0 && points < 10_000) || Math.abs(percent * 100 - points) > 1e-9) {
    throw new RangeError(`${percent} is not a percentage from 0 to 99.99 with at most two decimals`)
  }
  return BigInt(points)
}

/** The percentage fee on `amount`, rounded down. */
export const feeOn = (amount: bigint, basisPoints: bigint): bigint => (amount * basisPoints) / BASIS_POINTS

/** Rest of `gross` after the fee: a buy pays it into the pool, or a seller receives it. */
export const netOf = (gross: bigint, basisPoints: bigint): bigint => gross - feeOn(gross, basisPoints)

/** The gross amount of which at least `net` remains after the fee, rounded up. */
export const grossFor = (net: bigint, basisPoints: bigint): bigint =>
  ceilDiv(net * BASIS_POINTS, BASIS_POINTS - basisPoints)

/** Lovelace that an order pays its executor: for the network and for the protocol. */
export const executorFee = (networkFee: bigint, fixedFee: bigint): bigint => networkFee + fixedFee
