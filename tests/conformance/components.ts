// The components of the specification, each served alone at its own address. Then rules for all endpoints: no credentials, and the version
// markers in their paths.
import assert from 'node:assert/strict'
import { startOnDevnet } from '../harness/recorded-devnet.ts'
import { type ReceivedResponse, requestsTo } from '../kit/requests.ts'
import { openFeed } from './feed-socket.ts'
import { assertRefused } from './requests.ts'
import type { Section } from './rows.ts'
import type { World } from './world.ts'

const ENDPOINTS = {
  charts: [
    'GET /v1/charts/history',
    'GET /v1/charts/initial-state',
    'GET /v1/charts/mcap/history',
    'GET /v1/charts/mcap/initial-state',
    'GET /v1/docs/openapi',
  ],
  utxos: ['POST /getUtxos'],
  analytics: [
    'GET /balances/v1/pool/holders',
    'POST /balances/v1/asset/asset-balance',
    'GET /service-front/protocol-config.json',
    'GET /service-front/contracts.json',
  ],
  builder: [
    'POST /order',
    'POST /cancel',
    'POST /launch',
    'POST /sign',
    'POST /sign-and-submit',
    'POST /submit',
    'GET /parameters',
  ],
  vesting: ['POST /v1/vesting/get-by-redeemer', 'POST /create-lock'],
  feed: ['GET /websocket/ws'],
} as const

const isServed = async (url: string, endpoint: string): Promise<boolean> => {
  const [method = '', path = ''] = endpoint.split(' ')
  return (await requestsTo(url).call(path, { method })).status !== 404
}

const components: Section = {
  name: 'components',
  rows: 7,
  async judge(row, { devnet, dataDir }) {
    for (const [name, endpoints] of Object.entries(ENDPOINTS)) {
      const closers: (() => unknown)[] = []
      const { url } = await startOnDevnet(
        { after: (close: () => unknown) => void closers.push(close) },
        { ROLE: 'api', COMPONENTS: name, OGMIOS_URL: devnet.url, DATA_DIR: dataDir },
      )
      const parts = name === 'vesting' ? endpoints.map((endpoint) => [endpoint]) : [endpoints]
      for (const part of parts)
        await row(`${name} at an address of its own: ${part.join(', ')}`, async () => {
          for (const endpoint of part) assert.ok(await isServed(url, endpoint), endpoint)
          const [other] = name === 'charts' ? ENDPOINTS.utxos : ENDPOINTS.charts
          assert.ok(!(await isServed(url, other)), `${other} is there as well`)
        })
      for (const close of closers) await close()
    }
  },
}

export const ALL_ENDPOINTS = Object.values(ENDPOINTS).flat()

const validRequests = async (world: World) => {
  const { devnet, followed, post, send, wallet, curve, amm, of, order, launch, signed } = world
  const bars = { base: curve, quote: '.', from: 0, to: 4_000_000_000, resolution: 'hour1' }
  const txHash = await send((await post('/order', order({ assetId: amm }))).cbor)
  devnet.ledger.makeBlock()
  await followed()
  const { cbor } = await post('/order', order())
  const { address } = wallet
  const lock = { address, assetId: curve, amount: '9', lockEnd: Date.now() + 9e7, stagesCount: 1 }
  const queries: Readonly<Record<string, object>> = {
    ...Object.fromEntries(ENDPOINTS.charts.map((endpoint) => [endpoint, bars])),
    'GET /balances/v1/pool/holders': { assetId: curve },
    'POST /balances/v1/asset/asset-balance': { assetId: curve },
    'POST /v1/vesting/get-by-redeemer': { redeemerVkhs: wallet.pkh },
  }
  const bodies: Readonly<Record<string, unknown>> = {
    'POST /getUtxos': { pkh: wallet.pkh },
    'POST /balances/v1/asset/asset-balance': [wallet.pkh],
    'POST /order': order(),
    'POST /cancel': { ...of, txHash, index: '0' },
    'POST /launch': launch(),
    'POST /sign': signed(cbor),
    'POST /sign-and-submit': signed(cbor),
    'POST /submit': await post('/sign', signed(cbor)),
    'POST /v1/vesting/get-by-redeemer': {},
    'POST /create-lock': lock,
  }
  return { queries, bodies }
}

const authentication: Section = {
  name: 'authentication',
  rows: 2,
  async judge(row, world) {
    const { url, wallet, call, tell } = world
    const { queries, bodies } = await validRequests(world)
    await row('every endpoint is public: none asks for credentials', async () => {
      for (const endpoint of ALL_ENDPOINTS) {
        if (endpoint === 'GET /websocket/ws') continue
        const [method, path = ''] = endpoint.split(' ')
        const query = { ...queries[endpoint] }
        const { status, body } =
          method === 'GET' ? await call(path, {}, query) : await tell(path, bodies[endpoint], query)
        assert.equal(status, 200, `${endpoint}: ${JSON.stringify(body)}`)
      }
    })
    await row('the WebSocket is public, histories included', async () => {
      const feed = await openFeed(url)
      const { event } = await feed.subscribe('x', 'UserHistoryByAddress', { address: wallet.address })
      assert.equal(event, 'SubscriptionSucceeded')
      feed.close()
    })
  },
}

export const states = (whileFull: () => ReceivedResponse): Section => ({
  name: 'states',
  rows: 2,
  async judge(row, { tell, order, curve, amm }) {
    await row(
      'an order is routed by the venue of its token: curve before graduation, AMM pool after',
      async () => {
        const beacons = [curve, amm].map(
          async (assetId) => (await tell('/order', order({ assetId }))).body.beacon,
        )
        assert.deepEqual(
          (await Promise.all(beacons)).map(({ length }) => length),
          [80, 56],
        )
      },
    )
    await row('a curve that is full, its AMM pool not there yet: 500 MAX_TRADE_AMOUNT', () =>
      assertRefused(whileFull(), 500, 'MAX_TRADE_AMOUNT'),
    )
  },
})

const versioning: Section = {
  name: 'versioning',
  rows: 1,
  async judge(row, { get, url }) {
    await row('version markers: in the paths, and a numeric version of the protocol config', async () => {
      for (const endpoint of ALL_ENDPOINTS) assert.ok(await isServed(url, endpoint), endpoint)
      assert.ok(Number.isInteger((await get('/service-front/protocol-config.json')).version))
    })
  },
}

export const ofAllEndpoints: readonly Section[] = [components, authentication, versioning]
