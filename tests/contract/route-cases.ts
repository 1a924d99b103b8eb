// Calls of every route of the service on the recorded devnet chain, with their expected statuses. A route's first call is its example in
// the OpenAPI document. Other calls use the tokens, orders and wallets of these examples.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { bundlePage } from '../../api/explorer/bundle.ts'
import type { Call } from '../../api/http/testing/check-response.ts'
import { PNG } from '../../api/images/testing/sample-images.ts'
import { docsPage } from '../../api/operations/docs-page.ts'
import { DEVELOPER } from '../../devnet/actors/people.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { POOL_LISTS } from '../../schema/responses/pool-lists.ts'
import { EXAMPLES_FILE } from './note-example.ts'

interface Case extends Call {
  readonly status: number
  readonly isRight?: (body: unknown) => boolean
}

const EXAMPLES: Readonly<Record<string, Call & { readonly response?: unknown }>> = JSON.parse(
  readFileSync(EXAMPLES_FILE, 'utf8'),
)

const exampleOf = (operation: string) => EXAMPLES[operation] ?? assert.fail(operation)
const queried = (operation: string, name: string): string => `${exampleOf(operation).query?.[name]}`
const named = (operation: string, name: string): string => `${exampleOf(operation).params?.[name]}`

const token = queried('GET /v1/charts/history', 'base')
const time = Number(queried('POST /v1/charts/sparklines', 'from'))
const locked = named('POST /v1/vesting/get-by-asset/{assetId}', 'assetId')
const redeemer = queried('POST /v1/vesting/get-by-redeemer', 'redeemerVkhs')
const traded = queried('GET /v1/orders-feed/metrics', 'asset')
const owner = queried('GET /v1/orders-feed/metrics', 'pkh')

export const pkh = /[0-9a-f]{56}/.exec(JSON.stringify(exampleOf('POST /getUtxos').body))?.[0] ?? assert.fail()

export const TOKENS = [token, traded, locked]

/** A list must have items if the example's list has items. */
const isLike = (example: unknown, body: unknown): boolean => {
  if (Array.isArray(example)) return Array.isArray(body) && (example.length === 0 || body.length > 0)
  if (!isRecord(example)) return example === null || (body !== null && typeof body === typeof example)
  const isSame = ([name, value]: [string, unknown]): boolean =>
    isRecord(body) && (name === 'count' ? value === body[name] : isLike(value, body[name]))
  return isRecord(body) && Object.entries(example).every(isSame)
}

const like =
  (example: unknown) =>
  (body: unknown): boolean =>
    isLike(example, body)
const isFull = like([0])
const hasItems = like({ items: [0] })
const isFound = like({ count: 1 })
const hasOrders = like({ ledger: { items: [0] } })

export const IMAGE = { bytes: PNG, cid: 'bafkreidlp6sdj6jkroakvmbntpy2clsj77foijheae5byt3iwz7d2k542a' }

const LAUNCH_INFO = {
  assetType: 'Meme',
  name: 'Newt',
  ticker: 'NEWT',
  description: 'A newt.',
  changeAddress: formatAddress(DEVELOPER.address),
  utxos: 'service-wallet',
}

const launchForm = (info: string): FormData => {
  const form = new FormData()
  form.set('image', new Blob([PNG], { type: 'image/png' }))
  form.set('info', info)
  return form
}
const UNKNOWN = `${'00'.repeat(28)}.00`

type Cases = Readonly<Record<string, readonly Case[]>>

const plain: Case[] = [{ status: 200 }]

