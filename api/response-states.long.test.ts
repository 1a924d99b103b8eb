// A cached response equals a new response after any blocks, forks and pending transactions, and as time passes without any. A server with a
// cache and one without read the same models, have the same clock and receive the same requests.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { EventEmitter } from 'eventemitter3'
import { latestBlocksQuery } from '../projections/read/queries/blocks.ts'
import { nextBlock } from '../projections/testing/generated-chain.ts'
import { GrowingChain } from '../projections/testing/growing-chain.ts'
import { mainnetOperations as operations } from '../projections/testing/mainnet-operations.ts'
import { type TestModels, testModels } from '../projections/testing/test-models.ts'
import type { TransactionEvent } from '../schema/events.ts'
import type { Hex, OutputReference } from '../schema/primitives.ts'
import { slotTime } from '../schema/slots.ts'
import { randomFrom } from '../tests/kit/random-from.ts'
import { seedOf } from '../tests/kit/random-runs.ts'
import type { Component } from './component.ts'
import { COMPONENT_NAMES } from './components.ts'
import { plainRoute } from './http/testing/plain-route.ts'
import { type MempoolView, noMempool } from './mempool-view.ts'
import { type Asked, GENERAL_REQUESTS, requestsAbout, send } from './testing/model-requests.ts'
import { serveModels } from './testing/start-components.ts'

const ROUNDS = 24
/**
 * Few blocks, so that a later block often is about the requested items. Each round adds one block, because a table that changes with most
 * blocks would hide another's change.
 */
const BLOCKS = 12

const startMempool = () => {
  const events = new EventEmitter<{ changed: [] }>()
  let transactions: ReadonlyMap<Hex, TransactionEvent> = new Map()
  let spent: readonly OutputReference[] = []
  const mempool: MempoolView = {
    ...noMempool,
    get inFlight() {
      return transactions
    },
    spent: () => spent,
    on: (_, listener) => events.on('changed', listener),
  }
  const put = (pending: readonly TransactionEvent[]): void => {
    transactions = new Map(pending.map((transaction) => [transaction.id, transaction]))
    spent = pending.flatMap(({ inputs }) => inputs)
    events.emit('changed')
  }
  return { mempool, put }
}

const start = async (t: TestContext) => {
  const models = testModels(t)
  const reader = models.openReader()
  const { mempool, put } = startMempool()
  const clock = { now: 0 }
  const parts = {
    directory: models.directory,
    mempool,
    clock: () => clock.now,
    slotTime: (slot: number) => slotTime(operations, slot),
    confirmations: 3,
  }
  const holding = await serveModels(t, COMPONENT_NAMES, reader, parts)
  const bare = await serveModels(t, COMPONENT_NAMES, reader, { ...parts, cacheBytes: 0 })
  return { models, clock, put, holding, bare }
}

const requestsOf = (database: TestModels['database'], random: () => number): Asked[] => {
  const some = (sql: string): string => {
    const all = database.prepare<[], string>(sql).pluck().all()
    return all[Math.floor(random() * all.length)] ?? 'ab'.repeat(28)
  }
  const token = some('SELECT token FROM pools') + (database.prepare('SELECT 1 FROM pools').get() ? '' : '.00')
  const owner = some('SELECT DISTINCT lower(hex(owner)) FROM orders')
  const holder = some('SELECT DISTINCT lower(hex(key_hash)) FROM balances')
  const beacon = some('SELECT lower(hex(beacon)) FROM orders WHERE beacon IS NOT NULL')
  const order = `${some('SELECT lower(hex(transaction_id)) FROM orders')}:0`
  const redeemer = some('SELECT DISTINCT lower(hex(redeemer)) FROM vestings')
  const pair = some('SELECT coalesce(amm_nft, nft) FROM pools')
  const last = Math.max(0, Number(some('SELECT max(height) FROM blocks')) - 3)
  return [
    ...GENERAL_REQUESTS,
    ...requestsAbout({ token, name: 'a', owner, holder, beacon, order }),
    { path: `/metadata/${token.replace('.', '')}/properties` },
    { path: `/v1/vesting/get-by-redeemer?redeemerVkhs=${redeemer}`, body: {} },
    { path: `/dex/pair?id=${pair}` },
    { path: `/dex/events?fromBlock=${Math.max(0, last - 9)}&toBlock=${last}` },
  ]
}

const ask = async (url: string, asked: Asked, headers: Readonly<Record<string, string>> = {}) => {
  const response = await send(url, asked, headers)
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? undefined,
    cache: response.headers.get('cache-control'),
    block: response.headers.get('x-indexed-block'),
    text: await response.text(),
  }
}

