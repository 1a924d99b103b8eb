// The database's plans for readers' queries. They must use indexes, since clients wait for every response and tables grow.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type Database from 'better-sqlite3'
import { utxos } from '../../engine/outputs/utxo-set.ts'
import { makeLateIndexes } from '../../engine/table/indexes.ts'
import { Rows } from '../../engine/table/rows.ts'
import { WriteContext } from '../../engine/table/write-context.ts'
import { kingOf, pools } from '../../models/pools.ts'
import { testModels } from '../../testing/test-models.ts'
import { nameIndex } from '../names/name-index.ts'
import type { ModelsReader } from '../reader/models-reader.ts'
import { worthQuery } from './balances.ts'
import { barQueries } from './bars.ts'
import { confirmedBlockQuery, latestBlocksQuery } from './blocks.ts'
import { creatorQuery } from './creators.ts'
import { holdersQuery } from './holders.ts'
import { figuresQuery } from './hot-pools.ts'
import { orderQueries } from './orders.ts'
import { includedTransactions } from './outputs/included-transactions.ts'
import { outputRows } from './outputs/output-rows.ts'
import { unspentReads } from './outputs/unspent-outputs.ts'
import { walletCoins } from './outputs/wallet-coins.ts'
import { pairEventsQuery, pairQuery } from './pair-events.ts'
import { poolIdQuery, poolTokenQuery } from './pool-id.ts'
import { poolReads } from './pools.ts'
import { positionQueries } from './positions.ts'
import { sparklineQueries } from './sparklines.ts'
import { tickersQuery } from './tickers.ts'
import { tokenDetailsQuery } from './token-details.ts'
import { dayTotalsQuery } from './totals.ts'
import { leaderboardQuery, tokenTradersQuery, traderQuery } from './traders.ts'
import { tradesQuery } from './trades.ts'
import { tradingVenues } from './trading-venues.ts'
import { vestingQuery } from './vestings.ts'

/** These may be read completely: tables of one row, subqueries with a limit, lists of ids from the caller. */
const SINGLE = ['checkpoint', 'identity', 'bounded', 'json_each', 'wanted']

/** Records the text of each prepared statement. */
const recording = (database: Database.Database) => {
  const texts = new Set<string>()
  const recorded = new Proxy(database, {
    get: (target, property) =>
      property === 'prepare'
        ? (text: string) => {
            texts.add(text)
            return target.prepare(text)
          }
        : Reflect.get(target, property),
  })
  return { recorded, texts }
}

/** All parameters are 1. */
const planOf = (database: Database.Database, text: string) => {
  const named = Object.fromEntries(Array.from(text.matchAll(/[@:$](\w+)/g), ([, name]) => [name, 1]))
  const values = Object.keys(named).length > 0 ? [named] : Array.from(text.matchAll(/\?/g), () => 1)
  return database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values)
}

/** Tables that are read from end to end. */
const scans = (database: Database.Database, text: string): string[] =>
  planOf(database, text)
    .flatMap(({ detail }) => /^SCAN (\S+)/.exec(detail)?.[1] ?? [])
    .filter((table) => table !== 'CONSTANT' && !SINGLE.includes(table))

/**
 * The number counts statements that no earlier function prepares. `sorts` marks statements that sort or group rows without an index,
 * because all rows count or their number is limited.
 */
const QUERIES: readonly (readonly [
  prepare: (database: Database.Database, reader: ModelsReader) => unknown,
  statements: number,
  sorts?: 'sorts',
])[] = [
  [barQueries, 3],
  [outputRows, 2],
  [includedTransactions, 3],
  [(database) => unspentReads(database, 1), 5],
  [(database) => walletCoins(database, 1), 2, 'sorts'],
  [tradingVenues, 1],
  [(database, reader) => poolReads(database, nameIndex(reader)), 16],
  [(database) => orderQueries(database), 15],
  [dayTotalsQuery, 1],
  [latestBlocksQuery, 1],
  [sparklineQueries, 3, 'sorts'],
  [figuresQuery, 4, 'sorts'],
  [vestingQuery, 2],
  [(database) => holdersQuery(database, 1), 4],
  [creatorQuery, 2],
  [worthQuery, 1],
  [positionQueries, 2],
  [confirmedBlockQuery, 1],
  [pairEventsQuery, 3],
  [pairQuery, 3],
  [tickersQuery, 2],
  [tokenDetailsQuery, 1],
  [leaderboardQuery, 2, 'sorts'],
  [tokenTradersQuery, 4, 'sorts'],
  [traderQuery, 2],
  [poolIdQuery, 0],
  [poolTokenQuery, 1],
  [tradesQuery, 14],
]

/** These may read a whole table: for an unknown image; the journal of recent blocks; in a read thread; for an operator. */
const WHOLE = ['logos.ts', 'outputs/output-places.ts', 'pool-search.ts', 'rejections.ts']

test('each file with a query is in the list of queries', () => {
  const here = new URL('.', import.meta.url)
  const tested = readFileSync(new URL(import.meta.url), 'utf8')
  const missing = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$/.test(file))
    .filter((file) => /\bprepare\(/.test(readFileSync(new URL(file, here), 'utf8')))
    .filter((file) => !tested.includes(`'./${file}'`) && !WHOLE.includes(file))
  assert.deepEqual(missing, [], 'add their functions to QUERIES')
})

