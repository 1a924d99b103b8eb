// Bars and outputs under load: of the service that folds, of a replica of it, and of a server that asks PostgreSQL, as such
// are commonly written.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { ASKED, BARS, historyPath, PAIRS, randomFrom } from '../bars/bars-data.ts'
import { askOnce } from '../kit/child.ts'
import {
  CONNECTIONS,
  getRequest,
  measureInTurns,
  medianCpu,
  postRequest,
  ratesOf,
  type Served,
  serve,
  startClient,
} from '../kit/http-compare.ts'
import type { BenchOptions } from '../kit/options.ts'
import { withScratch } from '../kit/scratch.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import { keyOf, type ReadsSize } from '../reads/reads-data.ts'
import type { PostgresReadsRequest } from './postgres-reads-child.ts'

const SIZE: ReadsSize = { tokens: 100, holders: 10, orders: 10, traders: 100, wallets: 2_000, outputs: 50 }

/** Seconds of load on each server before what counts. */
const WARM_UP = 1

/** Requests prepared; they come round again and again. */
const REQUESTS = 4_096

interface Asked {
  readonly path: string
  readonly body?: unknown
}

interface Case {
  readonly name: string
  readonly schema: string
  readonly plain: string
  readonly index: string
  /** Makes the models' file. */
  fill(directory: string): Promise<unknown>
  /** Module and request of this project's server. */
  ours(directory: string): readonly [entry: string, request: unknown]
  ask(random: () => number): Asked
}

const below = (random: () => number, limit: number): number => Math.floor(random() * limit)

const CASES: readonly Case[] = [
  {
    name: `${ASKED} bars`,
    schema: 'bars',
    plain: 'plain_bars',
    index: 'pool, resolution, time',
    fill: (directory) => askOnce('bars/bars-database.ts', { directory }),
    ours: (directory) => ['bars/bars-server.ts', { kind: 'ours', directory }],
    ask: (random) => ({ path: historyPath(below(random, PAIRS), below(random, BARS - ASKED)) }),
  },
  {
    name: 'outputs of a wallet, 50',
    schema: 'outputs',
    plain: 'plain_outputs',
    index: 'pkh, id',
    fill: (directory) => askOnce('reads/reads-server.ts', { kind: 'fill', directory, size: SIZE }),
    ours: (directory) => ['reads/reads-server.ts', { kind: 'ours, holding nothing', directory, size: SIZE }],
    ask: (random) => ({
      path: '/getUtxos',
      body: { pkh: keyOf(below(random, SIZE.wallets)), offset: 0, limit: 50 },
    }),
  },
]

const fetchFrom = async ({ port }: Served, { path, body }: Asked): Promise<unknown> => {
  const response = await fetch(
    `http://127.0.0.1:${port}${path}`,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  return response.json()
}

const measureCase = (url: string, one: Case, { rounds, seconds }: BenchOptions): Promise<string[][]> =>
  withScratch(async (root) => {
    const [directory, replica] = [join(root, 'models'), join(root, 'replica')]
    for (const made of [directory, replica]) mkdirSync(made)
    const { schema, plain, index } = one
    await one.fill(directory)
    const copy: PostgresReadsRequest = { kind: 'copy', url, schema, directory, replica, plain, index }
    await askOnce('postgres/postgres-reads-child.ts', copy)
    const fastify: PostgresReadsRequest = { kind: 'fastify', url, schema }
    const servers = [
      await serve('the service', ...one.ours(directory)),
      await serve('a replica', ...one.ours(replica)),
      await serve('Fastify and pg', 'postgres/postgres-reads-child.ts', fastify),
    ] as const
    const client = startClient()
    try {
      const random = randomFrom(5)
      const asked = Array.from({ length: REQUESTS }, () => one.ask(random))
      for (const some of asked.slice(0, 20)) {
        const [first, ...others] = await Promise.all(servers.map((served) => fetchFrom(served, some)))
        if (others.some((other) => !isDeepStrictEqual(other, first)))
          throw new Error(`the servers do not answer the same: ${some.path}`)
      }
      const requests = asked.map(({ path, body }) =>
        body === undefined ? getRequest(path) : postRequest(path, body),
      )
      const runs = await measureInTurns(client, servers, { requests, rounds, seconds, warmUp: WARM_UP })
      const [service, , common] = servers
      return servers.map((served) => {
        const rates = ratesOf(runs.get(served))
        return [
          `${one.name}, ${served.name}`,
          figure(median(rates)),
          ratio(perRound(rates, ratesOf(runs.get(service)))),
          ratio(perRound(rates, ratesOf(runs.get(common)))),
          figure(medianCpu(runs.get(served))),
        ]
      })
    } finally {
      for (const child of [client, ...servers.map((served) => served.child)]) await child.end()
    }
  })

/** @param url of a server of PostgreSQL, in which schemas are made. */
export const postgresReads = async (url: string, options: BenchOptions): Promise<void> => {
  const rows: string[][] = []
  for (const one of CASES) rows.push(...(await measureCase(url, one, options)))
  printTable(
    `postgres: reads, another pair or wallet each time; ${CONNECTIONS} connections`,
    ['', 'answers/s', 'of the service', 'of Fastify and pg', 'server CPU µs'],
    rows,
    ['', 'Processor time is without PostgreSQL. The client shares the processors.'],
  )
}
