// Limits of purchases in the first minutes of a pool that was launched as HYPED, so that nobody buys most of a curve
// before others see it. No script enforces them: builders of orders do.

const ADA = 1_000_000n

/** Seconds of the pool's life up to which a limit holds, with the limit in lovelace. */
const LIMITS = [
  { until: 180, lovelace: 25n * ADA },
  { until: 360, lovelace: 50n * ADA },
  { until: 540, lovelace: 100n * ADA },
] as const

/**
 * Most lovelace of one purchase, fee included; undefined when there is no limit.
 * @param age of the pool, seconds
 */
export const hypedLimit = (age: number): bigint | undefined =>
  LIMITS.find(({ until }) => age < until)?.lovelace