test('no query of a reader looks through a table', (t) => {
  const { database, openReader } = testModels(t)
  makeLateIndexes(database, [utxos])
  const reader = openReader()
  const { recorded, texts } = recording(reader.database)
  for (const [prepare, expected, sorts] of QUERIES) {
    const before = new Set(texts)
    prepare(recorded, reader)
    const added = [...texts].filter((text) => !before.has(text))
    const name = prepare.name || `${prepare}`.split('\n', 1)
    assert.equal(added.length, expected, `QUERIES must have ${added.length} for ${name}`)
    const sorted = added.filter((text) => indexesOf(reader.database, text).some((step) => /^TEMP/.test(step)))
    assert.equal(sorted.length > 0, sorts === 'sorts', `${name} sorts without an index: ${sorted}`)
  }
  for (const text of texts) assert.deepEqual(scans(reader.database, text), [], text)
  // With a lone parameter as limit, the statement would be prepared again for each value.
  assert.deepEqual(
    [...texts].filter((text) => /limit \?/i.test(text)),
    [],
  )
})

/** The indexes of a plan, in its order, without lists of ids from the caller. */
const indexesOf = (database: Database.Database, text: string): string[] =>
  planOf(database, text)
    .filter(({ detail }) => !/json_each|wanted|LIST SUBQUERY/.test(detail))
    .map(
      ({ detail }) =>
        /INDEX (\S+)/.exec(detail)?.[1] ?? /(PRIMARY KEY|TEMP B-TREE.*)/.exec(detail)?.[1] ?? detail,
    )

const PLANS: readonly (readonly [
  what: string,
  prepare: (database: Database.Database, reader: ModelsReader) => unknown,
  indexes: readonly string[],
])[] = [
  [
    'each list of pools is read in the order of an index, and so is the king',
    (database, reader) => poolReads(database, nameIndex(reader)),
    [
      'pools_1_token',
      'pools_1_nft',
      'PRIMARY KEY',
      'PRIMARY KEY',
      'PRIMARY KEY',
      'vestings_1_largest',
      'PRIMARY KEY',
      'holders_1_largest',
      'PRIMARY KEY',
      'PRIMARY KEY, PRIMARY KEY',
      'pools_1_king',
      'pools_1_updated',
      'pools_1_created',
      'pools_1_market_cap',
      'pools_1_progress',
      'PRIMARY KEY',
    ],
  ],
  [
    'each list of orders is read in the order of an index, and a count is one row',
    (database) => orderQueries(database),
    [
      'PRIMARY KEY',
      'PRIMARY KEY',
      'orders_1_output',
      'orders_1_beacon',
      'orders_1_beacon',
      'orders_1_book',
      'orders_1_book_status',
      'orders_1_book_owner',
      'orders_1_book_owner',
      'orders_1_owner_status',
      'orders_1_tape',
      'PRIMARY KEY',
      'PRIMARY KEY',
      'PRIMARY KEY',
      'PRIMARY KEY',
    ],
  ],
  [
    'each list of vestings is read in the order of an index',
    vestingQuery,
    ['vestings_1_redeemer', 'vestings_1_token'],
  ],
  [
    'holders are read from either end of the index in their order, and balances by key',
    (database) => [holdersQuery(database, 1), worthQuery(database)],
    [
      'pools_1_token, PRIMARY KEY',
      'holders_1_largest',
      'holders_1_largest',
      'PRIMARY KEY',
      'PRIMARY KEY',
      'pools_1_token',
    ],
  ],
  [
    'a leaderboard reads the rows of its days, and the traders of a token are read by their index',
    (database) => [leaderboardQuery(database), tokenTradersQuery(database)],
    [
      'PRIMARY KEY',
      'PRIMARY KEY, TEMP B-TREE FOR GROUP BY',
      'pools_1_token',
      'pools_1_token',
      'PRIMARY KEY',
      'pools_1_token, PRIMARY KEY',
      'order_totals_1_book',
      'order_totals_1_book, TEMP B-TREE FOR ORDER BY',
      'order_totals_1_book, TEMP B-TREE FOR ORDER BY',
    ],
  ],
  [
    'trades and changes of pools are read by an index of the filter, in the order of the chain',
    (database) => [pairEventsQuery(database), tradesQuery(database)],
    [
      'trades_1_height',
      'liquidity_1_height',
      'pools_1_nft',
      'PRIMARY KEY',
      'PRIMARY KEY',
      'trades_1_pool',
      'trades_1_pool',
      'trades_1_trader',
      'trades_1_trader',
      'trades_1_trader_pool',
      'trades_1_trader_pool',
      'PRIMARY KEY',
      'PRIMARY KEY',
      'PRIMARY KEY, SCAN identity',
      'trades_1_height',
      'pools_1_token',
      'pools_1_nft',
    ],
  ],
]

for (const [what, prepare, indexes] of PLANS)
  test(what, (t) => {
    const reader = testModels(t).openReader()
    const { recorded, texts } = recording(reader.database)
    prepare(recorded, reader)
    assert.deepEqual(
      [...texts].map((text) => indexesOf(reader.database, text).join(', ')),
      indexes,
    )
  })

test('a model finds the first row of an index without sorting', (t) => {
  const { database } = testModels(t)
  const { recorded, texts } = recording(database)
  const rows = new Rows(recorded, pools, new WriteContext(), 'pools_1')
  const prepared = texts.size
  assert.equal(kingOf(rows), undefined)
  const [text] = [...texts].slice(prepared)
  assert.ok(text)
  assert.deepEqual(indexesOf(database, text), ['pools_1_king'])
})
