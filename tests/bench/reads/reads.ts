// The pages' most frequent reads, under load, compared with a bare uWebSockets.js server whose static body has the same size. Each read is
// measured twice: with a new key for every request, and with one key.

import { withScratch } from '../../harness/scratch.ts'
import { randomFrom } from '../../kit/random-from.ts'
import { type Child, callOnce } from '../kit/child.ts'
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
import type { PlainRequest } from '../kit/plain-server.ts'
import { figure, median, perRound, printTable, ratio } from '../kit/table.ts'
import { FIRST, keyOf, type ReadsSize, tokenOf } from './reads-data.ts'
import type { ReadsRequest, ServerKind } from './reads-server.ts'

const SIZE: ReadsSize = {
  tokens: 200,
  holders: 500,
  orders: 500,
  bars: 1_000,
  traders: 2_000,
  wallets: 2_000,
  outputs: 50,
}

const WARM_UP_S = 0.5

/** The caches cannot hold the bars of so many responses. */
const REQUESTS = 16_384

const OFFSETS = 300

const BARS = 300

interface Asked {
  readonly path: string
  readonly body?: unknown
}

interface Read {
  readonly name: string
  /**
   * @param random returns numbers from 0 to below 1
   * @param share share of the tokens or wallets from which the key is drawn
   */
  request(random: () => number, size: ReadsSize, share: number): Asked
  /** All requests have the same key. The key's rows must change between requests. */
  readonly isOne?: true
  /** Rows that stay cached for other keys. */
  readonly holds?: 'bars' | 'texts'
}

const FEW = 1 / 20

const below = (random: () => number, limit: number): number => Math.floor(random() * limit)

const holdersPage = (limit: number): Read => ({
  name: `holders, ${limit}`,
  request: (random, { tokens }) => ({
    path: `/balances/v1/pool/holders?assetId=${tokenOf(below(random, tokens))}&limit=${limit}&offset=${below(random, OFFSETS)}`,
  }),
})

const outputsPage = (limit: number): Read => ({
  name: `outputs of a wallet, ${limit}`,
  request: (random, { wallets }, share) => ({
    path: '/getUtxos',
    body: { pkh: keyOf(below(random, wallets * share)), offset: 0, limit },
  }),
  holds: 'texts',
})

