// From a frame's text to a block: our two readers beside the client library's and the one that is fast and wrong.
import { askOnce } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import type { ReadAnswer, ReadRequest } from './read-child.ts'

export const read = async ({ file, rounds }: BenchOptions): Promise<void> => {
  const request: ReadRequest = { file, rounds }
  const { frames, bytes, readers } = await askOnce<ReadAnswer>('read/read-child.ts', request)
  const [stock] = readers
  printTable(
    `read: ${figure(frames)} frames of ${figure(bytes / frames / 1024)} KiB; ours make block events, the others what is in the JSON`,
    ['', 'blocks/CPU s', 'of the library'],
    readers.map(({ name, times }) => [
      name,
      figure(frames / median(times)),
      ratio(perRound(stock?.times ?? [], times)),
    ]),
  )
}
