// Calls of every route of the service on the recorded devnet chain, each with its expected status.
import assert from 'node:assert/strict'
import { bundlePage } from '../../api/explorer/bundle.ts'
import type { Call } from '../../api/http/testing/check-response.ts'
import { PNG } from '../../api/images/testing/sample-images.ts'
import { docsPage } from '../../api/operations/docs-page.ts'
import { DEVELOPER } from '../../devnet/actors/people.ts'
import { formatAddress, paymentCredential } from '../../schema/codecs/address.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { entityIdOf, outputBeacon } from '../../schema/responses/entity-id.ts'
import { POOL_LISTS } from '../../schema/responses/pool-lists.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'

interface Case extends Call {
  readonly status: number
  /** Whether the body is complete, as far as a case can check this. */
  readonly isRight?: (body: unknown) => boolean
}

/** Subjects of the cases, read directly from the models. */
interface Known {
  readonly token: string
  /** Start of its last bar of an hour, Unix seconds. */
  readonly time: number
  /** Key hash of the wallet with the most outputs. */
  readonly pkh: string
  /** Key that may redeem an unspent lock, and the lock's token. */
  readonly redeemer: string
  readonly locked: string
  /** Names, owner and token of a filled order. */
  readonly order: {
    readonly entityId: string
    readonly beacon: string
    readonly owner: string
    readonly token: string
  }
}

const hasItems = (body: unknown): boolean => isRecord(body) && isFull(body.items)
const hasHolders = (body: unknown): boolean => isRecord(body) && isFull(body.holders)
const hasVestings = (body: unknown): boolean => isRecord(body) && isFull(body.vestings)
const isFull = (body: unknown): boolean => Array.isArray(body) && body.length > 0
/** An image that the test stores in the service. */
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
const isFound = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'count' in body && body.count === 1
const hasOrders = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'ledger' in body &&
  JSON.stringify(body.ledger).includes('entityId')
const UNKNOWN = `${'00'.repeat(28)}.00`

type Cases = Readonly<Record<string, readonly Case[]>>

const plain: Case[] = [{ status: 200 }]

