// A server of the page without a service: the page's files, scripted responses, and a feed whose frames the test sends. Any response can be
// replaced, delayed forever, or refused.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { bundlePage } from '../../../../api/explorer/bundle.ts'
import type { Page } from '../../../../api/http/route/page-routes.ts'
import { tokenIn } from '../../../../schema/codecs/asset-text.ts'
import type { ApiOrder } from '../../../../schema/responses/orders.ts'
import type { LiquidityPoolInfo } from '../../../../schema/responses/pools.ts'
import { type PageFeed, pageFeed } from './page-feed.ts'
import {
  assetOf,
  NOW,
  sampleBars,
  sampleBlocks,
  sampleCreator,
  sampleHolder,
  sampleHolders,
  sampleHot,
  sampleOrder,
  samplePool,
  samplePosition,
  sampleQuote,
  sampleRanked,
  sampleSpark,
  sampleStatus,
  sampleTokenTrader,
  sampleTrader,
  sampleTrades,
  TIP,
  WALLET,
} from './sample-state.ts'

interface Asked {
  readonly query: URLSearchParams
  readonly body: string
}

type ReceivedResponse = (asked: Asked) => unknown

export class Refused {
  readonly status: number
  readonly cause: string
  readonly message: string
  readonly code: string | undefined

  constructor(status: number, cause = 'SERVER_ERROR', message = 'internal error', code?: string) {
    this.status = status
    this.cause = cause
    this.message = message
    this.code = code
  }
}

/** A response that never comes. */
export const NEVER = Symbol('never')

export interface PageServer extends PageFeed {
  readonly url: string
  readonly responses: Map<string, ReceivedResponse>
  readonly pools: LiquidityPoolInfo[]
  /** Files that are missing, as after an upgrade. */
  lost: RegExp | undefined
  readonly requests: string[]
  listen(): Promise<void>
  close(): void
}

const TOKENS = 40
export const ON_CURVE = assetOf(1)
export const GRADUATED = assetOf(TOKENS - 1)

const placesOf = ({ query }: Asked, count: number): number[] => {
  const offset = Number(query.get('offset') ?? 0)
  const end = Math.min(count, offset + Number(query.get('limit') ?? 50))
  return Array.from({ length: Math.max(0, end - offset) }, (_, at) => offset + at)
}

/** @param orders newest first */
const pageOf = (asked: Asked, orders: readonly ApiOrder[]) => {
  const keys = (asked.body === '' ? [] : JSON.parse(asked.body)) as string[]
  const all = keys.length === 0 ? orders : orders.filter(({ pkh }) => keys.includes(pkh))
  const items = placesOf(asked, all.length).flatMap((n) => all[n] ?? [])
  return { ledger: { count: all.length, items }, mempool: [] }
}

export const ordersOf =
  (count: number): ReceivedResponse =>
  (asked) => {
    const asset = asked.query.get('asset') ?? ''
    return pageOf(
      asked,
      Array.from({ length: count }, (_, n) => sampleOrder(asset, n)),
    )
  }

/** Each token has exactly these orders, newest first. */
export const setOrders = ({ responses }: PageServer, orders: readonly ApiOrder[]): void => {
  const filled = orders.filter(({ status }) => status === 'Evaluated')
  responses.set('/v1/orders-feed/initial/state', (asked) => pageOf(asked, orders))
  responses.set('/v1/orders-feed/initial/state/filled', (asked) => pageOf(asked, filled))
}

export const holdersOf =
  (count: number): ReceivedResponse =>
  (asked) => {
    const { dev } = sampleHolders('x', 0)
    return { holders: placesOf(asked, count).map(sampleHolder), dev, count }
  }

type Responses = readonly (readonly [path: string, ReceivedResponse])[]

