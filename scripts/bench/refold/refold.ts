// What a change of a model costs beside a change of the ledger: the bars folded again from the kept events, and
// everything folded again from the log, while a chart server answers from what was there before.
import type { HonestAnswer, HonestRequest } from '../abuse/abuse-honest.ts'
import type { ServerRequest } from '../bars/bars-server.ts'
import { askOnce, type Child, startChild } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { withScratch } from '../kit/scratch.ts'
import { figure, median, perRound, printTable, quantile, ratio } from '../kit/table.ts'
import type { FoldAnswer, RefoldRequest, Versions } from './refold-child.ts'

const BLOCKS = 20_000

type Asked = Pick<HonestAnswer, 'times' | 'failed'>

interface Row {
  readonly name: string
  readonly refolds: readonly FoldAnswer[]
  readonly honest: readonly Asked[]
}

const fold = (directory: string, versions: Versions): Promise<FoldAnswer> => {
  const request: RefoldRequest = { kind: 'fold', directory, versions }
  return askOnce<FoldAnswer>('refold/refold-child.ts', request)
}

/** Asks for as long as the work lasts, and a second at least. */
const askDuring = async <Result>(
  client: Child,
  request: HonestRequest,
  work: Promise<Result>,
): Promise<{ readonly result: Result; readonly honest: Asked }> => {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  const asked: HonestAnswer[] = []
  do asked.push(await client.ask<HonestAnswer>(request))
  while (!isOver)
  return {
    result: await over,
    honest: {
      times: asked.flatMap(({ times }) => times),
      failed: asked.reduce((sum, { failed }) => sum + failed, 0),
    },
  }
}

const cells = ({ name, refolds, honest }: Row, byLog: readonly FoldAnswer[]): string[] => {
  const seconds = refolds.map((refold) => refold.seconds)
  return [
    name,
    ...(seconds.length === 0
      ? ['', '', '']
      : [
          figure(median(seconds)),
          figure((median(seconds) / BLOCKS) * 1e6),
          ratio(
            perRound(
              seconds,
              byLog.map((refold) => refold.seconds),
            ),
          ),
        ]),
    figure(honest.reduce((sum, { times }) => sum + times.length, 0)),
    figure(honest.reduce((sum, { failed }) => sum + failed, 0)),
    figure(median(honest.map(({ times }) => quantile(times, 0.5)))),
    figure(median(honest.map(({ times }) => quantile(times, 0.99)))),
  ]
}

export const refold = ({ rounds, seconds }: BenchOptions): Promise<void> =>
  withScratch(async (directory) => {
    const make: RefoldRequest = { kind: 'make', directory, blocks: BLOCKS }
    await askOnce('refold/refold-child.ts', make)
    const { events, path } = await fold(directory, { bars: 1, ledger: 1 })
    const server = startChild('bars/bars-server.ts')
    const client = startChild('abuse/abuse-honest.ts')
    try {
      const serve: ServerRequest = { kind: 'ours', directory }
      const request: HonestRequest = { port: await server.ask<number>(serve), path, seconds: 1 }
      const idle: Asked[] = []
      const bars: { readonly result: FoldAnswer; readonly honest: Asked }[] = []
      const log: typeof bars = []
      for (let round = 1; round <= rounds; round++) {
        idle.push(await client.ask<HonestAnswer>({ ...request, seconds }))
        bars.push(await askDuring(client, request, fold(directory, { bars: round + 1, ledger: round })))
        log.push(await askDuring(client, request, fold(directory, { bars: round + 1, ledger: round + 1 })))
      }
      for (const { result } of bars)
        if (`${result.refolded}` !== 'bars') throw new Error(`folded again was ${result.refolded}, not bars`)
      for (const { result } of log)
        if (result.refolded !== 'all') throw new Error(`folded again was ${result.refolded}, not all`)
      const byLog = log.map(({ result }) => result)
      const rows: readonly Row[] = [
        { name: 'nothing', refolds: [], honest: idle },
        {
          name: 'bars, from events',
          refolds: bars.map(({ result }) => result),
          honest: bars.map(({ honest }) => honest),
        },
        { name: 'everything, from the log', refolds: byLog, honest: log.map(({ honest }) => honest) },
      ]
      printTable(
        `refold: ${figure(BLOCKS)} generated blocks with ${figure(events)} events, folded again beside a chart server`,
        ['folded again', 'seconds', 'µs/block', 'of the log', 'answers', 'failed', 'median ms', 'p99 ms'],
        rows.map((row) => cells(row, byLog)),
        ['', 'Answers are to a client that asks for one chart a hundred times a second, whatever happens.'],
      )
    } finally {
      for (const child of [client, server]) await child.end()
    }
  })