const buildingCases = (): Cases => {
  const quoteBody = { assetId: token, amount: '20000000', side: 'BUY', slippage: '15' }
  const orderBody = {
    ...quoteBody,
    changeAddress: formatAddress(DEVELOPER.address),
    utxos: 'service-wallet',
  }
  const lockBody = {
    address: orderBody.changeAddress,
    assetId: token,
    amount: '3000',
    lockEnd: 8_000_000_000_000,
    stagesCount: 3,
  }
  const signature = { cbor: '84a0a0f5f6', witness: 'a0', changeAddress: orderBody.changeAddress }
  const signing: Case[] = [
    { body: signature, status: 500 },
    { body: { ...signature, cbor: undefined }, status: 400 },
    { body: { ...signature, changeAddress: 'addr1' }, status: 400 },
  ]
  return {
    // No transaction can be built on a recording, because a recording serves only blocks.
    buildOrder: [
      { body: orderBody, status: 500 },
      { body: { ...orderBody, assetId: UNKNOWN }, status: 500 },
      { body: { ...orderBody, utxos: ['00'] }, status: 400 },
      { body: { ...orderBody, slippage: '20' }, status: 400 },
    ],
    quoteOrder: [
      { body: { ...quoteBody, assetId: UNKNOWN }, status: 500 },
      { body: { ...orderBody, amount: '0' }, status: 400 },
    ],
    buildCancel: [
      { body: { ...orderBody, txHash: '00'.repeat(32), index: '0' }, status: 500 },
      { body: { ...orderBody, txHash: '00'.repeat(32), index: 0 }, status: 400 },
      // The order does not exist, but the form of the request is checked first.
      { body: { ...orderBody, txHash: '00'.repeat(32), index: '0', collaterals: ['zz'] }, status: 400 },
    ],
    buildLock: [
      { body: { ...lockBody, lockEnd: 1 }, status: 400 },
      { body: { ...lockBody, stagesCount: 11 }, status: 400 },
      { body: lockBody, status: 500 },
    ],
    buildWithdrawal: [
      { body: { id: `${'00'.repeat(32)}:0`, address: orderBody.changeAddress }, status: 404 },
      { body: { id: '00', address: orderBody.changeAddress }, status: 400 },
      {
        body: { id: `${'00'.repeat(32)}:0`, address: orderBody.changeAddress, collaterals: ['zz'] },
        status: 400,
      },
    ],
    buildLaunch: [
      { body: launchForm('[]'), status: 400 },
      { body: launchForm(JSON.stringify(LAUNCH_INFO)), status: 500 },
    ],
    signTransaction: signing,
    signAndSubmitTransaction: signing,
    submitTransaction: [
      { body: { cbor: '84a0a0f5f6' }, status: 500 },
      { body: {}, status: 400 },
    ],
  }
}

const chartCases = (): Cases => {
  const hours = { base: token, quote: '.', resolution: 'hour1' }
  const inverse = { base: '.', quote: token, resolution: 'hour1' }
  const range = { from: time, to: time + 3_600 }
  const histories: Case[] = [
    { query: { ...hours, ...range }, status: 200, isRight: isFull },
    { query: { ...inverse, ...range }, status: 200, isRight: isFull },
    { query: { ...hours, from: 0, to: 1 }, status: 200 },
    { query: { ...hours, resolution: 'hour4', ...range, countback: 2 }, status: 200, isRight: isFull },
    { query: { ...hours, ...range, countback: 0 }, status: 400 },
    { query: { ...hours, base: UNKNOWN, ...range }, status: 200 },
    { query: { ...hours, base: '.', ...range }, status: 400 },
    { query: { ...hours, from: 2, to: 1 }, status: 400 },
    { query: { ...hours, resolution: 'year1', ...range }, status: 400 },
  ]
  const latest: Case[] = [
    { query: inverse, status: 200 },
    { query: { ...hours, base: UNKNOWN }, status: 404 },
    { query: {}, status: 400 },
  ]
  return {
    getHistory: histories,
    getMarketCapHistory: histories,
    getUdfTime: plain,
    getUdfSymbol: [
      { query: { symbol: 'no token is called this' }, status: 200 },
      { query: { symbol: 'x'.repeat(129) }, status: 400 },
    ],
    searchUdfSymbols: [{ query: { query: 'x'.repeat(129) }, status: 400 }],
    getUdfHistory: [
      { query: { symbol: token, resolution: '60', ...range }, status: 200 },
      { query: { symbol: UNKNOWN, resolution: 'D', from: 0, to: 1, countback: 10 }, status: 200 },
      { query: { symbol: token, resolution: '2', ...range }, status: 400 },
      { query: { symbol: token, resolution: '1', ...range, countback: 5_001 }, status: 200 },
      { query: { symbol: token, resolution: '1', ...range, countback: 0 }, status: 400 },
    ],
    getUdfQuotes: [
      {
        query: { symbols: `${token}/ADA,NOPE` },
        status: 200,
        isRight: (body) => isRecord(body) && isFull(body.d),
      },
      { query: { symbols: '' }, status: 400 },
      { query: { symbols: Array(51).fill('a').join(',') }, status: 400 },
    ],
    getInitialState: latest,
    getMarketCapInitialState: latest,
    getSparklines: [
      { query: { ...range, points: 1 }, body: [UNKNOWN], status: 200 },
      { query: { from: time, to: time }, body: [token], status: 400 },
      { query: range, body: [], status: 400 },
      { query: range, body: Array(101).fill(token), status: 400 },
      { query: { ...range, points: 101 }, body: [token], status: 400 },
    ],
  }
}

