// Measures replicas with each carrier of a publication: the delay of a block, and the readers' cost for the publisher. Each replica reads
// through a slow link. Unless the publisher serves its files itself, the carrier's server runs in another process, so the publisher's
// processor time is only the indexer's.
import { setTimeout as sleep } from 'node:timers/promises'
import { loadModule } from '../../../schema/platform/load-module.ts'
import { withScratch } from '../../harness/scratch.ts'
import { freePort } from '../../kit/free-port.ts'
import { startChild } from '../kit/child.ts'
import type { BenchOptions } from '../kit/options.ts'
import { figure, printTable, quantile } from '../kit/table.ts'
import { type Carried, type FoldedBlock, LINK } from './carriers-data.ts'
import type { OriginRequest } from './carriers-origin.ts'
import type { ReadBlocks, ReadersRequest } from './carriers-readers.ts'

const READERS = [0, 1, 10, 100]

const BLOCKS = 10
const INTERVAL_MS = 2_000

/** Starts a carrier's server, which ends with `after`. @returns its URL; undefined if the server is not installed here */
type Serve = (at: { after(end: () => unknown): void }) => Promise<string | undefined>

const FILES = new URL('../../../projections/copies/files/', import.meta.url)
type ObjectStore = typeof import('../../../projections/copies/files/testing/test-object-store.ts')
type Nats = typeof import('../../../projections/copies/files/nats/testing/nats-server.ts')

// Loads the servers' modules on demand, because every benchmark loads this file.
const SERVE: Readonly<Record<Carried['by'], Serve>> = {
  "the API's `/models`": async () => `http://127.0.0.1:${await freePort()}/models`,
  async 'object store'(at) {
    const { testObjectStore } = await loadModule<ObjectStore>(new URL('testing/test-object-store.ts', FILES))
    return (await testObjectStore(at)).url
  },
  async NATS(at) {
    const { skip, startNats } = await loadModule<Nats>(new URL('nats/testing/nats-server.ts', FILES))
    if (skip !== false) return undefined
    const nats = await startNats(at)
    const end = (): void => nats.signal('SIGKILL')
    process.once('exit', end)
    at.after(() => process.off('exit', end))
    return nats.address().server
  },
}

interface Run extends ReadBlocks {
  readonly cpuMs: number
}

const run = (carried: Carried, count: number, blocks: number): Promise<Run> =>
  withScratch(async (scratch) => {
    const origin = startChild('carriers/carriers-origin.ts')
    const readers = startChild('carriers/carriers-readers.ts')
    const ask = <Answer>(request: OriginRequest) => origin.call<Answer>(request)
    const read = <Answer>(request: ReadersRequest) => readers.call<Answer>(request)
    await ask({ kind: 'publish', carried, scratch })
    await read({ kind: 'follow', carried, readers: count, scratch })
    const before = await origin.usage()
    const folded: FoldedBlock[] = []
    while (folded.length < blocks) {
      folded.push(await ask({ kind: 'block' }))
      await sleep(INTERVAL_MS)
    }
    const result = await read<ReadBlocks>({ kind: 'read', blocks: folded })
    const after = await origin.usage()
    await readers.end()
    await origin.end()
    return { ...result, cpuMs: 1000 * (after.cpuSeconds - before.cpuSeconds) }
  })

export const carriers = async ({ rounds }: BenchOptions): Promise<void> => {
  const blocks = rounds * BLOCKS
  const rows: string[][] = []
  const missing: string[] = []
  for (const [by, serve] of Object.entries(SERVE) as [Carried['by'], Serve][]) {
    let alone = Number.NaN
    for (const readers of READERS) {
      const ends: (() => unknown)[] = []
      const url = await serve({ after: (end) => void ends.push(end) })
      if (url === undefined) {
        missing.push(`${by}: its server is not installed here`)
        break
      }
      const { late, bytes, cpuMs } = await run({ by, url }, readers, blocks)
      for (const end of ends.reverse()) await end()
      if (readers === 0) alone = cpuMs
      else
        rows.push([
          ...[by, `${readers}`, figure(quantile(late, 0.5)), figure(quantile(late, 0.95))],
          ...[figure(cpuMs / blocks), figure(cpuMs / alone), figure(bytes / blocks / 1000)],
        ])
    }
  }
  printTable(
    `carriers: ${blocks} blocks, one each ${INTERVAL_MS / 1000} s; each replica over a link of ${LINK.rate / 1000} KB/s with a round trip of ` +
      `${2 * LINK.delay} ms`,
    [
      '',
      'replicas',
      'ms late, p50',
      'p95',
      "publisher's CPU ms/block",
      'of no replica',
      'KB/block sent to all',
    ],
    rows,
    missing,
  )
}
