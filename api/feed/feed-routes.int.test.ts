// The HTTP routes of orders and pools over a generated launchpad that grows and forks: pages, keys, and figures that change with time. Each
// request is sent three times, since the third response comes from a cache. tests/independent compares the lists with the blocks.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  hash,
  made,
  operations,
  output,
  scriptAddress,
  transaction,
  walletAddress,
} from '../../projections/interpret/testing/interpreted.ts'
import { hotPools } from '../../projections/read/queries/hot-pools.ts'
import { poolReadsOf } from '../../projections/read/queries/pools.ts'
import { CAT, launch } from '../../projections/testing/folded-chain.ts'
import { generatedModels } from '../../projections/testing/generated-models.ts'
import { encodeVestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { slotTime } from '../../schema/slots.ts'
import { requestsTo } from '../../tests/kit/requests.ts'
import { serveModels } from '../testing/start-components.ts'

const start = async (t: TestContext) => {
  const { reader, directory, database, chain, ...models } = generatedModels(t, 0)
  const clock = { now: 0 }
  const timeOf = (slot: number): number => slotTime(operations, slot)
  const { url } = await serveModels(t, ['feed', 'vesting', 'udf'], reader, {
    directory,
    clock: () => clock.now,
    slotTime: timeOf,
  })
  const { call } = requestsTo(url)
  const thrice = async (path: string, query: Record<string, string | number> = {}, body?: object) => {
    const init =
      body === undefined
        ? {}
        : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answers = []
    for (let asked = 0; asked < 3; asked++) answers.push(await call(path, init, query))
    const [first, ...others] = answers
    for (const { status, body } of others)
      assert.deepEqual([status, body], [first?.status, first?.body], path)
    return { status: first?.status, body: first?.body }
  }
  return {
    models,
    reader,
    clock,
    chain,
    thrice,
    get: async (...asked: Parameters<typeof thrice>) => (await thrice(...asked)).body,
    grow: (undone: number, blocks: number): void => {
      models.undo(undone)
      models.grow(blocks)
      clock.now = 1_000 * timeOf(chain.stateAfter().tip.slot)
    },
    all: <Row>(sql: string, ...values: unknown[]): Row[] =>
      database.prepare<unknown[], Row>(sql).all(...values),
  }
}

test('lists of orders take a key twice and a key of nobody, and end with an empty page', async (t) => {
  const { thrice, get, grow } = await start(t)
  grow(0, 150)
  const latest: ApiOrder[] = await get('/v1/orders-feed/latest', { limit: 100 })
  assert.deepEqual(await get('/v1/orders-feed/latest', { limit: 1 }), latest.slice(0, 1))
  const [one, other] = [...new Set(latest.map(({ pkh }) => pkh))]
  assert.ok(one && other)
  const nobody = 'ab'.repeat(28)
  const path = '/v1/user-history-feed/initial/state'
  const history = async (keys: readonly string[], offset = 0) =>
    (await get(path, { offset, limit: 100 }, keys)).ledger
  const { count, items } = await history([one, other])
  assert.ok(count > 2 && count === items.length)
  assert.deepEqual(await history([one, nobody, other, one]), { count, items })
  assert.deepEqual(await history([one, other], count - 1), { count, items: items.slice(-1) })
  assert.deepEqual(await history([one, other], count), { count, items: [] })
  for (const order of items)
    assert.deepEqual(await get(`/v1/orders-feed/orders/${order.entityId}`), order, order.entityId)
  const keys = Array.from({ length: 101 }, () => nobody)
  const statuses = [await thrice(path, {}, keys), await thrice(path, {}, keys.slice(1))]
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [400, 200],
  )
  assert.deepEqual(await thrice('/v1/user-history-feed/order/trades', { beacon: 'AB'.repeat(28) }), {
    status: 404,
    body: { cause: 'NOT_FOUND', message: `No order has the beacon ${nobody}` },
  })
})