const poolCases = (): Cases => {
  const ofToken: Case[] = [
    { query: { asset: token.toUpperCase() }, status: 200 },
    { query: { asset: UNKNOWN }, status: 404 },
    { query: { asset: '.' }, status: 400 },
  ]
  return {
    getPools: [
      ...POOL_LISTS.map((filter): Case => ({ query: { filter }, status: 200, isRight: isFull })),
      { query: { filter: 'New', after: `9007199254740991:${token}` }, status: 200, isRight: isFull },
      { query: { filter: 'New', after: token }, status: 400 },
      { query: { filter: 'latest' }, status: 400 },
      { query: {}, status: 400 },
    ],
    searchPools: [
      { query: { pattern: token, limit: 1, offset: 1 }, status: 200, isRight: isFound },
      { query: { pattern: 'no token is called this' }, status: 200 },
      { query: { pattern: '' }, status: 400 },
      { query: { pattern: 'x'.repeat(129) }, status: 400 },
      { query: { pattern: 'x', limit: 101 }, status: 400 },
    ],
    getHotPools: [
      { query: { window: 'day1', minCap: '9'.repeat(19) }, status: 400 },
      { query: { minHolders: -1 }, status: 400 },
      { query: { maxCreator: '5.5' }, status: 400 },
    ],
    getPool: ofToken,
    getCurveProgress: ofToken,
    getAssetInfo: ofToken,
    getLatestBlocks: [
      { query: { limit: 1 }, status: 200, isRight: isFull },
      { query: { limit: 0 }, status: 400 },
    ],
  }
}

