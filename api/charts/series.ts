// The bars of a pair at a resolution as JSON, one after another in one buffer, with the offset of each bar's end. A response is a slice of
// the buffer between two brackets, so only bytes are copied.
import type { BarText } from '../../projections/read/queries/bars.ts'

export interface Series {
  readonly times: readonly number[]
  /** Each bar is followed by a comma. */
  readonly bytes: Buffer
  /** Offsets after each bar's comma. */
  readonly ends: readonly number[]
  /** Start of the series' oldest bar if older bars exist. */
  readonly truncatedAt: number | undefined
}

/** @param bars oldest first */
export const seriesOf = (bars: readonly BarText[], isWhole: boolean): Series => {
  const times: number[] = []
  const ends: number[] = []
  let length = 0
  let text = ''
  for (const [time, json] of bars) {
    times.push(Number(time))
    text += `${json},`
    length += String(json).length + 1
    ends.push(length)
  }
  // ASCII is equal in Latin-1 and UTF-8, and Latin-1 is faster to write.
  return { times, bytes: Buffer.from(text, 'latin1'), ends, truncatedAt: isWhole ? undefined : times[0] }
}

/** Undefined if the given bar is older than the newest. */
export const withNewest = (series: Series, time: number, json: string): Series | undefined => {
  const last = series.times.at(-1) ?? Number.NEGATIVE_INFINITY
  if (time < last) return undefined
  const kept = time === last ? series.times.length - 1 : series.times.length
  const start = kept === 0 ? 0 : (series.ends[kept - 1] ?? 0)
  const tail = Buffer.from(`${json},`, 'latin1')
  return {
    times: [...series.times.slice(0, kept), time],
    bytes: Buffer.concat([series.bytes.subarray(0, start), tail]),
    ends: [...series.ends.slice(0, kept), start + tail.length],
    truncatedAt: series.truncatedAt,
  }
}

export const indexAt = ({ times }: Series, time: number): number => {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

const OPEN = 0x5b
const CLOSE = 0x5d

/** A new buffer per response would take a third more time. */
let scratch = Buffer.allocUnsafe(1 << 17)

/** JSON array from index `from` to before `to`. `last` replaces the last of these bars. The buffer is valid until the next call. */
export const arrayOf = (series: Series, from: number, to: number, last?: string): Buffer => {
  const whole = last === undefined ? to : to - 1
  const start = from === 0 ? 0 : (series.ends[from - 1] ?? 0)
  const end = whole <= from ? start : (series.ends[whole - 1] ?? start)
  const tail = last ?? ''
  // The last comma is removed, unless another bar follows.
  const kept = last === undefined && end > start ? end - 1 : end
  const length = kept - start + tail.length + 2
  if (scratch.length < length) scratch = Buffer.allocUnsafe(2 * length)
  scratch[0] = OPEN
  series.bytes.copy(scratch, 1, start, kept)
  scratch.write(tail, 1 + kept - start, 'latin1')
  scratch[length - 1] = CLOSE
  return scratch.subarray(0, length)
}
