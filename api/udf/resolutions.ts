// Maps a charting library's resolutions to the resolutions of chart histories.
import type { HistoryResolution } from '../../schema/responses/charts.ts'

/** In minutes, or in days, weeks and months. */
const RESOLUTIONS: readonly (readonly [string, HistoryResolution])[] = [
  ['1', 'min1'],
  ['5', 'min5'],
  ['15', 'min15'],
  ['30', 'min30'],
  ['60', 'hour1'],
  ['240', 'hour4'],
  ['1D', 'day1'],
  ['1W', 'week1'],
  ['1M', 'month1'],
]

/** The library sometimes leaves out the 1 before a letter. */
const OF_WORD = new Map([
  ...RESOLUTIONS,
  ...RESOLUTIONS.map(([word, of]) => [word.replace(/^1(?=[DWM])/, ''), of] as const),
])

export const SUPPORTED = RESOLUTIONS.map(([word]) => word)

export const UDF_RESOLUTIONS = [...OF_WORD.keys()]

/** @throws {RangeError} for an unknown resolution */
export const historyResolution = (word: string): HistoryResolution => {
  const resolution = OF_WORD.get(word)
  if (resolution === undefined) throw new RangeError(`no resolution is called ${word}`)
  return resolution
}
