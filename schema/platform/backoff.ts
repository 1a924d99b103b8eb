// Waits between attempts. They grow, so a server that is down gets few requests. They are partly random, so the server's clients do not all
// return at once. The function is also used in browsers.

/** Times in ms. */
export interface Waits {
  /** Longest wait after the first failure. It doubles with each further failure. */
  readonly first: number
  readonly longest: number
}

/**
 * Time in ms: at least half of the wait, and the rest random.
 * @param failures number of failed attempts before the last attempt
 * @param random 0 to 1
 */
export const backoff = (failures: number, { first, longest }: Waits, random: number): number =>
  Math.min(longest, first * 2 ** Math.min(failures, 16)) * (0.5 + 0.5 * random)
