// Measures the time from a block at the node to its frames at the subscribers, through the whole service: follower, log, fold, commit,
// feed. For comparison it also measures only the sending: the library's `publish` to the same number of sockets.

import { withScratch } from '../../harness/scratch.ts'
import { startReady } from '../../harness/service-process.ts'
import { startChild } from '../kit/child.ts'
import type { PlainRequest } from '../kit/plain-server.ts'
import { figure, printTable, quantile } from '../kit/table.ts'
import type { Arrivals, FanoutClientRequest } from './fanout-client.ts'
import { FRAME } from './fanout-data.ts'
import type { LatencyHostRequest } from './latency-host.ts'

const SOCKETS = 1_000

const BLOCKS = 50

const WARM_UP = 15

/** Time in ms without a frame after which a block counts as one that changes no pool. */
const TIMEOUT_MS = 400

/** Interval in ms between two blocks: longer than the feed holds back frames. */
const INTERVAL_MS = 400

type Waits = readonly (readonly number[])[]

const waitsOf = async (
  subscriptions: Omit<FanoutClientRequest & { kind: 'open' }, 'kind' | 'sockets' | 'subscriptions'>,
  sends: number,
  send: () => Promise<string>,
): Promise<Waits> => {
  const client = startChild('fanout/fanout-client.ts')
  const call = <Answer>(request: FanoutClientRequest) => client.call<Answer>(request)
  await call({ kind: 'open', sockets: SOCKETS, subscriptions: 1, ...subscriptions })
  const waits: number[][] = []
  for (let n = 0; n < WARM_UP + sends; n++) {
    const arrived = call<Arrivals>({ kind: 'arrivals', patience: TIMEOUT_MS })
    const sentAt = BigInt(await send())
    const times = await arrived
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
    if (times !== null && n >= WARM_UP) waits.push(times.map((time) => Number(BigInt(time) - sentAt) / 1e6))
  }
  await client.end()
  return waits
}

const throughService = (blocks: number): Promise<Waits> =>
  withScratch(async (directory) => {
    const host = startChild('fanout/latency-host.ts')
    const call = (request: LatencyHostRequest) => host.call<string>(request)
    const service = await startReady({
      OGMIOS_URL: await call({ kind: 'start', withheld: WARM_UP + blocks }),
      DATA_DIR: directory,
    })
    const { port } = service
    const send = () => call({ kind: 'block' })
    const waits = await waitsOf({ port, isCommon: false, isAnswered: true, topic: 'Latest' }, blocks, send)
    await service.end()
    await host.end()
    return waits
  })

const publishAlone = async (times: number): Promise<Waits> => {
  const server = startChild('kit/plain-server.ts')
  const call = <Answer>(request: PlainRequest) => server.call<Answer>(request)
  const port = await call<number>({ kind: 'serve', bodyBytes: 0 })
  return waitsOf({ port, isCommon: false, isAnswered: false, topic: 'New' }, times, () =>
    call<string>({ kind: 'burst', frames: 1, text: FRAME }),
  )
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
