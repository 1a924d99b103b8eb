// The reads that pages make most, under load: ours beside the bare server it stands on with a static body of the same
// size, and beside one written the common way. Each is asked for another key every time, and for the same again.
import { isDeepStrictEqual } from 'node:util'
import { randomFrom } from '../bars/bars-data.ts'
import { askOnce, type Child } from '../kit/child.ts'
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
import type { StaticRequest } from '../kit/static-server.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import { keyOf, type ReadsSize, tokenOf } from './reads-data.ts'
import type { ReadsRequest } from './reads-server.ts'

const SIZE: ReadsSize = {
  tokens: 200,
  holders: 500,
  orders: 500,
  traders: 2_000,
  wallets: 2_000,
  outputs: 50,
}

/** Seconds of load on each server before what counts. */
const WARM_UP = 0.5

/** Requests prepared; they come round again and again. */
const REQUESTS = 4_096

/** Pages that are asked for begin at one of the first rows. */
const OFFSETS = 300

interface Asked {
  readonly path: string
  /** JSON of a POST. */
  readonly body?: unknown
}

interface Read {
  readonly name: string
  /**
   * A request, by numbers from 0 to below 1 that choose what it is about.
   * @param share of the tokens or wallets there are that it may be about
   */
  ask(random: () => number, share: number): Asked
  /** Whether there is nothing else to ask about, so that what is read has to change. */
  readonly isOne?: true
  /** Whether texts of its rows are held. */
  readonly holdsRows?: true
}

/** Share of the tokens and wallets whose rows are all held. */
const FEW = 1 / 20

const below = (random: () => number, limit: number): number => Math.floor(random() * limit)

const holdersPage = (limit: number): Read => ({
  name: `holders, ${limit}`,
  ask: (random) => ({
    path: `/balances/v1/pool/holders?assetId=${tokenOf(below(random, SIZE.tokens))}&limit=${limit}&offset=${below(random, OFFSETS)}`,
  }),
})

const outputsPage = (limit: number): Read => ({
  name: `outputs of a wallet, ${limit}`,
  ask: (random, share) => ({
    path: '/getUtxos',
    body: { pkh: keyOf(below(random, SIZE.wallets * share)), offset: 0, limit },
  }),
  holdsRows: true,
})

const READS: readonly Read[] = [
  holdersPage(100),
  holdersPage(5),
  {
    name: 'main page',
    ask: () => ({ path: '/v1/pools-main-page/initial/state?filter=MCapDesc' }),
    isOne: true,
  },
  outputsPage(50),
  outputsPage(2),
  {
    name: 'orders of a token, 20',
    ask: (random, share) => ({
      path: `/v1/orders-feed/initial/state?asset=${tokenOf(below(random, SIZE.tokens * share))}&limit=20&offset=${below(random, OFFSETS)}`,
      body: [],
    }),
    holdsRows: true,
  },
  {
    name: 'history of a user, 20',
    ask: (random, share) => ({
      path: '/v1/user-history-feed/initial/state?offset=0&limit=20',
      body: [keyOf(below(random, SIZE.wallets * share))],
    }),
    holdsRows: true,
  },
]

const requestOf = ({ path, body }: Asked): string =>
  body === undefined ? getRequest(path) : postRequest(path, body)

const fetchFrom = ({ port }: Served, { path, body }: Asked): Promise<Response> =>
  fetch(
    `http://127.0.0.1:${port}${path}`,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )

interface Servers {
  readonly ours: Served
  /** Holds no answers, so that requests which come round again are made again. */
  readonly forgetful: Served
  readonly changing: Served
  readonly common: Served
  readonly bare: Served
  readonly client: Child
}

