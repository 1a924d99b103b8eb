// Whoever reads a replica's models while another copy takes their place: asks something again and again, and reads one
// table slowly, row by row, all the while.

import { ModelsReader } from '../../../projections/read/reader/models-reader.ts'
import { randomFrom } from '../bars/bars-data.ts'
import { answer } from '../kit/child.ts'

export type SwapReaderRequest =
  /** Begins to read. */
  | { readonly kind: 'begin'; readonly directory: string }
  /** Ends it; answered with {@link SwapReads}. */
  | { readonly kind: 'end' }

export interface SwapReads {
  readonly answers: number
  /** Milliseconds of the slowest answer. */
  readonly longest: number
  /** Whether another file was read in the end than in the beginning. */
  readonly hasMoved: boolean
  /** Rows that the slow read has met, of those that there were when it began. */
  readonly slow: number
  readonly of: number
}

/** Milliseconds between two answers: the processors are others' too. */
const PAUSE = 1

let end: () => SwapReads = () => {
  throw new Error('nothing is read')
}

const begin = (directory: string): void => {
  const reader = new ModelsReader(directory)
  const first = reader.database
  const slowReader = new ModelsReader(directory).database
  const of = slowReader.prepare<[], number>('SELECT count(*) FROM utxos').pluck().get() ?? 0
  const slow = slowReader.prepare<[], number>('SELECT id FROM utxos').pluck().iterate()
  let slowRows = 0
  const random = randomFrom(1)
  const outputs = () =>
    reader.database.prepare('SELECT * FROM utxos WHERE id >= ? ORDER BY id LIMIT 50').all(random() * 2 ** 43)
  let answers = 0
  let longest = 0
  const timer = setInterval(() => {
    const beganAt = performance.now()
    reader.refresh()
    outputs()
    longest = Math.max(longest, performance.now() - beganAt)
    answers++
    if (slow.next().done !== true) slowRows++
  }, PAUSE)
  end = () => {
    clearInterval(timer)
    const hasMoved = reader.database !== first
    for (const _ of slow) slowRows++
    return { answers, longest, hasMoved, slow: slowRows, of }
  }
}

answer<SwapReaderRequest>((request) => {
  if (request.kind === 'end') return end()
  begin(request.directory)
  return null
})
