// One pair's bars in one resolution as they are served: the JSON of each, one after the other in a single buffer,
// with the places where they end. An answer is a slice between two brackets, so it costs a copy of its bytes
// whatever it holds.
import type { BarRow } from '../../projections/read/bars.ts'

/** Bars, or market-cap bars, of a pair. */
export interface Series {
  readonly times: readonly number[]
  /** Every bar's JSON followed by a comma. */
  readonly bytes: Buffer
  /** Offset after each bar's comma. */
  readonly ends: readonly number[]
  /** Start of the oldest bar held when older ones exist; undefined when the series is whole. */
  readonly truncatedAt: number | undefined
}

export const seriesOf = (
  rows: readonly BarRow[],
  render: (row: BarRow) => string,
  isWhole: boolean,
): Series => {
  const ends: number[] = []
  let length = 0
  const texts = rows.map((row) => {
    const text = `${render(row)},`
    length += text.length
    ends.push(length)
    return text
  })
  // Ids, digits and punctuation only: Latin-1 is UTF-8 here, and the faster of the two to write.
  const bytes = Buffer.from(texts.join(''), 'latin1')
  return {
    times: rows.map(({ time }) => time),
    bytes,
    ends,
    truncatedAt: isWhole ? undefined : rows[0]?.time,
  }
}

/** Index of the first bar at or after a time. */
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

/** A JSON array of the bars from index `from` to before `to`, with `last` in place of the last one if given. */
export const arrayOf = (series: Series, from: number, to: number, last?: string): Buffer => {
  const whole = last === undefined ? to : to - 1
  const start = from === 0 ? 0 : (series.ends[from - 1] ?? 0)
  const end = whole <= from ? start : (series.ends[whole - 1] ?? start)
  const tail = last ?? ''
  // The comma after the last bar goes, unless another bar follows it.
  const kept = last === undefined && end > start ? end - 1 : end
  const answer = Buffer.allocUnsafe(kept - start + tail.length + 2)
  answer[0] = OPEN
  series.bytes.copy(answer, 1, start, kept)
  answer.write(tail, 1 + kept - start, 'latin1')
  answer[answer.length - 1] = CLOSE
  return answer
}