const OF_SERVICE: Responses = [
  [
    '/status',
    () => ({
      ...sampleStatus(TIP),
      network: 'devnet',
      rate: 1,
      peers: [],
      blockExplorer: {
        transaction: 'https://explorer.example/tx/{}',
        address: 'https://explorer.example/address/{}',
        token: 'https://explorer.example/token/{}',
      },
      hasAdaUsdRate: false,
      rejections: [],
      mempool: { state: 'watching', problem: null, transactions: 3 },
    }),
  ],
  [
    '/parameters',
    () => ({
      tokenEmission: '1000000000',
      aNum: '122525779519',
      bNum: '2545182',
      adaThreshold: '18188400000',
      fixedFee: '500000',
      minTradeAda: '1000000',
      percentFee: 1,
      launchFees: { launchFee: '500000', minDepositFee: '1000000' },
      hyped: { aNum: '177128257607', bNum: '6901746', adaThreshold: '27501849940' },
    }),
  ],
  ['/v1/blocks/latest', () => sampleBlocks(TIP)],
  ['/v1/devnet', () => ({ ...WALLET, paymentKey: '01'.repeat(64) })],
]

const responsesOf = (pools: LiquidityPoolInfo[]): Responses => {
  const byList = (filter: string | null): LiquidityPoolInfo[] => {
    const isGraduated = ({ pool }: LiquidityPoolInfo): boolean => pool.cpmmPoolId !== null
    const onCurve = pools.filter((pool) => !isGraduated(pool))
    if (filter === 'New') return onCurve
    if (filter === 'Progress')
      return onCurve.toSorted((a, b) => Number(b.pool.x.amount) - Number(a.pool.x.amount))
    const list = filter === 'MCapDesc' ? onCurve : pools.filter(isGraduated)
    return list.toSorted((a, b) => b.metrics.marketCap - a.metrics.marketCap)
  }
  const poolOf = ({ query }: Asked) =>
    pools.find(({ info }) => info.asset === tokenIn(query.get('asset') ?? '', () => undefined)) ??
    new Refused(404, 'NOT_FOUND', 'no such token')
  const trades = (count: number): ApiOrder[] =>
    Array.from({ length: count }, (_, n) => sampleOrder(assetOf(n % 6), n))
  return [
    ['/balances/v1/pool/creator', () => sampleCreator],
    ['/balances/v1/user/positions', () => ({ items: [samplePosition(assetOf(1))], hasMore: false })],
    ['/v1/pools-main-page/initial/state', ({ query }) => byList(query.get('filter'))],
    ['/v1/pools-main-page/koth', () => byList('Progress')[0]],
    [
      '/v1/pools-main-page/totals',
      () => ({ tokens: TOKENS, graduated: 4, volume24h: '912000000000', trades24h: 1_204 }),
    ],
    [
      '/v1/pools-main-page/search',
      ({ query }) => {
        const found = pools.filter(({ info }) =>
          `${info.name} ${info.asset} ${info.asset.replace('.', '')}`
            .toLowerCase()
            .includes((query.get('pattern') ?? '').toLowerCase()),
        )
        return { count: found.length, items: found.slice(0, 8) }
      },
    ],
    [
      '/v1/following/list',
      ({ body }) => {
        const wanted = new Set(JSON.parse(body) as string[])
        const items = pools.filter(({ info }) => wanted.has(info.asset))
        return { count: items.length, items }
      },
    ],
    ['/v1/pools-main-page/hot', () => ({ count: pools.length, items: pools.slice(0, 20).map(sampleHot) })],
    ['/v1/pools-feed/initial/state', poolOf],
    ['/v1/orders-feed/latest/filled', () => trades(40)],
    ['/v1/orders-feed/initial/state', ordersOf(179)],
    ['/v1/orders-feed/initial/state/open', ordersOf(0)],
    ['/v1/orders-feed/initial/state/filled', ordersOf(179)],
    ['/v1/user-history-feed/initial/state', () => ({ ledger: { count: 0, items: [] }, mempool: [] })],
    ['/v1/charts/history', ({ query }) => sampleBars(query.get('base') ?? '', 18)],
    ['/v1/charts/sparklines', ({ body }) => (JSON.parse(body) as string[]).map(sampleSpark)],
    ['/balances/v1/pool/holders', holdersOf(150)],
    ['/ipfs/held', () => []],
    [
      '/getUtxos',
      () => [
        {
          value: [
            { unit: 'lovelace', amount: '1000000000' },
            { unit: ON_CURVE, amount: '5000000' },
          ],
        },
      ],
    ],
    [
      '/order/quote',
      ({ body }) => {
        const { amount, side } = JSON.parse(body) as { readonly amount: string; readonly side: string }
        const quote = sampleQuote(ON_CURVE, BigInt(amount))
        return side === 'SELL' ? { ...quote, lovelace: '2600000' } : quote
      },
    ],
    ['/v1/traders', (asked) => ({ from: NOW, count: 120, items: placesOf(asked, 120).map(sampleRanked) })],
    [`/v1/traders/${WALLET.address}`, () => sampleTrader],
    ['/v1/trades', () => ({ items: sampleTrades, next: null, undoneAfter: null })],
    [
      `/v1/tokens/${ON_CURVE}/traders`,
      (asked) => ({ count: 3, items: placesOf(asked, 3).map(sampleTokenTrader) }),
    ],
    ['/v1/vesting/get-by-redeemer', () => ({ vestings: [] })],
  ]
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

const answerer =
  (server: PageServer, prefix: string, page: () => Page | undefined) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: whole, searchParams } = new URL(request.url ?? '/', 'http://x')
    const pathname = whole.startsWith(`${prefix}/`) ? whole.slice(prefix.length) : 'outside of the prefix'
    server.requests.push(pathname)
    const file = page()?.files.get(pathname.replace('/explorer/', ''))
    const send = (status: number, type: string, body: Buffer | string, more: OutgoingHttpHeaders = {}) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...more }).end(body)
    }
    if (server.lost?.test(pathname)) send(404, 'application/json', '{}')
    else if (pathname === '/' || /^\/(token|trader|view)\//.test(pathname))
      send(200, 'text/html', page()?.html.bytes ?? '')
    else if (file !== undefined) send(200, file.contentType, file.body.bytes)
    else {
      const body = await bodyOf(request)
      const answer =
        (await server.responses.get(pathname)?.({ query: searchParams, body })) ??
        new Refused(404, 'NOT_FOUND', 'none')
      if (answer === NEVER) return
      if (answer instanceof Refused)
        send(
          answer.status,
          'application/json',
          JSON.stringify({ cause: answer.cause, message: answer.message }),
          answer.code === undefined ? {} : { 'x-error-code': answer.code },
        )
      else send(200, 'application/json', JSON.stringify(answer))
    }
  }

/** @param prefix prefix that a proxy removes; other paths do not exist */
export const pageServer = (prefix = ''): PageServer => {
  let page: Page | undefined
  const pools = Array.from({ length: TOKENS }, (_, n) => samplePool(n, n >= TOKENS - 4 ? 1.1 : undefined))
  const http = createServer((request, response) => void answer(request, response))
  const feed = pageFeed(http, `${prefix}/websocket/ws`)
  const server: PageServer = {
    ...feed,
    get url() {
      const address = http.address()
      if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
      return `http://127.0.0.1:${address.port}${prefix}`
    },
    responses: new Map([...OF_SERVICE, ...responsesOf(pools)]),
    pools,
    lost: undefined,
    requests: [],
    async listen() {
      page = await bundlePage(`${prefix}/explorer`)
      http.listen(0, '127.0.0.1')
      await once(http, 'listening')
    },
    close() {
      feed.cut()
      http.close()
      http.closeAllConnections()
    },
  }
  const answer = answerer(server, prefix, () => page)
  return server
}
