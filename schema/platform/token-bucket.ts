// A token bucket, stored as the time at which it is full again (generic cell rate algorithm). It fills at a steady rate.

export interface BucketRate {
  /** Time in ms after which one more request is allowed. */
  readonly interval: number
  /** Maximum number of requests at once. */
  readonly burst: number
}

/**
 * All times are in ms of one clock.
 * @param fullAt time at which the bucket is full again
 * @returns the new time at which the bucket is full again, and the time in ms until the bucket contains enough; 0 if the bucket already
 * contains enough
 */
export const takenFrom = (
  fullAt: number,
  now: number,
  { interval, burst }: BucketRate,
  amount = 1,
): { readonly fullAt: number; readonly wait: number } => {
  const after = Math.max(fullAt, now) + amount * interval
  const wait = after - now - burst * interval
  // Sums of fractions are inexact, so waits below a microsecond are ignored.
  return { fullAt: after, wait: wait > 0.001 ? wait : 0 }
}