const listingCases = (): Cases => {
  const pair = queried('GET /dex/pair', 'id')
  const subject = token.replace('.', '')
  const isOfTrades = (body: unknown): boolean => String(body).split('\r\n').length > 2
  const trades: Case[] = [
    { query: { asset: traded, limit: 2 }, status: 200 },
    { query: { wallet: owner, order: 'oldest', from: 1, toBlock: 9_999_999_999 }, status: 200 },
    { query: { after: '8761738018816.4a7f3c8d12e05b96.10782965.5b2c19f0' }, status: 200 },
    { query: { asset: UNKNOWN }, status: 404 },
    { query: { from: 2, to: 1 }, status: 400 },
    { query: { fromBlock: 2, toBlock: 1 }, status: 400 },
    { query: { fromBlock: -1 }, status: 400 },
    { query: { wallet: 'addr1' }, status: 400 },
    { query: { wallet: `addr1${'q'.repeat(60)}` }, status: 400 },
    { query: { after: '1' }, status: 400 },
    { query: { order: 'random' }, status: 400 },
    { query: { limit: 1_001 }, status: 400 },
  ]
  const metadata: Case[] = [
    { params: { subject }, status: 200, isRight: isRecord },
    { params: { subject: '00'.repeat(28) }, status: 404 },
    { params: { subject: 'x' }, status: 400 },
  ]
  return {
    getDexLatestBlock: plain,
    getDexAsset: [
      { query: { id: token }, status: 200 },
      { query: { id: '.' }, status: 200 },
      { query: { id: UNKNOWN }, status: 404 },
      { query: { id: 'x' }, status: 400 },
    ],
    getDexPair: [
      { query: { id: pair }, status: 200 },
      { query: { id: token }, status: 404 },
      { query: { id: '.' }, status: 400 },
    ],
    getDexEvents: [
      {
        query: { fromBlock: 3, toBlock: 60 },
        status: 200,
        isRight: (body) => isRecord(body) && isFull(body.events),
      },
      { query: { fromBlock: 7, toBlock: 7 }, status: 200 },
      { query: { fromBlock: 0, toBlock: 1_000 }, status: 400 },
      { query: { fromBlock: 60, toBlock: 3 }, status: 400 },
      { query: { fromBlock: 1_990, toBlock: 2_000 }, status: 400 },
      { query: { fromBlock: -1, toBlock: 1 }, status: 400 },
      { query: { fromBlock: 'a', toBlock: 1 }, status: 400 },
      { query: { fromBlock: 1, toBlock: '9'.repeat(30) }, status: 400 },
    ],
    getDexTickers: [{ status: 200, isRight: isFull }],
    getDexHistoricalTrades: [
      { query: { ticker_id: `${token}_ADA`, limit: 2 }, status: 200 },
      {
        query: {
          ticker_id: `${token}_ADA`,
          type: 'buy',
          limit: 0,
          start_time: 1,
          end_time: 1_900_000_000_000,
        },
        status: 200,
      },
      { query: { ticker_id: `${UNKNOWN}_ADA` }, status: 404 },
      { query: { ticker_id: token }, status: 400 },
      { query: { ticker_id: `${token}_ADA`, start_time: -1 }, status: 400 },
    ],
    getLeaderboard: [
      { query: { window: '30d', by: 'volume', limit: 2 }, status: 200, isRight: hasItems },
      { query: { window: '1d', offset: 1_000 }, status: 200 },
      { query: { window: '2d' }, status: 400 },
      { query: { by: 'losses' }, status: 400 },
      { query: { limit: 101 }, status: 400 },
      { query: { offset: -1 }, status: 400 },
    ],
    getTrader: [
      { params: { address: owner }, status: 200, isRight: (body) => isRecord(body) && body.tokens !== 0 },
      {
        params: { address: '00'.repeat(28) },
        status: 200,
        isRight: (body) => isRecord(body) && body.address === null && body.tokens === 0,
      },
      { params: { address: 'addr1nothing' }, status: 400 },
      { params: { address: `addr1${'q'.repeat(60)}` }, status: 400 },
    ],
    getTokenTraders: [
      { params: { asset: traded }, query: { limit: 2 }, status: 200, isRight: hasItems },
      { params: { asset: traded }, query: { by: 'volume', offset: 1_000 }, status: 200 },
      { params: { asset: UNKNOWN }, status: 404 },
      { params: { asset: 'x' }, status: 400 },
      { params: { asset: traded }, query: { by: 'losses' }, status: 400 },
    ],
    getTrades: [{ status: 200, isRight: hasItems }, ...trades],
    getTradesCsv: [{ status: 200, isRight: isOfTrades }, ...trades],
    getTokenMetadata: metadata,
    getTokenProperties: metadata,
    getTokenProperty: [
      { params: { subject, property: 'decimals' }, status: 200, isRight: isRecord },
      // Not found, because images of the recording's launches were never stored.
      { params: { subject, property: 'logo' }, status: 404 },
      { params: { subject: '00'.repeat(28), property: 'name' }, status: 404 },
      { params: { subject, property: 'policy' }, status: 400 },
    ],
    queryTokenMetadata: [
      {
        body: { subjects: [subject, 'lovelace'], properties: ['name', 'decimals', 'policy'] },
        status: 200,
        isRight: (body) => isRecord(body) && Array.isArray(body.subjects) && body.subjects.length === 1,
      },
      { body: { subjects: [] }, status: 200 },
      { body: { subjects: Array(4_001).fill(subject) }, status: 400 },
      { body: { subjects: subject }, status: 400 },
      { body: {}, status: 400 },
    ],
  }
}

