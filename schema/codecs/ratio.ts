// Exact fractions of bigints, for prices, limits and shares. A price as a floating-point number would be wrong in its last digits, which
// decide whether an order is filled. So a price stays a fraction until it is printed. Printing rounds half up.

/** The denominator is positive. The fraction need not be reduced. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** The denominator must be positive; the numerator may be negative. */
export const ceilDiv = (numerator: bigint, denominator: bigint): bigint => -floorDiv(-numerator, denominator)

/** The denominator must be positive; the numerator may be negative. */
export const floorDiv = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}

/** Never negative. */
export const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** Negative, zero or positive if `a` is less than, equal to or greater than `b`. */
export const compareRatios = (a: Ratio, b: Ratio): number => {
  const left = a.numerator * b.denominator
  const right = b.numerator * a.denominator
  return left < right ? -1 : left > right ? 1 : 0
}

/** @throws {RangeError} if the ratio is zero */
export const invertRatio = ({ numerator, denominator }: Ratio): Ratio => {
  if (numerator === 0n) throw new RangeError('zero has no inverse')
  return numerator < 0n
    ? { numerator: -denominator, denominator: -numerator }
    : { numerator: denominator, denominator: numerator }
}

/** Zero becomes 0/1. */
export const reduceRatio = ({ numerator, denominator }: Ratio): Ratio => {
  const divisor = gcd(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

/** Exact text, not reduced: `numerator/denominator`. */
export const formatRatio = ({ numerator, denominator }: Ratio): string => `${numerator}/${denominator}`

export const parseRatio = (text: string): Ratio => {
  const bar = text.indexOf('/')
  return { numerator: BigInt(text.slice(0, bar)), denominator: BigInt(text.slice(bar + 1)) }
}

/** Halves go up, towards positive infinity. */
export const roundHalfUp = ({ numerator, denominator }: Ratio): bigint =>
  floorDiv(2n * numerator + denominator, 2n * denominator)

/**
 * Plain decimal text, such as `2.567442145539`, `0.5` or `7`. It is rounded to nearest (halves away from zero), without trailing zeros or
 * an exponent.
 */
export const formatDecimal = ({ numerator, denominator }: Ratio, fractionDigits = 12): string => {
  const magnitude = numerator < 0n ? -numerator : numerator
  const scaled = roundHalfUp({ numerator: magnitude * 10n ** BigInt(fractionDigits), denominator })
  const digits = scaled.toString().padStart(fractionDigits + 1, '0')
  const whole = digits.slice(0, digits.length - fractionDigits)
  const fraction = digits.slice(digits.length - fractionDigits).replace(/0+$/, '')
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return numerator < 0n && scaled !== 0n ? `-${text}` : text
}

/** At least one digit after the point: `2.50`. */
export const formatFixed = (ratio: Ratio, fractionDigits: number): string => {
  const [whole, fraction = ''] = formatDecimal(ratio, fractionDigits).split('.')
  return `${whole}.${fraction.padEnd(fractionDigits, '0')}`
}
