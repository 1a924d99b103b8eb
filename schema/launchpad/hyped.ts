// Limits of purchases in the first minutes of a pool that was launched as HYPED, so nobody can buy most of a curve before others see it.
// Builders of orders enforce these limits; scripts do not.

const ADA = 1_000_000n

/** Each limit applies up to an age in seconds. */
const LIMITS = [
  { until: 180, lovelace: 25n * ADA },
  { until: 360, lovelace: 50n * ADA },
  { until: 540, lovelace: 100n * ADA },
] as const

/**
 * Maximum lovelace of one purchase, including the fee; undefined if there is no limit.
 * @param age age of the pool in seconds
 */
export const hypedLimit = (age: number): bigint | undefined =>
  LIMITS.find(({ until }) => age < until)?.lovelace
