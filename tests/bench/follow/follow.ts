// Measures following a chain over a socket: the client library with an empty handler, and our whole pipeline.

import { withScratch } from '../../harness/scratch.ts'
import type { HostAnswer, HostRequest } from '../kit/chain-host.ts'
import { callOnce, startChild } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import type { Followed } from '../kit/progress.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import type { FollowRequest } from './follow-child.ts'

interface Row {
  readonly name: string
  readonly variant: FollowRequest['variant']
  readonly tip: 'near' | 'far'
}

const ROWS: readonly Row[] = [
  { name: 'client library', variant: 'library', tip: 'far' },
  { name: 'whole pipeline, far from the tip', variant: 'pipeline', tip: 'far' },
  { name: 'whole pipeline, near the tip', variant: 'pipeline', tip: 'near' },
]

const megabytes = (bytes: number): string => figure(bytes / 2 ** 20)

const rates = (runs: readonly Followed[]): number[] => runs.map(({ blocks, seconds }) => blocks / seconds)

const report = (host: HostAnswer, copies: number, results: ReadonlyMap<Row, readonly Followed[]>): void => {
  const [library = []] = [...results.values()].map(rates)
  const middle = (row: Row, of: (run: Followed) => number): number => median((results.get(row) ?? []).map(of))
  const rows = ROWS.map((row) => [
    row.name,
    figure(median(rates(results.get(row) ?? []))),
    ratio(perRound(rates(results.get(row) ?? []), library)),
    figure(middle(row, ({ cpuSeconds, blocks }) => (cpuSeconds / blocks) * 1e6)),
    megabytes(middle(row, ({ peakBytes }) => peakBytes)),
  ])
  printTable(
    `follow: ${figure(copies * host.blocks)} linked blocks of ${figure(host.bytesPerBlock / 1024)} KiB (the file ${copies}×), ` +
      'node in another process',
    ['', 'blocks/s', 'of the library', 'CPU µs/block', 'peak MB'],
    rows,
    ['', 'Near the tip (within 2,160 blocks) every change is journaled.'],
  )
}

export const follow = async ({ file, rounds, copies }: BenchOptions): Promise<void> => {
  // The chain has one more copy than is followed, so that the follower never waits at the chain's end.
  const request: HostRequest = { file, copies: copies + 1 }
  const host = await startChild('kit/chain-host.ts').call<HostAnswer>(request)
  const results = new Map<Row, Followed[]>(ROWS.map((row) => [row, []]))
  for (let round = 0; round < rounds; round++)
    for (const [row, runs] of results)
      await withScratch(async (dataDir) => {
        const request: FollowRequest = {
          variant: row.variant,
          url: host[row.tip],
          dataDir,
          blocks: copies * host.blocks,
        }
        runs.push(await callOnce<Followed>('follow/follow-child.ts', request))
      })
  report(host, copies, results)
}
