// A sync from far behind the tip as an operator watches it: by the service's metrics alone. What they foretell at some
// places on the way beside what came of it.
import { freePort } from '../../../projections/postgres/testing/free-port.ts'
import { startServiceProcess } from '../../testing/service-process.ts'
import type { HostAnswer } from '../kit/chain-host.ts'
import { startChild } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { withScratch } from '../kit/scratch.ts'
import { figure, printTable } from '../kit/table.ts'
import { type Moment, rateOf, secondsLeft, watchSync } from './sync-watch.ts'

const BLOCKS = 20_000

/** Milliseconds between two scrapes. */
const EVERY = 250

/** Seconds that a rate looks back. */
const WINDOW = 5

/** Shares of the blocks at which the time left is foretold. */
const PLACES = [0.25, 0.5, 0.75, 0.9]

const rowAt = (moments: readonly Moment[], share: number): string[] => {
  const total = moments[0]?.lag ?? 0
  const at = moments.findIndex(({ lag }) => lag <= total * (1 - share))
  const now = moments[at]
  const end = moments.at(-1)
  if (now === undefined || end === undefined) return [`${share * 100} %`]
  const recent = moments.slice(0, at + 1).filter((moment) => moment.at >= now.at - WINDOW)
  const left = secondsLeft(recent)
  const took = end.at - now.at
  return [
    `${share * 100} %`,
    figure(now.lag),
    figure(rateOf(recent)),
    figure(left),
    figure(took),
    (left / took).toFixed(2),
  ]
}

/** Measured once, whatever the rounds. */
export const sync = async ({ file }: BenchOptions): Promise<void> => {
  const node = startChild('kit/chain-host.ts')
  try {
    const host = await node.ask<HostAnswer>({ file, leastBlocks: BLOCKS })
    await withScratch(async (directory) => {
      const admin = await freePort()
      const service = await startServiceProcess({
        OGMIOS_URL: host.whole,
        START_POINT: 'origin',
        NETWORK: 'mainnet',
        DATA_DIR: directory,
        ADMIN_PORT: `${admin}`,
      })
      const moments = await watchSync(`http://127.0.0.1:${admin}`, EVERY)
      // It warns of copies of pools, and of a node without a mempool.
      await service.end()
      printTable(
        `sync: the last ${figure(moments[0]?.lag ?? 0)} of ${figure(host.wholeBlocks)} blocks, by ${figure(moments.length)} scrapes of /metrics`,
        ['done', 'lag', 'blocks/s', 'seconds left, foretold', 'took', 'foretold of took'],
        PLACES.map((share) => rowAt(moments, share)),
        ['', `The rate is that of the ${WINDOW} seconds before; the time left is the lag divided by it.`],
      )
    })
  } finally {
    await node.end()
  }
}
