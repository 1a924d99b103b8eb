// What a block takes in the log, and how long it is written and read: our own form beside JSON.
import { askOnce } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import type { PayloadAnswer, PayloadRequest } from './payload-child.ts'

export const payload = async ({ file, rounds }: BenchOptions): Promise<void> => {
  const request: PayloadRequest = { file, rounds }
  const { blocks, forms } = await askOnce<PayloadAnswer>('payload/payload-child.ts', request)
  const [json] = forms
  const each = (times: readonly number[]): string => figure((median(times) / blocks) * 1e6)
  printTable(
    `payload: ${figure(blocks)} block events, one after the other`,
    ['', 'bytes/block', 'of JSON', 'CPU µs to write', 'of JSON', 'CPU µs to read', 'of JSON'],
    forms.map(({ name, bytes, write, read }) => [
      name,
      figure(bytes / blocks),
      (bytes / (json?.bytes ?? 0)).toFixed(2),
      each(write),
      ratio(perRound(write, json?.write ?? [])),
      each(read),
      ratio(perRound(read, json?.read ?? [])),
    ]),
  )
}
