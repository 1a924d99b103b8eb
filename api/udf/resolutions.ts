// Maps the resolutions of a charting library to the resolutions of chart histories.
import type { HistoryResolution } from '../../schema/answers/charts.ts'

/** In minutes, or in days, weeks and months; the library leaves a 1 before a letter out at times. */
export const RESOLUTION_OF = {
  '1': 'min1',
  '5': 'min5',
  '15': 'min15',
  '30': 'min30',
  '60': 'hour1',
  '240': 'hour4',
  '1D': 'day1',
  '1W': 'week1',
  '1M': 'month1',
} as const satisfies Record<string, HistoryResolution>

const IN_OTHER_WORDS = { D: 'day1', W: 'week1', M: 'month1' } as const

const OF_WORD = { ...RESOLUTION_OF, ...IN_OTHER_WORDS } as const
type Word = keyof typeof OF_WORD

/** Resolutions in requests. */
export const UDF_RESOLUTIONS: readonly Word[] = [
  '1',
  '5',
  '15',
  '30',
  '60',
  '240',
  '1D',
  '1W',
  '1M',
  'D',
  'W',
  'M',
]

export const historyResolution = (word: Word): HistoryResolution => OF_WORD[word]
