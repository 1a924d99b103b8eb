// Readers of published models at their origin, an indexer of a devnet that makes a block every second and serves its files
// itself: the origin's processor time and network traffic for 1, 10 and 100 readers.
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../projections/postgres/testing/free-port.ts'
import { withScratch } from '../../testing/scratch.ts'
import { type ServiceProcess, startReady } from '../../testing/service-process.ts'
import { startChild } from '../kit/child.ts'
import type { DevnetRequest } from '../kit/devnet-host.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, median, printTable } from '../kit/table.ts'
import type { ReadersRequest } from './replicas-readers.ts'

const READERS = [0, 1, 10, 100]

/** Number of blocks in each measurement, and milliseconds between two blocks. */
const BLOCKS = 20
const INTERVAL = 1_000

interface Measured {
  /** Seconds of the origin's processor time, and bytes that it sends, for all first copies together. */
  readonly copying: { readonly cpu: number; readonly bytes: number }
  /** Figures for each later block. */
  readonly block: { readonly cpu: number; readonly bytes: number }
}

const measure = async (
  readers: number,
  port: number,
  origin: ServiceProcess,
  makeBlock: () => Promise<unknown>,
): Promise<Measured> => {
  const child = startChild('replicas/replicas-readers.ts')
  const ask = (request: ReadersRequest) => child.ask<number>(request)
  const cpu = () => origin.cpuSeconds() ?? Number.NaN
  const before = cpu()
  const copied = await ask({ kind: 'open', port, readers })
  const copiedBy = cpu()
  for (let made = 0; made < BLOCKS; made++) {
    await makeBlock()
    await sleep(INTERVAL)
  }
  const bytes = (await ask({ kind: 'bytes' })) - copied
  const followedBy = cpu()
  await child.end()
  return {
    copying: { cpu: copiedBy - before, bytes: copied },
    block: { cpu: (followedBy - copiedBy) / BLOCKS, bytes: bytes / BLOCKS },
  }
}

export const replicas = ({ rounds }: BenchOptions): Promise<void> =>
  withScratch(async (directory) => {
    const host = startChild('kit/devnet-host.ts')
    const ask = (request: DevnetRequest) => host.ask<string>(request)
    const port = await freePort()
    const origin = await startReady({
      ...{ OGMIOS_URL: await ask({ kind: 'start' }), DATA_DIR: directory },
      ...{ PUBLISH_DIR: `${directory}/published`, PUBLISH_PORT: String(port) },
    })
    const makeBlock = () => ask({ kind: 'block' })
    const measured = READERS.map((readers) => ({ readers, runs: [] as Measured[] }))
    for (let round = 0; round < rounds; round++)
      for (const { readers, runs } of measured) runs.push(await measure(readers, port, origin, makeBlock))
    await origin.end()
    await host.end()
    printTable(
      `replicas: readers of published models at their origin, a block a second; ${BLOCKS} blocks`,
      ['readers', 'a block: CPU ms', 'KB', 'all first copies: CPU ms', 'MB'],
      measured.map(({ readers, runs }) => {
        const middle = (of: (run: Measured) => number): string => figure(median(runs.map(of)))
        return [
          String(readers),
          middle(({ block }) => block.cpu * 1_000),
          middle(({ block }) => block.bytes / 1_000),
          middle(({ copying }) => copying.cpu * 1_000),
          middle(({ copying }) => copying.bytes / 1e6),
        ]
      }),
      [
        '',
        'CPU of the whole process, which also follows, folds and publishes; all bytes that its port sent.',
      ],
    )
  })
