// Holders and balances over HTTP: responses for a hostile token and for large lists, and refused requests.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Rows } from '../../projections/engine/table/rows.ts'
import { WriteContext } from '../../projections/engine/table/write-context.ts'
import { balances } from '../../projections/models/balances.ts'
import { holders, holderTotals } from '../../projections/models/holders.ts'
import { pools } from '../../projections/models/pools.ts'
import { MANY_ADDRESSES, MANY_OUTPUTS, SMALL } from '../../projections/testing/large-wallets.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import { type Call, checkResponse } from '../http/testing/check-response.ts'
import { startComponents } from '../testing/start-components.ts'

const SIZE = 3_000
const DEV = 'dd'.repeat(28)
const TOKEN = `${'ab'.repeat(28)}.436174`
const UNKNOWN = `${'00'.repeat(28)}.00`
const POOL = 7
/** The sum of three outputs, each with the largest quantity. */
const HUGE = 3n * (2n ** 64n - 1n)

const addressOf = (n: number): string => formatAddress(`61${n.toString(16).padStart(56, '0')}`)

/** The first quantity is huge, then quantities fall, and the last hundred are equal. */
const quantityOf = (n: number): bigint => (n === 0 ? HUGE : n < SIZE - 100 ? BigInt(SIZE * 2 - n) : 1n)

const ALL = Array.from({ length: SIZE }, (_, n) => ({ address: addressOf(n), quantity: quantityOf(n) }))
  .sort((a, b) =>
    a.quantity === b.quantity ? (a.address < b.address ? -1 : 1) : a.quantity < b.quantity ? 1 : -1,
  )
  .map(({ address, quantity }) => ({ address, quantity: `${quantity}` }))

const start = async (t: TestContext) => {
  const { url, routeOf, models } = await startComponents(t, ['analytics'], SIZE)
  const context = new WriteContext()
  const write = {
    pools: new Rows(models, pools, context, 'pools_1'),
    holders: new Rows(models, holders, context, 'holders_1'),
    totals: new Rows(models, holderTotals, context, 'holder_totals_1'),
    balances: new Rows(models, balances, context, 'balances_1'),
  }
  models.transaction(() => {
    write.pools.insert({
      id: POOL,
      nft: `${'cd'.repeat(28)}.01`,
      token: TOKEN,
      venue: 'amm',
      amm_nft: `${'ef'.repeat(28)}.01`,
      adopted: false,
      closed: null,
      tier: null,
      a_num: '1',
      b_num: '1',
      ada_cap: '1',
      executor: null,
      lp_fee: null,
      treasury_fee: null,
      royalty_fee: null,
      created: 0,
      updated: 0,
      graduated: null,
      crowned: null,
      output_transaction: '00'.repeat(32),
      output_index: 0,
      // A third of a lovelace per token.
      lovelace: 1_000n,
      tokens: 3_000n,
      price: '0.333333333333',
      market_cap: 1n,
      progress: null,
      volume: 0n,
      trades: 0,
      sells: 0,
    })
    write.totals.insert({ pool: POOL, holders: SIZE, dev_key: DEV, dev_stake: '', launched: 0 })
    for (let n = 0; n < SIZE; n += 1)
      write.holders.insert({ pool: POOL, address: addressOf(n), quantity: quantityOf(n) })
    write.balances.insert({ pool: POOL, key_hash: SMALL, quantity: 5n })
    write.balances.insert({ pool: POOL, key_hash: MANY_OUTPUTS, quantity: HUGE })
  })()
  const asking = (operationId: string) => (call: Call) => checkResponse(url, routeOf(operationId), call)
  return { url, holders: asking('getHolders'), balance: asking('getAssetBalance') }
}

const outcome = ({ status, body }: { readonly status: number; readonly body: unknown }) => [status, body]

const invalid = (message: string) => [400, { cause: 'INVALID_PARAMS', message: `Invalid input: ${message}` }]