test('a held answer is the one that would be made, through blocks, forks and pending transactions', async (t) => {
  const seed = seedOf(t)
  const random = randomFrom(seed)
  const { models, clock, put, holding, bare } = await start(t)
  const chain = new GrowingChain(random)
  /** The last response for each path. */
  const had = new Map<string, { readonly etag: string; readonly text: string }>()
  const asks = new Set<Asked>()
  let before: readonly Asked[] = []
  let unchanged = 0
  let waiting = 0
  const compare = async (asked: Asked): Promise<void> => {
    const { etag, ...made } = await ask(bare.url, asked)
    const held = []
    // A response is cached from its second request on.
    const times = asks.has(asked) ? 1 : 3
    asks.add(asked)
    for (let time = 0; time < times; time++) held.push(await ask(holding.url, asked))
    for (const { etag: _, ...answer } of held) assert.deepEqual(answer, made, asked.path)
    const client = had.get(asked.path)
    if (client !== undefined) {
      const { status, text } = await ask(holding.url, asked, { 'if-none-match': client.etag })
      assert.ok(status === 304 ? client.text === made.text : text === made.text, asked.path)
      if (status === 304) unchanged += 1
    }
    if (etag !== undefined) had.set(asked.path, { etag, text: made.text })
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const block of chain.grow(round === 0 ? BLOCKS : 1)) models.apply(block)
    if (random() < 0.2) {
      chain.undo(4)
      models.log.rollBackTo(chain.length)
      models.fold()
    }
    const requests = requestsOf(models.database, random)
    const shownUntil = 1_000 * slotTime(operations, chain.stateAfter().tip.slot)
    // The figures of the last hours change with time, even without a block. After a rollback, the clock goes back to the last block's time.
    clock.now = shownUntil
    // The last round's requests were answered before the blocks.
    for (const asked of before) await compare(asked)
    before = requests
    for (const passed of round % 4 === 0 ? [0, 59, 86_000] : [0]) {
      clock.now = shownUntil + 1_000 * passed
      for (const asked of requests) await compare(asked)
    }
    // The mempool contains the next block's transactions, or those of another block.
    put(nextBlock(chain.stateAfter(), random).block.transactions)
    for (const asked of requests.filter(({ body }) => body !== undefined)) await compare(asked)
    // Orders that are only in the mempool disappear when it becomes empty.
    const tokens = models.database.prepare<[], string>('SELECT token FROM pools').pluck().all()
    const pending = await Promise.all(
      tokens.map((token) =>
        ask(bare.url, { path: `/v1/orders-feed/initial/state?asset=${token}`, body: [] }),
      ),
    )
    const orders = pending.flatMap(
      ({ text }): { entityId: string; beacon: string }[] => JSON.parse(text).mempool,
    )
    const ofOrders = orders.flatMap(({ entityId, beacon }) => [
      { path: `/v1/orders-feed/orders/${entityId}` },
      { path: `/v1/user-history-feed/order/trades?beacon=${beacon}` },
    ])
    waiting += orders.length
    for (const asked of ofOrders) await compare(asked)
    put([])
    for (const asked of ofOrders) await compare(asked)
  }
  assert.notEqual(waiting, 0)
  // Kupo's routes show the ledger alone, which changes with each block.
  const unheld = holding.routes.filter(
    ({ method, path, models: read, state }) =>
      read !== undefined &&
      state !== undefined &&
      !path.startsWith('/kupo/') &&
      holding.counts.routes.some(
        (counts) => counts.method === method && counts.path === path && !counts.hits,
      ),
  )
  assert.deepEqual(
    unheld.map(({ path }) => path),
    ['/token/{asset}/picture'],
    'no held answer of these was seen',
  )
  assert.notEqual(unchanged, 0)
  assert.equal(
    bare.counts.routes.reduce((sum, { hits }) => sum + hits, 0),
    0,
  )
})

test('all of an answer is of the block that it names, though a block is folded while it is made', async (t) => {
  const chain = new GrowingChain(randomFrom(1))
  const models = testModels(t)
  const reader = models.openReader()
  const extend = (): Hex => {
    models.apply(...chain.grow(1))
    return chain.stateAfter().tip.id
  }
  const names = [extend()]
  const latest = reader.prepared(latestBlocksQuery)
  const handled: Component = {
    name: 'blocks',
    description: 'Answers while blocks are folded.',
    routes: () => [
      plainRoute(
        '/blocks',
        (_, reply) => {
          const before = latest()(1)
          names.push(extend())
          return reply(
            200,
            [...before, ...latest()(1)].map(({ id }) => id),
          )
        },
        { reads: { ledger: true } },
      ),
    ],
  }
  const { url } = await serveModels(t, [handled], reader, { directory: models.directory })
  for (let asked = 0; asked < 3; asked++) {
    const name = names.at(-1)
    const { block, text } = await ask(url, { path: '/blocks' })
    assert.deepEqual([block, JSON.parse(text)], [name, [name, name]])
  }
})

test('every route that reads the models says what state its answers show', async (t) => {
  const { holding } = await start(t)
  // The other routes build transactions.
  const others = holding.routes.filter(({ models, state }) => models !== undefined && state === undefined)
  assert.deepEqual(
    others.map(({ path }) => path),
    ['/order', '/order/quote', '/cancel', '/launch', '/create-lock', '/withdraw'],
  )
})
