// Bounds that no honest amount exceeds. The maker of an output chooses its quantities and the numbers in its datum, up to the
// ledger's limits; these bounds say which of them can be true.

/** All lovelace there can ever be, by the genesis of the public networks. */
export const MAX_LOVELACE = 45_000_000_000_000_000n

/** The largest quantity in an event: what a signed 64-bit column holds. Outputs may hold up to twice as much. */
export const MAX_QUANTITY = 2n ** 63n - 1n

/** The smaller of two amounts. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