const walletCases: Cases = {
  getUtxos: [
    { body: { pkh, limit: 1, offset: 1, query: 'unspent' }, status: 200, isRight: isFull },
    { body: { pkh, limit: 1000, offset: 100_000 }, status: 200 },
    { body: { pkh: '00'.repeat(28), details: true }, status: 200 },
    { body: { pkh: 'x' }, status: 400 },
    { body: { pkh, details: 'yes' }, status: 400 },
    { body: { pkh, note: 'x'.repeat(5_000) }, status: 413 },
  ],
  getHolders: [
    { query: { assetId: token, limit: 101, offset: 1 }, status: 200 },
    { query: { assetId: token, limit: 1, offset: 100_000 }, status: 200 },
    { query: { assetId: UNKNOWN }, status: 404 },
    { query: { assetId: UNKNOWN, offset: 100_000 }, status: 404 },
    { query: { assetId: token, limit: 102 }, status: 400 },
    { query: { assetId: '.' }, status: 400 },
  ],
  getCreator: [
    { query: { assetId: UNKNOWN }, status: 404 },
    { query: { assetId: '.' }, status: 400 },
  ],
  getAssetBalance: [
    { query: { assetId: '.' }, body: [pkh], status: 200, isRight: isRecord },
    { query: { assetId: UNKNOWN }, body: [pkh], status: 200, isRight: (body) => body === null },
    { query: { assetId: '.' }, body: [], status: 400 },
  ],
  getPnlCard: [
    { query: { assetId: UNKNOWN }, body: [pkh], status: 200, isRight: (body) => body === null },
    { query: { assetId: '.' }, body: [pkh], status: 400 },
    { query: { assetId: token }, body: [], status: 400 },
  ],
  getPositions: [
    {
      query: { assetId: traded, limit: 1 },
      body: [owner, pkh],
      status: 200,
      isRight: hasItems,
    },
    { query: { before: UNKNOWN }, body: [owner], status: 200 },
    { query: { assetId: '.' }, body: [pkh], status: 400 },
    { query: { limit: 101 }, body: [pkh], status: 400 },
    { body: Array(21).fill(pkh), status: 400 },
  ],
}

const otherCases: Cases = {
  // No source of the rate is configured.
  getAdaUsdRate: [{ status: 404 }],
  getFollowing: [
    { query: { limit: 1, offset: 1 }, body: [token], status: 200, isRight: isFound },
    { query: { limit: 61 }, body: [token], status: 400 },
    { body: [], status: 400 },
  ],
  getFollowingList: [
    { body: ['.'], status: 400 },
    { body: Array(201).fill(token), status: 400 },
  ],
  getVestingsByRedeemer: [
    { query: { redeemerVkhs: '00'.repeat(28) }, body: {}, status: 200 },
    { query: { redeemerVkhs: redeemer }, status: 400 },
    { query: {}, body: {}, status: 400 },
  ],
  getVestingsByAsset: [
    { params: { assetId: UNKNOWN }, status: 200 },
    { params: { assetId: 'x' }, status: 400 },
  ],
  getImage: [
    { params: { cid: IMAGE.cid }, status: 200 },
    { params: { cid: IMAGE.cid }, query: { side: '64' }, status: 200 },
    { params: { cid: IMAGE.cid }, query: { side: '65' }, status: 400 },
    { params: { cid: `bafkrei${'a'.repeat(52)}` }, status: 404 },
    { params: { cid: '../log.db' }, status: 400 },
  ],
  getHeldImages: [
    { body: [], status: 200 },
    { body: {}, status: 400 },
  ],
}

