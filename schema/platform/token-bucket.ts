// A token bucket as one number: the time at which it is full again (the generic cell rate algorithm). It fills at a steady rate up
// to a burst.

export interface BucketRate {
  /** Milliseconds in which one more is allowed. */
  readonly interval: number
  /** Most at once. */
  readonly burst: number
}

/**
 * Takes from a bucket that is full at `fullAt`, all in milliseconds of one clock.
 * @returns when it is full again after that, and the milliseconds until it holds as much; 0 when it does
 */
export const takenFrom = (
  fullAt: number,
  now: number,
  { interval, burst }: BucketRate,
  amount = 1,
): { readonly fullAt: number; readonly wait: number } => {
  const after = Math.max(fullAt, now) + amount * interval
  const wait = after - now - burst * interval
  // Sums of fractions are not exact: a microsecond is not waited for.
  return { fullAt: after, wait: wait > 0.001 ? wait : 0 }
}