const measureCase = async (
  { bare, common, client }: Servers,
  own: Served,
  name: string,
  requests: readonly string[],
  bodyBytes: number,
  { rounds, seconds }: BenchOptions,
): Promise<string[]> => {
  await bare.child.ask<number>({ kind: 'static', bodyBytes } satisfies StaticRequest)
  const inTurn = [bare, own, common]
  const runs = await measureInTurns(client, inTurn, { requests, rounds, seconds, warmUp: WARM_UP })
  const rates = ratesOf(runs.get(own))
  return [
    name,
    figure(bodyBytes / 1024),
    figure(median(rates)),
    ratio(perRound(rates, ratesOf(runs.get(bare)))),
    ratio(perRound(rates, ratesOf(runs.get(common)))),
    ...inTurn.map((served) => figure(medianCpu(runs.get(served)))),
  ]
}

const measureRead = async (servers: Servers, read: Read, options: BenchOptions): Promise<string[][]> => {
  const { ours, forgetful, changing, common } = servers
  const random = randomFrom(4)
  const askedOf = (share: number) =>
    Array.from({ length: read.isOne ? 1 : REQUESTS }, () => read.ask(random, share))
  const asked = askedOf(1)
  const [one] = asked
  if (one === undefined) throw new Error('nothing is asked')
  for (const some of asked.slice(0, 20)) {
    const [a, b] = await Promise.all(
      [ours, common].map(async (served) => (await fetchFrom(served, some)).json()),
    )
    if (!isDeepStrictEqual(a, b)) throw new Error(`the servers do not answer the same: ${some.path}`)
  }
  const response = await fetchFrom(ours, one)
  const etag = response.headers.get('etag')
  const bodyBytes = (await response.arrayBuffer()).byteLength
  const row = (own: Served, how: string, requests: readonly string[]) =>
    measureCase(servers, own, `${read.name}, ${how}`, requests, bodyBytes, options)
  const rows = [
    read.isOne
      ? await row(changing, 'another pool changed', [requestOf(one)])
      : await row(forgetful, 'another', asked.map(requestOf)),
    ...(read.holdsRows ? [await row(forgetful, 'another of few', askedOf(FEW).map(requestOf))] : []),
    await row(ours, 'the same', [requestOf(one)]),
  ]
  if (etag !== null)
    rows.push(await row(ours, 'the same, 304', [getRequest(one.path, `If-None-Match: ${etag}\r\n`)]))
  return rows
}

export const reads = (options: BenchOptions): Promise<void> =>
  withScratch(async (directory) => {
    const of = { directory, size: SIZE }
    await askOnce('reads/reads-server.ts', { kind: 'fill', ...of } satisfies ReadsRequest)
    const start = (kind: Exclude<ReadsRequest['kind'], 'fill' | 'cpu'>) =>
      serve(kind, 'reads/reads-server.ts', { kind, ...of } satisfies ReadsRequest)
    const started = [
      await start('ours'),
      await start('ours, holding nothing'),
      await start('ours, changing'),
      await start('fastify'),
      await serve('static', 'kit/static-server.ts', { kind: 'static', bodyBytes: 0 } satisfies StaticRequest),
    ] as const
    const [ours, forgetful, changing, common, bare] = started
    const client = startClient()
    try {
      const rows: string[][] = []
      for (const read of READS)
        rows.push(...(await measureRead({ ours, forgetful, changing, common, bare, client }, read, options)))
      printTable(
        `reads: ${SIZE.tokens} tokens with ${SIZE.holders} holders and ${SIZE.orders} orders each, ${figure(SIZE.wallets * SIZE.outputs)} outputs; ${CONNECTIONS} connections`,
        ['', 'KiB', 'answers/s', 'of a static body', 'of the common way', 'CPU µs, static', 'ours', 'common'],
        rows,
        [
          '',
          'A static body is sent by uWebSockets.js, the common way is Fastify, better-sqlite3 and JSON.stringify.',
          'The client shares the processors and has a limit of its own, which the fastest may reach.',
        ],
      )
    } finally {
      for (const child of [client, ...started.map((served) => served.child)]) await child.end()
    }
  })
