// Measures the cost of a block as the UTxO set grows, with sets filled to each size. Far from the tip, blocks are folded in batches. Near
// the tip, each block is one transaction with a journal. Then measures the cost of reads as all tables grow.

import { withScratch } from '../../harness/scratch.ts'
import { callOnce } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, printTable, quantile } from '../kit/table.ts'
import { costsOfReads } from '../reads/reads.ts'
import type { ReadsSize } from '../reads/reads-data.ts'
import type { BaseAnswer } from './base-child.ts'
import type { GrowthAnswer, GrowthRequest, GrowthStage } from './growth-child.ts'

interface Grown extends GrowthAnswer {
  readonly outputs: number
}

const AGES: Readonly<Record<GrowthStage['ages'], string>> = {
  mainnet: "inputs as old as mainnet's",
  old: 'inputs drawn from all outputs',
}

const kibibytes = (bytes: number | null): string => (bytes === null ? '–' : figure(bytes / 1024))

const times = (value: number, first: number | undefined): string => (value / (first ?? Number.NaN)).toFixed(2)

const stageRows = (grown: readonly Grown[], at: number): string[][] => {
  const first = grown[0]?.stages[at]
  return grown.flatMap(({ outputs, stages }) => {
    const stage = stages[at]
    if (stage === undefined) return []
    return [
      [
        `${stage.tip}, ${AGES[stage.ages]}, ${figure(outputs)}`,
        figure(median(stage.micros)),
        figure(quantile(stage.micros, 0.95)),
        figure(stage.cpuMicros),
        times(stage.cpuMicros, first?.cpuMicros),
        kibibytes(stage.writtenBytes),
      ],
    ]
  })
}

const report = (grown: readonly Grown[]): void => {
  const [first] = grown
  printTable(
    'growth: blocks of 15 transactions with 2 inputs and 2 outputs each, 30 % new addresses, by unspent outputs',
    ['', 'µs/block', '95 %', 'CPU µs/block', 'of the first size', 'KiB written'],
    (first?.stages ?? []).flatMap((_, at) => stageRows(grown, at)),
    ['', 'Far from the tip 95 % is of whole batches. "Written" counts the bytes written to the file system.'],
  )
  printTable(
    'growth: filling the set',
    [
      'unspent outputs',
      'seconds',
      'CPU µs/output',
      'of the first size',
      'indexes s',
      "a wallet's outputs, µs",
      'models MB',
      'peak MB',
    ],
    grown.map(({ outputs, fillSeconds, fillMicros, indexSeconds, readMicros, fileBytes, residentBytes }) => [
      figure(outputs),
      figure(fillSeconds),
      figure(fillMicros),
      times(fillMicros, first?.fillMicros),
      figure(indexSeconds),
      figure(readMicros),
      figure(fileBytes / 2 ** 20),
      figure(residentBytes / 2 ** 20),
    ]),
  )
}

const reportBases = (bases: readonly BaseAnswer[]): void =>
  printTable(
    'growth: a log with a base at its end, by unspent outputs; bytes and times of the whole log beside it',
    ['unspent outputs', 'log MB', 'with base MB', 'bytes/output', 'made in s', 'fold s', 'with base s'],
    bases.map(({ outputs, whole, based, cutSeconds }) => [
      figure(outputs),
      figure(whole.bytes / 1e6),
      figure(based.bytes / 1e6),
      figure(based.bytes / outputs),
      figure(cutSeconds),
      figure(whole.foldSeconds),
      figure(based.foldSeconds),
    ]),
  )

const tablesOf = (rows: number): ReadsSize => ({
  tokens: rows / 500,
  holders: 500,
  orders: 500,
  bars: 400,
  traders: rows / 50,
  wallets: rows / 50,
  outputs: 50,
})

const reportReads = (sizes: readonly number[], costs: readonly ReadonlyMap<string, number>[]): void => {
  const [first = new Map<string, number>()] = costs
  printTable(
    'growth: reads of another key each time, by outputs, orders and holders; CPU µs an answer, and of the first size',
    ['', ...sizes.flatMap((size) => [figure(size), ''])],
    [...first].map(([name, cost]) => [
      name,
      ...costs.flatMap((each) => {
        const micros = each.get(name) ?? Number.NaN
        return [figure(micros), times(micros, cost)]
      }),
    ]),
  )
}

/** Measures each size once, whatever `rounds` is, because filling a set takes minutes. */
export const growth = async (options: BenchOptions): Promise<void> => {
  const { outputs } = options
  const grown: Grown[] = []
  const bases: BaseAnswer[] = []
  for (const size of outputs) {
    const measure = <Answer>(child: string): Promise<Answer> =>
      withScratch((directory) =>
        callOnce<Answer>(`growth/${child}.ts`, { directory, outputs: size } satisfies GrowthRequest),
      )
    grown.push({ outputs: size, ...(await measure<GrowthAnswer>('growth-child')) })
    bases.push(await measure<BaseAnswer>('base-child'))
  }
  report(grown)
  reportBases(bases)
  const costs: ReadonlyMap<string, number>[] = []
  for (const size of outputs) costs.push(await costsOfReads(tablesOf(size), options))
  reportReads(outputs, costs)
}
