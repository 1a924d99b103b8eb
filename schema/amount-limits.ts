// Bounds of real amounts. Whoever makes an output chooses its quantities and the numbers in its datum, up to the limits of the ledger. An
// amount above the bounds here is invented.

/** All lovelace of the public networks, by their genesis. */
export const MAX_LOVELACE = 45_000_000_000_000_000n

/** Maximum of a signed 64-bit column. The ledger allows about twice as much in an output. */
export const MAX_QUANTITY = 2n ** 63n - 1n

/** The largest amount that a response contains as a JSON number. */
export const MAX_NUMBER = BigInt(Number.MAX_SAFE_INTEGER)

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
