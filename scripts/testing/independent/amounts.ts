// Amounts of every launch, written out again for the tests of the service, which use none of the code that they test.

/** Tokens that a launch mints, smallest units. */
export const EMISSION = 1_000_000_000n

/** Lovelace that a curve begins with. */
export const SEED = 3_000_000n