const buildingCases = ({ token }: Known): Cases => {
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
    // A recording only serves its blocks, so no transaction is built from it.
    buildOrder: [
      { body: orderBody, status: 500 },
      { body: { ...orderBody, assetId: UNKNOWN }, status: 500 },
      { body: { ...orderBody, utxos: ['00'] }, status: 400 },
      { body: { ...orderBody, slippage: '20' }, status: 400 },
    ],
    quoteOrder: [
      { body: quoteBody, status: 200 },
      { body: { ...quoteBody, assetId: UNKNOWN }, status: 500 },
      { body: { ...orderBody, amount: '0' }, status: 400 },
    ],
    buildCancel: [
      { body: { ...orderBody, txHash: '00'.repeat(32), index: '0' }, status: 500 },
      { body: { ...orderBody, txHash: '00'.repeat(32), index: 0 }, status: 400 },
      // What is malformed is said before an order is looked for.
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

const chartCases = ({ token, time }: Known): Cases => {
  const hours = { base: token, quote: '.', resolution: 'hour1' }
  const inverse = { base: '.', quote: token, resolution: 'hour1' }
  const range = { from: time, to: time + 3_600 }
  const histories: Case[] = [
    { query: { ...hours, from: 0, to: 99_999_999_999, countback: 2 }, status: 200, isRight: isFull },
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
    { query: hours, status: 200 },
    { query: inverse, status: 200 },
    { query: { ...hours, base: UNKNOWN }, status: 404 },
    { query: {}, status: 400 },
  ]
  return {
    getHistory: histories,
    getMarketCapHistory: histories,
    getUdfConfig: plain,
    getUdfTime: plain,
    getUdfSymbol: [
      { query: { symbol: token }, status: 200, isRight: (body) => JSON.stringify(body).includes(token) },
      { query: { symbol: 'no token is called this' }, status: 200 },
      { query: { symbol: 'x'.repeat(129) }, status: 400 },
    ],
    searchUdfSymbols: [
      { query: { query: token, limit: 1 }, status: 200, isRight: isFull },
      { query: { query: 'a\\b' }, status: 400 },
    ],
    getUdfHistory: [
      {
        query: { symbol: token, resolution: '60', from: 0, to: 99_999_999_999, countback: 2 },
        status: 200,
      },
      { query: { symbol: token, resolution: '60', ...range }, status: 200 },
      { query: { symbol: UNKNOWN, resolution: 'D', from: 0, to: 1, countback: 10 }, status: 200 },
      { query: { symbol: token, resolution: '2', ...range }, status: 400 },
      { query: { symbol: token, resolution: '1', ...range, countback: 5_001 }, status: 200 },
      { query: { symbol: token, resolution: '1', ...range, countback: 0 }, status: 400 },
    ],
    getInitialState: latest,
    getMarketCapInitialState: latest,
    getSparklines: [
      { query: range, body: [token, token, UNKNOWN], status: 200, isRight: isFull },
      { query: { ...range, points: 1 }, body: [UNKNOWN], status: 200 },
      { query: { from: time, to: time }, body: [token], status: 400 },
      { query: range, body: [], status: 400 },
      { query: range, body: Array(101).fill(token), status: 400 },
      { query: { ...range, points: 101 }, body: [token], status: 400 },
    ],
  }
}

const poolCases = ({ token }: Known): Cases => {
  const ofToken: Case[] = [
    { query: { asset: token }, status: 200 },
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
    getKing: plain,
    getKingShort: plain,
    searchPools: [
      { query: { pattern: token.slice(0, 10).toUpperCase() }, status: 200, isRight: isFound },
      { query: { pattern: token, limit: 1, offset: 1 }, status: 200, isRight: isFound },
      { query: { pattern: 'no token is called this' }, status: 200 },
      { query: { pattern: '' }, status: 400 },
      { query: { pattern: 'a\\b' }, status: 400 },
      { query: { pattern: 'x'.repeat(129) }, status: 400 },
      { query: { pattern: 'x', limit: 101 }, status: 400 },
    ],
    getPoolTotals: plain,
    getHotPools: [
      { query: { window: 'day1', rank: 'change', limit: 2 }, status: 200 },
      { query: { window: 'day1', minCap: '9'.repeat(19) }, status: 400 },
      { query: { minHolders: -1 }, status: 400 },
    ],
    getPool: ofToken,
    getCurveProgress: ofToken,
    getAssetInfo: ofToken,
    getLatestBlocks: [
      { status: 200, isRight: isFull },
      { query: { limit: 1 }, status: 200, isRight: isFull },
      { query: { limit: 0 }, status: 400 },
    ],
  }
}

const walletCases = ({ token, pkh, order }: Known): Cases => ({
  getUtxos: [
    { body: { pkh }, status: 200, isRight: isFull },
    { body: { pkh, limit: 1, offset: 1, query: 'unspent' }, status: 200, isRight: isFull },
    { body: { pkh, limit: 1000, offset: 100_000 }, status: 200 },
    { body: { pkh: '00'.repeat(28), details: true }, status: 200 },
    { body: { pkh: 'x' }, status: 400 },
    { body: { pkh, details: 'yes' }, status: 400 },
    { body: { pkh, note: 'x'.repeat(5_000) }, status: 413 },
  ],
  getHolders: [
    { query: { assetId: token }, status: 200, isRight: hasHolders },
    { query: { assetId: token, limit: 101, offset: 1 }, status: 200 },
    { query: { assetId: token, limit: 1, offset: 100_000 }, status: 200 },
    { query: { assetId: UNKNOWN }, status: 404 },
    { query: { assetId: UNKNOWN, offset: 100_000 }, status: 404 },
    { query: { assetId: token, limit: 102 }, status: 400 },
    { query: { assetId: '.' }, status: 400 },
  ],
  getCreator: [
    { query: { assetId: token }, status: 200, isRight: isRecord },
    { query: { assetId: UNKNOWN }, status: 404 },
    { query: { assetId: '.' }, status: 400 },
  ],
  getAssetBalance: [
    { query: { assetId: token }, body: [pkh], status: 200 },
    { query: { assetId: '.' }, body: [pkh], status: 200, isRight: isRecord },
    { query: { assetId: UNKNOWN }, body: [pkh], status: 200, isRight: (body) => body === null },
    { query: { assetId: '.' }, body: [], status: 400 },
  ],
  getPnlCard: [
    { query: { assetId: order.token }, body: [order.owner], status: 200, isRight: isRecord },
    { query: { assetId: UNKNOWN }, body: [pkh], status: 200, isRight: (body) => body === null },
    { query: { assetId: '.' }, body: [pkh], status: 400 },
    { query: { assetId: token }, body: [], status: 400 },
  ],
  getPositions: [
    { body: [order.owner], status: 200, isRight: hasItems },
    {
      query: { assetId: order.token, limit: 1 },
      body: [order.owner, pkh],
      status: 200,
      isRight: hasItems,
    },
    { query: { before: UNKNOWN }, body: [order.owner], status: 200 },
    { query: { assetId: '.' }, body: [pkh], status: 400 },
    { query: { limit: 101 }, body: [pkh], status: 400 },
    { body: Array(21).fill(pkh), status: 400 },
  ],
})

const otherCases = ({ token, redeemer, locked }: Known): Cases => ({
  getServerTime: plain,
  // No source of the rate is configured.
  getAdaUsdRate: [{ status: 404 }],
  getFollowing: [
    { body: [token, UNKNOWN, token], status: 200, isRight: isFound },
    { query: { limit: 1, offset: 1 }, body: [token], status: 200, isRight: isFound },
    { query: { limit: 61 }, body: [token], status: 400 },
    { body: [], status: 400 },
  ],
  getFollowingList: [
    { body: [token, UNKNOWN], status: 200, isRight: isFound },
    { body: ['.'], status: 400 },
    { body: Array(201).fill(token), status: 400 },
  ],
  getVestingsByRedeemer: [
    { query: { redeemerVkhs: redeemer }, body: {}, status: 200, isRight: hasVestings },
    { query: { redeemerVkhs: '00'.repeat(28) }, body: {}, status: 200 },
    { query: { redeemerVkhs: redeemer }, status: 400 },
    { query: {}, body: {}, status: 400 },
  ],
  getVestingsByAsset: [
    { params: { assetId: locked }, status: 200, isRight: hasVestings },
    { params: { assetId: UNKNOWN }, status: 200 },
    { params: { assetId: 'x' }, status: 400 },
  ],
  getProtocolConfig: plain,
  getContractsConfig: plain,
  getParameters: plain,
  getImage: [
    { params: { cid: IMAGE.cid }, status: 200 },
    { params: { cid: IMAGE.cid }, query: { side: '64' }, status: 200 },
    { params: { cid: IMAGE.cid }, query: { side: '65' }, status: 400 },
    { params: { cid: `bafkrei${'a'.repeat(52)}` }, status: 404 },
    { params: { cid: '../log.db' }, status: 400 },
  ],
  getHeldImages: [
    { body: [IMAGE.cid, '../log.db'], status: 200, isRight: isFull },
    { body: [], status: 200 },
    { body: {}, status: 400 },
  ],
})

const orderCases = ({ pkh, order }: Known): Cases => ({
  getAssetOrders: [
    { query: { asset: order.token }, status: 200, isRight: hasOrders },
    { query: { asset: order.token }, body: null, status: 200, isRight: hasOrders },
    { query: { asset: order.token }, body: [], status: 200, isRight: hasOrders },
    { query: { asset: order.token, offset: 1, limit: 1 }, body: [order.owner], status: 200 },
    { query: { asset: UNKNOWN }, status: 200 },
    { query: { asset: '.' }, status: 400 },
    { query: { asset: order.token }, body: ['x'], status: 400 },
    { query: { asset: order.token }, body: Array(300).fill(pkh), status: 413 },
  ],
  getLatestOrders: [
    { status: 200, isRight: isFull },
    { query: { limit: 101 }, status: 400 },
  ],
  getOrder: [
    { params: { entityId: order.entityId }, status: 200 },
    { params: { entityId: `${'00'.repeat(32)}:0` }, status: 404 },
    { params: { entityId: '00:0' }, status: 400 },
  ],
  getOrderMetrics: [
    { query: { asset: order.token, pkh: order.owner }, status: 200, isRight: (body) => body !== null },
    { query: { asset: UNKNOWN, pkh }, status: 200, isRight: (body) => body === null },
    { query: { asset: order.token }, status: 400 },
  ],
  getUserHistory: [
    { body: [order.owner], status: 200, isRight: hasOrders },
    { body: [UNKNOWN.slice(0, 56)], status: 200 },
    { body: [], status: 400 },
    { status: 400 },
  ],
  getUserHistoryByAsset: [
    { query: { asset: order.token }, body: [order.owner], status: 200, isRight: hasOrders },
    { body: [order.owner], status: 400 },
  ],
  getOpenOrders: [
    { body: [order.owner], status: 200 },
    { query: { limit: 0 }, body: [order.owner], status: 400 },
  ],
  getOrderTrade: [
    { query: { beacon: order.beacon }, status: 200 },
    { query: { beacon: '00'.repeat(28) }, status: 404 },
    { query: { beacon: '00' }, status: 400 },
  ],
})

const pageCases = async ({ order }: Known): Promise<Cases> => {
  const page = await bundlePage('/explorer')
  return {
    getDevnet: plain,
    getHealth: plain,
    getReadiness: plain,
    getHealthcheck: plain,
    getStatus: plain,
    getClient: plain,
    getClientTypes: plain,
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
      { params: { asset: order.token }, status: 200 },
      { params: { asset: UNKNOWN }, status: 200 },
      { params: { asset: 'x' }, status: 400 },
    ],
    getView: [
      { params: { view: 'portfolio' }, status: 200 },
      { params: { view: 'x1' }, status: 400 },
    ],
    getTokenPicture: [
      { params: { asset: order.token }, status: 200 },
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

/** Cases by the routes' operation ids. */
export const casesOf = async (known: Known): Promise<Cases> => ({
  ...buildingCases(known),
  ...chartCases(known),
  ...poolCases(known),
  ...walletCases(known),
  ...otherCases(known),
  ...orderCases(known),
  ...(await pageCases(known)),
})

/** @param dataDir data directory of a service that has folded the recording */
export const knownOf = (dataDir: string): Known => {
  const models = new Sqlite(modelsPath(dataDir), { readonly: true })
  const bar = models
    .prepare<[], { token: string; time: number }>(
      'SELECT token, time FROM bars JOIN pools ON pools.id = bars.pool WHERE resolution = 2 ORDER BY time DESC',
    )
    .get()
  const addresses = models
    .prepare<[], { address: Buffer }>('SELECT address FROM utxos GROUP BY address ORDER BY count(*) DESC')
    .all()
  const lock = models
    .prepare<[], { redeemer: Buffer; token: string }>(
      'SELECT redeemer, token FROM vestings WHERE spent_by IS NULL',
    )
    .get()
  const filled = models
    .prepare<[], { id: Buffer; output_index: number; beacon: Buffer | null; owner: Buffer; token: string }>(
      "SELECT transaction_id AS id, output_index, beacon, owner, token FROM orders WHERE status = 'filled' AND on_tape = 1",
    )
    .get()
  models.close()
  const [pkh] = addresses.flatMap(({ address }) => {
    const credential = paymentCredential(address.toString('hex'))
    return credential?.kind === 'key' ? [credential.hash] : []
  })
  assert.ok(bar !== undefined && pkh !== undefined && filled !== undefined && lock !== undefined)
  const { id, output_index, beacon, owner, token } = filled
  const output = { transaction: id.toString('hex'), index: output_index }
  const order = {
    entityId: entityIdOf(output),
    beacon: beacon?.toString('hex') ?? outputBeacon(output),
    owner: owner.toString('hex'),
    token,
  }
  return { ...bar, pkh, order, redeemer: lock.redeemer.toString('hex'), locked: lock.token }
}