const READS: readonly Read[] = [
  {
    name: `bars, ${BARS}`,
    request: (random, { bars, tokens }) => {
      const from = FIRST + below(random, bars - BARS) * 60
      return {
        path: `/v1/charts/history?base=${tokenOf(below(random, tokens))}&quote=.&resolution=min1&from=${from}&to=${from + BARS * 60}`,
      }
    },
    holds: 'bars',
  },
  holdersPage(100),
  holdersPage(5),
  {
    name: 'main page',
    request: () => ({ path: '/v1/pools-main-page/initial/state?filter=MCapDesc' }),
    isOne: true,
  },
  outputsPage(50),
  outputsPage(2),
  {
    name: 'orders of a token, 20',
    request: (random, { tokens }, share) => ({
      path: `/v1/orders-feed/initial/state?asset=${tokenOf(below(random, tokens * share))}&limit=20&offset=${below(random, OFFSETS)}`,
      body: [],
    }),
    holds: 'texts',
  },
  {
    name: 'history of a user, 20',
    request: (random, { traders }, share) => ({
      path: '/v1/user-history-feed/initial/state?offset=0&limit=20',
      body: [keyOf(below(random, traders * share))],
    }),
    holds: 'texts',
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

const requestsOf = (read: Read, random: () => number, size: ReadsSize, share: number): Asked[] =>
  Array.from({ length: read.isOne ? 1 : REQUESTS }, () => read.request(random, size, share))

interface Servers extends Readonly<Record<ServerKind | 'bare', Served>> {
  readonly client: Child
}

const measureRead = async (
  { holding, forgetful, changing, bare, client }: Servers,
  read: Read,
  { rounds, seconds }: BenchOptions,
): Promise<string[][]> => {
  const random = randomFrom(4)
  const askedOf = (share: number) => requestsOf(read, random, SIZE, share)
  const asked = askedOf(1)
  const [one] = asked
  if (one === undefined) throw new Error('no request was made')
  const response = await fetchFrom(holding, one)
  if (!response.ok) throw new Error(`answered ${response.status} to ${one.path}`)
  const etag = response.headers.get('etag')
  const bodyBytes = (await response.arrayBuffer()).byteLength
  await bare.child.call<number>({ kind: 'serve', bodyBytes } satisfies PlainRequest)
  const row = async (own: Served, how: string, requests: readonly string[]): Promise<string[]> => {
    const load = { requests, rounds, seconds, warmUp: WARM_UP_S }
    const [least, runs] = await measureInTurns(client, [bare, own], load)
    const rates = ratesOf(runs)
    return [
      `${read.name}, ${how}`,
      figure(bodyBytes / 1024),
      figure(median(rates)),
      ratio(perRound(rates, ratesOf(least))),
      figure(medianCpu(least)),
      figure(medianCpu(runs)),
    ]
  }
  return [
    read.isOne
      ? await row(changing, 'another pool changed', [requestOf(one)])
      : await row(
          forgetful,
          read.holds === 'bars' ? 'another, from SQLite' : 'another',
          asked.map(requestOf),
        ),
    ...(read.holds === 'bars' ? [await row(holding, 'another, held', asked.map(requestOf))] : []),
    ...(read.holds === 'texts'
      ? [await row(forgetful, 'another of a few', askedOf(FEW).map(requestOf))]
      : []),
    await row(holding, 'the same', [requestOf(one)]),
    ...(etag === null
      ? []
      : [await row(holding, 'the same, 304', [getRequest(one.path, `If-None-Match: ${etag}\r\n`)])]),
  ]
}

/** @returns processor microseconds per response, by the read's name */
export const costsOfReads = (
  size: ReadsSize,
  { rounds, seconds }: BenchOptions,
): Promise<Map<string, number>> =>
  withScratch(async (directory) => {
    await callOnce('reads/reads-server.ts', { kind: 'fill', directory, size } satisfies ReadsRequest)
    const client = startClient()
    const costs = new Map<string, number>()
    for (const read of READS) {
      const kind = read.isOne ? 'changing' : 'forgetful'
      const served = await serve('reads/reads-server.ts', { kind, directory } satisfies ReadsRequest)
      const requests = requestsOf(read, randomFrom(4), size, 1).map(requestOf)
      const [runs] = await measureInTurns(client, [served], { requests, rounds, seconds, warmUp: WARM_UP_S })
      costs.set(read.name, medianCpu(runs))
      await served.child.end()
    }
    await client.end()
    return costs
  })

export const reads = (options: BenchOptions): Promise<void> =>
  withScratch(async (directory) => {
    await callOnce('reads/reads-server.ts', { kind: 'fill', directory, size: SIZE } satisfies ReadsRequest)
    const start = (kind: ServerKind) =>
      serve('reads/reads-server.ts', { kind, directory } satisfies ReadsRequest)
    const servers: Servers = {
      holding: await start('holding'),
      forgetful: await start('forgetful'),
      changing: await start('changing'),
      bare: await serve('kit/plain-server.ts', { kind: 'serve', bodyBytes: 0 } satisfies PlainRequest),
      client: startClient(),
    }
    const rows: string[][] = []
    for (const read of READS) rows.push(...(await measureRead(servers, read, options)))
    printTable(
      `reads: ${SIZE.tokens} tokens with ${SIZE.holders} holders, ${SIZE.orders} orders and ${figure(SIZE.bars)} bars each, ${figure(SIZE.wallets * SIZE.outputs)} outputs; ${CONNECTIONS} connections`,
      ['', 'KiB', 'answers/s', 'of a static body', 'CPU µs, static', 'ours'],
      rows,
      [
        '',
        'A static body is sent by uWebSockets.js.',
        'The client shares the processors and has a limit of its own, which the fastest may reach.',
      ],
    )
  })
