// Following a chain over a socket: the client library alone, and what each of our steps adds.

import type { HostAnswer } from '../kit/chain-host.ts'
import { askOnce, startChild } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import type { Followed } from '../kit/progress.ts'
import { withScratch } from '../kit/scratch.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import type { FollowRequest } from './follow-child.ts'

interface Row {
  readonly name: string
  readonly variant: FollowRequest['variant']
  readonly tip: 'near' | 'far'
}

const ROWS: readonly Row[] = [
  { name: 'client library, in sequence', variant: 'stockSequential', tip: 'far' },
  { name: 'client library, in parallel', variant: 'stockParallel', tip: 'far' },
  { name: 'our reader', variant: 'reader', tip: 'far' },
  { name: 'our reader and the log', variant: 'follower', tip: 'far' },
  { name: 'whole pipeline, far from the tip', variant: 'pipeline', tip: 'far' },
  { name: 'whole pipeline, near the tip', variant: 'pipeline', tip: 'near' },
]

const megabytes = (bytes: number): string => figure(bytes / 2 ** 20)

/** Blocks a second in each round. */
const rates = (runs: readonly Followed[]): number[] => runs.map(({ blocks, seconds }) => blocks / seconds)

/** The faster of the two ways the library offers. */
const bestStock = (results: ReadonlyMap<Row, readonly Followed[]>): number[] => {
  const stock = ROWS.filter(({ variant }) => variant.startsWith('stock')).map((row) =>
    rates(results.get(row) ?? []),
  )
  return stock.reduce((best, other) => (median(other) > median(best) ? other : best))
}

const report = (host: HostAnswer, copies: number, results: ReadonlyMap<Row, readonly Followed[]>): void => {
  const stock = bestStock(results)
  const middle = (row: Row, of: (run: Followed) => number): number => median((results.get(row) ?? []).map(of))
  const rows = ROWS.map((row) => [
    row.name,
    figure(median(rates(results.get(row) ?? []))),
    ratio(perRound(rates(results.get(row) ?? []), stock)),
    figure(middle(row, ({ firstBlocks, firstSeconds }) => firstBlocks / firstSeconds)),
    figure(middle(row, ({ cpuSeconds, blocks }) => (cpuSeconds / blocks) * 1e6)),
    megabytes(middle(row, ({ peakBytes }) => peakBytes)),
  ])
  const memory = ROWS.filter(({ variant }) => variant === 'pipeline').map((row) => {
    const quarters = [0, 1, 2, 3].map((at) => megabytes(middle(row, (run) => run.quarters[at] ?? 0)))
    return `${row.name}: resident after each quarter of the blocks ${quarters.join(', ')} MB`
  })
  printTable(
    `follow: ${figure(copies * host.blocks)} linked blocks of ${figure(host.bytesPerBlock / 1024)} KiB (the file ${copies}×), ` +
      'node in another process',
    ['', 'blocks/s', 'of the library', `first ${host.blocks}/s`, 'CPU µs/block', 'peak MB'],
    rows,
    [
      '',
      `"first ${host.blocks}" is the file once, from a cold start. Near the tip (within 2,160 blocks) every change is journaled.`,
      ...memory,
    ],
  )
}

export const follow = async ({ file, rounds, copies }: BenchOptions): Promise<void> => {
  const node = startChild('kit/chain-host.ts')
  try {
    // One more copy than is followed, so that the end of the chain is not waited for.
    const host = await node.ask<HostAnswer>({ file, copies: copies + 1 })
    const results = new Map<Row, Followed[]>(ROWS.map((row) => [row, []]))
    for (let round = 0; round < rounds; round++)
      for (const [row, runs] of results)
        await withScratch(async (dataDir) => {
          const request: FollowRequest = {
            variant: row.variant,
            url: host[row.tip],
            dataDir,
            blocks: copies * host.blocks,
            firstBlocks: host.blocks,
          }
          runs.push(await askOnce<Followed>('follow/follow-child.ts', request))
        })
    report(host, copies, results)
  } finally {
    await node.end()
  }
}
