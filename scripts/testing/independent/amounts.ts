// Amounts of every launch, written down once more for what judges the service: it takes nothing of the code it judges.

/** Tokens that a launch mints, smallest units. */
export const EMISSION = 1_000_000_000n

/** Lovelace that a curve begins with. */
export const SEED = 3_000_000n
