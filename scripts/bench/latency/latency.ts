// From a block at the node to its frames at the subscribers, through the whole service: follower, log, fold, commit, feed.
// Beside it what the sends alone take: the library's own publish of a frame to as many sockets.
import { startServiceProcess } from '../../testing/service-process.ts'
import type { Arrivals, FanoutClientRequest } from '../fanout/fanout-client.ts'
import type { FanoutRequest } from '../fanout/fanout-server.ts'
import { startChild } from '../kit/child.ts'
import { untilReady } from '../kit/ready-service.ts'
import { withScratch } from '../kit/scratch.ts'
import { figure, printTable, quantile } from '../kit/table.ts'
import type { LatencyHostRequest } from './latency-host.ts'

const SOCKETS = 1_000

/** Blocks of a round. */
const BLOCKS = 25

/** Blocks before what counts: code is compiled, pages are read. */
const WARM_UP = 15

/** Milliseconds after which a block is taken for one that changes no pool. */
const PATIENCE = 400

/** Milliseconds between two blocks: an interval of conflation and the sends of what it held back. */
const INTERVAL = 400

/** Milliseconds from a block to the first frame at each socket, block by block. */
type Waits = readonly (readonly number[])[]

/** @param send has something sent to all subscribers; gives when, nanoseconds as digits. */
const waitsOf = async (
  subscriptions: Omit<FanoutClientRequest & { kind: 'open' }, 'kind' | 'sockets' | 'subscriptions'>,
  sends: number,
  send: () => Promise<string>,
): Promise<Waits> => {
  const client = startChild('fanout/fanout-client.ts')
  const ask = <Answer>(request: FanoutClientRequest) => client.ask<Answer>(request)
  try {
    await ask({ kind: 'open', sockets: SOCKETS, subscriptions: 1, ...subscriptions })
    const waits: number[][] = []
    for (let n = 0; n < WARM_UP + sends; n++) {
      const arrived = ask<Arrivals>({ kind: 'arrivals', patience: PATIENCE })
      const sentAt = BigInt(await send())
      const times = await arrived
      await new Promise((resolve) => setTimeout(resolve, INTERVAL))
      if (times !== null && n >= WARM_UP) waits.push(times.map((time) => Number(BigInt(time) - sentAt) / 1e6))
    }
    return waits
  } finally {
    await client.end()
  }
}

const throughService = (blocks: number): Promise<Waits> =>
  withScratch(async (directory) => {
    const host = startChild('latency/latency-host.ts')
    const ask = (request: LatencyHostRequest) => host.ask<string>(request)
    const service = await startServiceProcess({
      NETWORK: 'devnet',
      OGMIOS_URL: await ask({ kind: 'start' }),
      DATA_DIR: directory,
      // The devnet's clock stands at the end of its recording.
      MAX_TIP_AGE: '999999999999',
    })
    try {
      const { port } = service
      await untilReady(service)
      return await waitsOf({ port, isCommon: false, isAnswered: true, topic: 'Latest' }, blocks, () =>
        ask({ kind: 'block' }),
      )
    } finally {
      await service.end()
      await host.end()
    }
  })

const publishAlone = async (times: number): Promise<Waits> => {
  const server = startChild('fanout/fanout-server.ts')
  const ask = <Answer>(request: FanoutRequest) => server.ask<Answer>(request)
  try {
    const port = await ask<number>({ kind: 'publish' })
    return await waitsOf({ port, isCommon: false, isAnswered: false, topic: 'New' }, times, () =>
      ask<string>({ kind: 'burst', frames: 1 }),
    )
  } finally {
    await server.end()
  }
}

export const latency = async (rounds: number): Promise<void> => {
  const blocks = await throughService(rounds * BLOCKS)
  const publish = await publishAlone(rounds * BLOCKS)
  const row = (name: string, waits: readonly number[]): string[] => [
    name,
    figure(quantile(waits, 0.5)),
    figure(quantile(waits, 0.99)),
  ]
  printTable(
    `latency: from a block at the node to its first frame at each of ${figure(SOCKETS)} subscribers; ${blocks.length} blocks`,
    ['', 'median ms', 'p99 ms'],
    [
      row(
        'the first subscriber',
        blocks.map((waits) => Math.min(...waits)),
      ),
      row('all subscribers', blocks.flat()),
      row('a publish of the library alone, a frame of 1 KB', publish.flat()),
    ],
  )
}