test('any page of the holders is the list there, read at once or in a thread, from either end', async (t) => {
  const ask = await start(t)
  const dev = { address: formatAddress(`61${DEV}`), quantity: '0' }
  for (const [limit, offset] of [
    [101, 0],
    [1, 0],
    [100, 1_000],
    [100, 1_001],
    [101, 1_499],
    [50, SIZE - 90],
    [101, SIZE - 50],
    [1, SIZE - 1],
    [101, SIZE],
    [101, 999_999_999_999_999],
  ] as const) {
    const { status, body } = await ask.holders({ query: { assetId: TOKEN, limit, offset } })
    assert.deepEqual([status, body], [200, { holders: ALL.slice(offset, offset + limit), dev, count: SIZE }])
  }
  const { body } = await ask.holders({ query: { assetId: TOKEN.toUpperCase() } })
  assert.deepEqual(body, { holders: ALL.slice(0, 100), dev, count: SIZE })
})

test('a token that was not launched here is not found', async (t) => {
  const { holders } = await start(t)
  for (const offset of [0, 5_000])
    assert.deepEqual(outcome(await holders({ query: { assetId: UNKNOWN, offset } })), [
      404,
      { cause: 'NOT_FOUND', message: `No launch of ${UNKNOWN} is known` },
    ])
})

test('a balance is the sum over distinct keys at the exact price, rounded half up', async (t) => {
  const { url, balance } = await start(t)
  const of = async (assetId: string, ...keys: string[]) =>
    outcome(await balance({ query: { assetId }, body: keys }))
  // 5 tokens of a third of a lovelace are 1.67 lovelace.
  assert.deepEqual(await of(TOKEN, SMALL, SMALL, SMALL.toUpperCase(), DEV), [200, { balance: 0.000002 }])
  assert.deepEqual(await of(TOKEN, DEV), [200, null])
  assert.deepEqual(await of(UNKNOWN, SMALL), [200, null])
  const response = await fetch(`${url}/balances/v1/asset/asset-balance?assetId=${TOKEN}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([SMALL, MANY_OUTPUTS]),
  })
  // (3 * (2^64 - 1) + 5) / 3 lovelace in ADA, with more digits than a double has.
  assert.equal(await response.text(), '{"balance":18446744073709.551617}')
})

test('the lovelace of all outputs of the keys is summed, whatever the stake part', async (t) => {
  const { balance } = await start(t)
  const of = async (...keys: string[]) => outcome(await balance({ query: { assetId: '.' }, body: keys }))
  const each = (SIZE * (SIZE - 1)) / 2
  assert.deepEqual(await of(MANY_OUTPUTS), [200, { balance: each / 1e6 }])
  assert.deepEqual(await of(MANY_ADDRESSES, MANY_OUTPUTS, MANY_ADDRESSES), [
    200,
    { balance: (2 * each) / 1e6 },
  ])
  assert.deepEqual(await of('00'.repeat(28)), [200, null])
})

test('a wrong request for a balance is refused', async (t) => {
  const { url, balance } = await start(t)
  const of = async (body: unknown) => outcome(await balance({ query: { assetId: TOKEN }, body }))
  const keys = (count: number) => Array.from({ length: count }, (_, n) => n.toString(16).padStart(56, '0'))
  assert.equal((await of(keys(1_000)))[0], 200)
  for (const body of [[], keys(1_001), [SMALL.slice(1)]])
    assert.equal((await of(body))[0], 400, JSON.stringify(body))
  assert.equal((await balance({ body: [SMALL] })).status, 400)
  const path = `${url}/balances/v1/asset/asset-balance?assetId=${TOKEN}`
  const sent = async (headers: Record<string, string>, body: string) => {
    const response = await fetch(path, { method: 'POST', headers, body })
    return [response.status, await response.json()]
  }
  const json = { 'content-type': 'application/json' }
  const type = invalid('Content-Type must be application/json')
  assert.deepEqual(await sent({ 'content-type': 'text/plain' }, JSON.stringify([SMALL])), type)
  assert.equal((await sent(json, JSON.stringify(['x'.repeat(80_000)])))[0], 413)
})
