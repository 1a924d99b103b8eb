// The bars of a pair at a resolution as JSON, one after another in one buffer, with the offset of each bar's end. A response is a slice of
// the buffer between two brackets, so only bytes are copied.
import type { BarText } from '../../projections/read/queries/bars.ts'

export interface Series {
  readonly times: readonly number[]
  /** Every bar's JSON, each followed by a comma. */
  readonly bytes: Buffer
  /** Offset after each bar's comma. */
  readonly ends: readonly number[]
  /** Start of the series' oldest bar if older bars exist; undefined if the series is complete. */
  readonly truncatedAt: number | undefined
}

/** @param bars time and JSON of each bar, oldest first */
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
  // The text is ASCII, for which Latin-1 equals UTF-8 and is faster to write.
  return { times, bytes: Buffer.from(text, 'latin1'), ends, truncatedAt: isWhole ? undefined : times[0] }
}

/** The series with its newest bar replaced, or with a bar added; undefined if the given bar is older. */
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

/** Memory in which each response is composed. A new buffer per response would take a third more time. */
let scratch = Buffer.allocUnsafe(1 << 17)

/**
 * Makes a JSON array of the bars from index `from` to before `to`. If `last` is given, it replaces the last of these bars. The buffer is
 * valid until the next call, so send or copy it before that.
 */
export const arrayOf = (series: Series, from: number, to: number, last?: string): Buffer => {
  const whole = last === undefined ? to : to - 1
  const start = from === 0 ? 0 : (series.ends[from - 1] ?? 0)
  const end = whole <= from ? start : (series.ends[whole - 1] ?? start)
  const tail = last ?? ''
  // The comma after the last bar is removed, unless another bar follows.
  const kept = last === undefined && end > start ? end - 1 : end
  const length = kept - start + tail.length + 2
  if (scratch.length < length) scratch = Buffer.allocUnsafe(2 * length)
  scratch[0] = OPEN
  series.bytes.copy(scratch, 1, start, kept)
  scratch.write(tail, 1 + kept - start, 'latin1')
  scratch[length - 1] = CLOSE
  return scratch.subarray(0, length)
}