test('pools are listed page by page and as they are followed, with the figures of the last hours by the clock alone', async (t) => {
  const { reader, clock, thrice, get, grow, all } = await start(t)
  const reads = poolReadsOf(reader)
  grow(0, 250)
  for (const undone of [0, 20]) {
    grow(undone, 30)
    const { pool, idOfToken, members } = reads()
    const tokens = all<{ token: string }>('SELECT token FROM pools ORDER BY id').map(({ token }) => token)
    const infoOf = (token: string) => pool(idOfToken(token) ?? -1)
    const infos = tokens.flatMap((token) => infoOf(token) ?? [])
    const list = members('MCapDesc').map((id) => pool(id) ?? assert.fail())
    assert.ok(list.length > 4)
    for (const at of [0, 2, list.length - 1]) {
      const { metrics, pool: last } = list[at] ?? assert.fail()
      const after = `${metrics.marketCap}:${last.id}`
      assert.deepEqual(
        await get('/v1/pools-main-page/initial/state', { filter: 'MCapDesc', after }),
        list.slice(at + 1),
      )
    }
    const unknown = `${hash('nobody', 28)}.00`
    const followed = [tokens[3], unknown, tokens[0], tokens[3], tokens[2]]
    const [first, , third, fourth] = infos
    assert.deepEqual(await get('/v1/following', { offset: 1, limit: 1 }, followed), {
      count: 3,
      items: [first],
    })
    assert.deepEqual(await get('/v1/following/list', {}, followed), {
      count: 3,
      items: [fourth, first, third],
    })
    assert.equal((await get('/v1/blocks/latest')).length, 20)
  }
  const trades = all<{ time: number; lovelace: number }>('SELECT time, lovelace FROM trades')
  const venues = all<{ venue: string }>('SELECT venue FROM pools').map(({ venue }) => venue)
  const hot = hotPools(reader)
  const first = Math.floor(clock.now / 1_000)
  for (const passed of [0, 0.999, 60, 3_000, 80_000, 90_000]) {
    clock.now = 1_000 * (first + passed)
    const now = Math.floor(first + passed)
    const day = trades.filter(({ time }) => time - (time % 300) > now - (now % 300) - 86_400)
    assert.deepEqual(await get('/v1/pools-main-page/totals'), {
      tokens: venues.filter((venue) => venue !== 'closed').length,
      graduated: venues.filter((venue) => venue === 'amm').length,
      volume24h: `${day.reduce((sum, { lovelace }) => sum + lovelace, 0)}`,
      trades24h: day.length,
    })
    for (const window of ['min5', 'hour1', 'hour6', 'day1'] as const) {
      const asked = { window, rank: 'trades', order: 'asc', minAge: 0, maxAge: 8_000, minHolders: 0 } as const
      const expected = hot({ name: 'hotPools', ...asked, now, offset: 0, limit: 30 })
      assert.deepEqual(
        await get('/v1/pools-main-page/hot', asked),
        JSON.parse(expected),
        `${window} after ${passed} s`,
      )
    }
  }
  const statusOf = async (pattern: string) => (await thrice('/v1/pools-main-page/search', { pattern })).status
  assert.deepEqual(
    await Promise.all([statusOf(''), statusOf('x'.repeat(128)), statusOf('x'.repeat(129))]),
    [400, 200, 400],
  )
})

test('a lock of a token is in its pool, in each list that has the pool, and at its redeemer, from its block to its withdrawal', async (t) => {
  const { models, reader, get } = await start(t)
  const [redeemer, vault] = [hash('ann', 28), scriptAddress(operations.vesting.scriptHash)]
  const lock = (lockedUntil: bigint) =>
    output(
      vault,
      2_000_000n,
      { [CAT.token]: 5n },
      encodeVestingLock({ lockedUntil, redeemerVkh: redeemer }, 'definite'),
    )
  const locking = transaction({ outputs: [lock(1n)] })
  // Changes no holder, only the time of the lock.
  const extending = transaction({ pairs: [[made(locking, 0), '00', lock(2n)]] })
  const spending = transaction({
    pairs: [[made(extending, 0), '00', output(walletAddress('ann'), 2_000_000n)]],
  })
  const asset = CAT.token
  const requests: readonly (readonly [string, Record<string, string>, object?])[] = [
    ['/v1/pools-feed/initial/state', { asset }],
    ['/v1/pools-main-page/initial/state', { filter: 'MCapDesc' }],
    ['/v1/pools-main-page/koth', {}],
    ['/v1/pools-main-page/search', { pattern: 'Cat' }],
    ['/v1/following', { limit: '1' }, [asset]],
    ['/v1/following/list', {}, [asset]],
    ['/v1/vesting/get-by-redeemer', { redeemerVkhs: redeemer }, {}],
    [`/v1/vesting/get-by-asset/${asset}`, {}, {}],
  ]
  let parent = 'ab'.repeat(32)
  for (const [at, [of, locks]] of (
    [
      [launch(), []],
      [locking, ['1']],
      [extending, ['2']],
      [spending, []],
    ] as const
  ).entries()) {
    const point = { slot: 133_000_000 + at, id: hash(`block ${at}`) }
    models.apply({ point, height: 1_000 + at, parent, transactions: [of] })
    parent = point.id
    reader.refresh()
    for (const request of requests) {
      const text = JSON.stringify(await get(...request))
      const ends = Array.from(text.matchAll(/"lock(?:ed)?Until":"(\d+)"/g), ([, end]) => end)
      assert.deepEqual(ends, locks, `${request[0]}: ${text}`)
    }
  }
})