const orderCases: Cases = {
  getAssetOrders: [
    { query: { asset: traded }, body: null, status: 200, isRight: hasOrders },
    { query: { asset: traded }, body: [], status: 200, isRight: hasOrders },
    { query: { asset: traded, offset: 1, limit: 1 }, body: [owner], status: 200 },
    { query: { asset: UNKNOWN }, status: 200 },
    { query: { asset: '.' }, status: 400 },
    { query: { asset: traded }, body: ['x'], status: 400 },
    { query: { asset: traded }, body: Array(300).fill(pkh), status: 413 },
  ],
  getLatestOrders: [{ query: { limit: 101 }, status: 400 }],
  getLatestFilledOrders: [
    { status: 200, isRight: isFull },
    { query: { limit: 101 }, status: 400 },
  ],
  getOrder: [
    { params: { entityId: `${'00'.repeat(32)}:0` }, status: 404 },
    { params: { entityId: '00:0' }, status: 400 },
  ],
  getOrderMetrics: [
    { query: { asset: UNKNOWN, pkh }, status: 200, isRight: (body) => body === null },
    { query: { asset: traded }, status: 400 },
  ],
  getUserHistory: [{ body: [UNKNOWN.slice(0, 56)], status: 200 }, { body: [], status: 400 }, { status: 400 }],
  getUserHistoryByAsset: [{ body: [owner], status: 400 }],
  getFilledAssetOrders: [
    { query: { asset: traded }, body: [], status: 200, isRight: hasOrders },
    { query: { asset: traded }, body: [owner], status: 200 },
    { query: { asset: '.' }, status: 400 },
    { query: { asset: traded }, body: ['x'], status: 400 },
  ],
  getOpenAssetOrders: [
    { query: { asset: UNKNOWN }, status: 200 },
    { query: { asset: '.' }, status: 400 },
  ],
  getOpenOrders: [{ query: { limit: 0 }, body: [owner], status: 400 }],
  getOrderTrade: [
    { query: { beacon: '00'.repeat(28) }, status: 404 },
    { query: { beacon: '00' }, status: 400 },
  ],
}

const pageCases = async (): Promise<Cases> => {
  const page = await bundlePage('/explorer')
  return {
    getClient: plain,
    getClientTypes: plain,
    getClientPackage: plain,
    getGuide: plain,
    getGuideFile: [
      { params: { file: 'orders.md' }, status: 200 },
      { params: { file: 'none.md' }, status: 404 },
      { params: { file: 'a.txt' }, status: 400 },
    ],
    getOpenapi: plain,
    getAsyncapi: plain,
    getOpenapiJson: plain,
    getDocs: plain,
    getDocsFile: [
      ...[...docsPage('/docs', '/').files.keys()]
        .slice(0, 2)
        .map((file) => ({ params: { file }, status: 200 })),
      { params: { file: 'other.css' }, status: 404 },
      { params: { file: 'a_b.css' }, status: 400 },
    ],
    getPage: plain,
    getTokenPage: [
      { params: { asset: UNKNOWN }, status: 200 },
      { params: { asset: 'x' }, status: 200 },
      { params: { asset: 'x'.repeat(141) }, status: 400 },
    ],
    getTraderPage: [
      { params: { address: owner }, status: 200 },
      { params: { address: 'a'.repeat(141) }, status: 400 },
    ],
    getView: [
      { params: { view: 'portfolio' }, status: 200 },
      { params: { view: 'x1' }, status: 400 },
    ],
    getTokenPicture: [
      { params: { asset: UNKNOWN }, status: 404 },
      { params: { asset: 'x' }, status: 400 },
    ],
    getRobots: plain,
    getPageFile: [
      ...[...page.files.keys()].map((file) => ({ params: { file }, status: 200 })),
      { params: { file: 'main-00000000.js' }, status: 404 },
      { params: { file: 'a_b.js' }, status: 400 },
    ],
  }
}

interface Called {
  readonly method: string
  readonly path: string
  readonly operationId: string
}

export const routeCalls = async () => {
  const cases: Cases = {
    ...buildingCases(),
    ...chartCases(),
    ...poolCases(),
    ...listingCases(),
    ...walletCases,
    ...otherCases,
    ...orderCases,
    ...(await pageCases()),
  }
  return ({ method, path, operationId }: Called): readonly Case[] => {
    const example = EXAMPLES[`${method} ${path}`]
    const more = cases[operationId] ?? []
    const { response, ...call } = example ?? {}
    // A built transaction depends on a chain that no other service has, so its example has no request.
    if (example === undefined || (method === 'POST' && Object.keys(call).length === 0)) return more
    return [{ ...call, status: 200, ...(response !== undefined && { isRight: like(response) }) }, ...more]
  }
}
