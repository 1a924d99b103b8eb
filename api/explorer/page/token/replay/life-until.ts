// The part of a token's bars up to a time in its life.

interface Bar {
  /** Start, Unix seconds. */
  readonly time: number
}

export interface Life<B> {
  /** Bars, oldest first; at least the first bar. */
  readonly bars: readonly B[]
  /** End of the part, Unix seconds: the start of the next bar; infinite for the part up to now. */
  readonly until: number
}

/** @param at Unix seconds; undefined for now */
export const lifeUntil = <B extends Bar>(bars: readonly B[], at: number | undefined): Life<B> => {
  if (at === undefined) return { bars, until: Number.POSITIVE_INFINITY }
  const end = Math.max(1, bars.findLastIndex(({ time }) => time <= at) + 1)
  return { bars: bars.slice(0, end), until: bars[end]?.time ?? Number.POSITIVE_INFINITY }
}

/** Time in the query of an address, as `?at=1764000000`; undefined without one. */
export const timeIn = (query: string): number | undefined => {
  const text = new URLSearchParams(query).get('at') ?? ''
  return /^[0-9]{1,11}$/.test(text) ? Number(text) : undefined
}
