// The part of a token's bars up to a time in its life.

/**
 * @param bars oldest first
 * @param at Unix seconds; undefined for now
 * @returns at least the first bar, and the end of the part: the start of the next bar, or infinity
 */
export const lifeUntil = <B extends { readonly time: number }>(
  bars: readonly B[],
  at: number | undefined,
) => {
  if (at === undefined) return { bars, until: Number.POSITIVE_INFINITY }
  const end = Math.max(1, bars.findLastIndex(({ time }) => time <= at) + 1)
  return { bars: bars.slice(0, end), until: bars[end]?.time ?? Number.POSITIVE_INFINITY }
}

/** For example `?at=1764000000`; undefined without a time. */
export const timeIn = (query: string): number | undefined => {
  const text = new URLSearchParams(query).get('at') ?? ''
  return /^[0-9]{1,11}$/.test(text) ? Number(text) : undefined
}
