// From a block at the node to its frames at the subscribers, through the whole service: follower, log, fold, commit, feed.
import { startServiceProcess } from '../service/service-process.ts'
import { startChild } from './child.ts'
import type { Arrivals, FanoutClientRequest } from './fanout-client.ts'
import type { LatencyHostRequest } from './latency-host.ts'
import { untilReady } from './ready-service.ts'
import { withScratch } from './scratch.ts'
import { figure, printTable, quantile } from './table.ts'

const SOCKETS = 1_000

/** Blocks of a round. */
const BLOCKS = 25

/** Milliseconds after which a block is taken for one that changes no pool. */
const PATIENCE = 400

/** Milliseconds between two blocks: more than an interval of conflation. */
const INTERVAL = 260

export const latency = (rounds: number): Promise<void> =>
  withScratch(async (directory) => {
    const host = startChild('latency-host.ts')
    const client = startChild('fanout-client.ts')
    const ask = <Answer>(request: LatencyHostRequest) => host.ask<Answer>(request)
    const service = await startServiceProcess({
      NETWORK: 'devnet',
      OGMIOS_URL: await ask<string>({ kind: 'start' }),
      DATA_DIR: directory,
      // The devnet's clock stands at the end of its recording.
      MAX_TIP_AGE: '999999999999',
    })
    try {
      await untilReady(service)
      const open: FanoutClientRequest = {
        kind: 'open',
        port: service.port,
        sockets: SOCKETS,
        subscriptions: 1,
        isCommon: false,
        isAnswered: true,
        topic: 'Latest',
      }
      await client.ask(open)
      const waits: number[] = []
      const firsts: number[] = []
      for (let block = 0; block < rounds * BLOCKS; block++) {
        const arrived = client.ask<Arrivals>({ kind: 'arrivals', patience: PATIENCE })
        const made = BigInt(await ask<string>({ kind: 'block' }))
        const times = await arrived
        await new Promise((resolve) => setTimeout(resolve, INTERVAL))
        if (times === null) continue
        const taken = times.map((time) => Number(BigInt(time) - made) / 1e6)
        waits.push(...taken)
        firsts.push(Math.min(...taken))
      }
      printTable(
        `latency: from a block at the node to its first frame at each of ${figure(SOCKETS)} subscribers; ${firsts.length} blocks`,
        ['', 'median ms', 'p99 ms'],
        [
          ['the first subscriber', figure(quantile(firsts, 0.5)), figure(quantile(firsts, 0.99))],
          ['all subscribers', figure(quantile(waits, 0.5)), figure(quantile(waits, 0.99))],
        ],
      )
    } finally {
      await service.end()
      await client.end()
      await host.end()
    }
  })
