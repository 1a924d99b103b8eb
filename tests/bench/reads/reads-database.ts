// Fills the models' database with invented tokens and wallets, with the service's tables and writers.

import type Database from 'better-sqlite3'
import { openModels, startServing } from '../../../projections/engine/file/models-database.ts'
import { modelsFile } from '../../../projections/engine/file/models-files.ts'
import { transactions, utxos } from '../../../projections/engine/outputs/utxo-set.ts'
import { makeLateIndexes } from '../../../projections/engine/table/indexes.ts'
import { Rows } from '../../../projections/engine/table/rows.ts'
import { positionOf } from '../../../projections/engine/table/table.ts'
import { WriteContext } from '../../../projections/engine/table/write-context.ts'
import type { LaunchInfo } from '../../../projections/interpret/launch-info.ts'
import { launchpadModels } from '../../../projections/launchpad-models.ts'
import { bars, resolutionId } from '../../../projections/models/bars.ts'
import { holders, holderTotals } from '../../../projections/models/holders.ts'
import { bookWithoutPool, orderBooks } from '../../../projections/models/order-books.ts'
import { ALL_BOOKS, EVERYBODY, NO_ORDERS, orderTotals } from '../../../projections/models/order-totals.ts'
import { orders } from '../../../projections/models/orders.ts'
import { launches, poolCounts, pools } from '../../../projections/models/pools.ts'
import { packAssets } from '../../../schema/codecs/packed-assets.ts'
import { formatRatio, type Ratio } from '../../../schema/codecs/ratio.ts'
import { readSettings } from '../../../schema/config/settings.ts'
import { marketCap } from '../../../schema/launchpad/curve.ts'
import { barFragment } from '../../../schema/responses/charts.ts'
import { loadOperations } from '../../../scripts/service/settings/configs.ts'
import { randomFrom } from '../../kit/random-from.ts'
import { addressOf, FIRST, hexOf, keyOf, type ReadsSize, tokenOf } from './reads-data.ts'

const SLOT = 133_000_000

/** One of these orders is open, one is cancelled, eight are filled. */
const ORDERS_OF_A_KIND = 10

const CURVE = { aNum: '86', bNum: '320000000', cap: '21000000000' }

/** An invented price in lovelace per token, with as many digits as a curve's. */
const priceOf = (random: () => number): Ratio => ({
  numerator: 40_000_000_000_000n + BigInt(Math.floor(random() * 9_999_999_999_999)),
  denominator: 10n ** 12n,
})

const barRow = (pool: number, time: number, open: Ratio, close: Ratio, volume: bigint) => {
  const rises = close.numerator > open.numerator
  const [low, high] = rises ? [open, close] : [close, open]
  return {
    pool,
    resolution: resolutionId('min1'),
    time,
    open: formatRatio(open),
    high: formatRatio(high),
    low: formatRatio(low),
    close: formatRatio(close),
    volume,
    trades: 1,
    market_cap: marketCap(close).toString(),
    fragment: barFragment(time, { open, high, low, close }, volume),
  }
}

const poolRow = (number: number, random: () => number) => ({
  id: positionOf(SLOT + number, 0),
  nft: `${hexOf('nft', number, 28)}.${Buffer.from('pool').toString('hex')}`,
  token: tokenOf(number),
  venue: 'curve' as const,
  amm_nft: null,
  adopted: false,
  closed: null,
  tier: null,
  a_num: CURVE.aNum,
  b_num: CURVE.bNum,
  ada_cap: CURVE.cap,
  executor: hexOf('executor', 0, 28),
  lp_fee: null,
  treasury_fee: null,
  royalty_fee: null,
  created: FIRST + number,
  updated: FIRST + Math.floor(random() * 1e6),
  graduated: null,
  crowned: null,
  output_transaction: hexOf('pool output', number, 32),
  output_index: 0,
  lovelace: BigInt(3_000_000 + Math.floor(random() * 1e10)),
  tokens: BigInt(Math.floor(random() * 1e9)),
  price: `${random().toFixed(9)}1`,
  market_cap: BigInt(Math.floor(random() * 1e12)),
  progress: Math.floor(random() * 1e12),
  volume: BigInt(Math.floor(random() * 1e12)),
  trades: Math.floor(random() * 1_000),
  sells: 0,
})

const infoOf = (number: number): LaunchInfo => ({
  ticker: `T${number}`,
  logoCid: `bafkrei${hexOf('logo', number, 26)}`,
  description: `Token ${number} is like every other token, ${'and says so at some length. '.repeat(8)}`,
  hyped: false,
  author: { paymentKey: hexOf('author', number, 28), stakeKey: hexOf('author stake', number, 28) },
  socials: { twitter: `https://x.com/token${number}`, telegram: null, discord: null, website: null },
  output: { transaction: hexOf('launch', number, 32), index: 1 },
  assetType: number % 5 === 0 ? 'AI' : 'Meme',
})

const tablesOf = (database: Database.Database, context: WriteContext) => ({
  transactions: new Rows(database, transactions, context),
  utxos: new Rows(database, utxos, context),
  pools: new Rows(database, pools, context, 'pools_1'),
  launches: new Rows(database, launches, context, 'launches_1'),
  poolCounts: new Rows(database, poolCounts, context, 'pool_counts_1'),
  holders: new Rows(database, holders, context, 'holders_1'),
  holderTotals: new Rows(database, holderTotals, context, 'holder_totals_1'),
  orders: new Rows(database, orders, context, 'orders_1'),
  orderBooks: new Rows(database, orderBooks, context, 'order_books_1'),
  orderTotals: new Rows(database, orderTotals, context, 'order_totals_1'),
  bars: new Rows(database, bars, context, 'bars_1'),
})

type Tables = ReturnType<typeof tablesOf>

const fillTokens = (write: Tables, size: ReadsSize, random: () => number): void => {
  for (let number = 0; number < size.tokens; number++) {
    const pool = poolRow(number, random)
    const info = infoOf(number)
    write.pools.insert(pool)
    write.launches.insert({ pool: pool.id, ticker: info.ticker, info: JSON.stringify(info) })
    write.holderTotals.insert({
      pool: pool.id,
      holders: size.holders,
      dev_key: info.author?.paymentKey ?? null,
      dev_stake: info.author?.stakeKey ?? null,
      launched: 0,
    })
    for (let holder = 0; holder < size.holders; holder++)
      write.holders.insert({
        pool: pool.id,
        // The text is as long as an address, but invalid. Nothing decodes it.
        address: `addr1q${hexOf('holder', number * size.holders + holder, 49)}`,
        quantity: BigInt(1 + Math.floor(random() * 1e9)),
      })
    let price = priceOf(random)
    for (let bar = 0; bar < size.bars; bar++) {
      const open = price
      price = priceOf(random)
      const volume = BigInt(Math.floor(random() * 1e11))
      write.bars.insert(barRow(pool.id, FIRST + bar * 60, open, price, volume))
    }
    write.orderBooks.insert({ ...bookWithoutPool(pool.token, pool.id + 1), venue: 'curve' })
  }
  write.poolCounts.insert({ venue: 'curve', count: size.tokens })
}

const fillOrders = (write: Tables, size: ReadsSize, random: () => number): void => {
  const totals = new Map<string, typeof NO_ORDERS>()
  const count = (owner: string, book: number, status: 'open' | 'filled' | 'cancelled'): void => {
    const key = `${owner} ${book}`
    const before = totals.get(key) ?? NO_ORDERS
    totals.set(key, {
      ...before,
      orders: before.orders + 1,
      open: before.open + (status === 'open' ? 1 : 0),
      filled: before.filled + (status === 'filled' ? 1 : 0),
      executed: before.executed + (status === 'filled' ? 1 : 0),
    })
  }
  for (let number = 0; number < size.orders * size.tokens; number++) {
    const token = number % size.tokens
    const wallet = Math.floor(random() * size.traders)
    const kind = Math.floor(number / size.tokens) % ORDERS_OF_A_KIND
    const status = kind === 0 ? 'open' : kind === 1 ? 'cancelled' : 'filled'
    const id = positionOf(SLOT + size.tokens + number, 0)
    const book = positionOf(SLOT + token, 0) + 1
    const owner = keyOf(wallet)
    write.orders.insert({
      id,
      transaction_id: hexOf('order', number, 32),
      output_index: 0,
      book,
      token: tokenOf(token),
      side: random() < 0.5 ? 'buy' : 'sell',
      owner,
      address: addressOf(wallet),
      from_amount: BigInt(Math.floor(random() * 1e9)),
      to_amount: BigInt(Math.floor(random() * 1e9)),
      worst_price: `${random().toFixed(12)}1`,
      venue: 'curve',
      status,
      in_book: true,
      on_tape: true,
      owns_beacon: true,
      ended_by: status === 'open' ? null : hexOf('end', number, 32),
      updated: id,
      time: FIRST + number,
      beacon: hexOf('beacon', number, 28),
      root: id,
      root_from: 0n,
      root_to: 0n,
    })
    count(owner, book, status)
    count(owner, ALL_BOOKS, status)
    count(EVERYBODY, book, status)
  }
  for (const [key, row] of totals) {
    const [owner = '', book] = key.split(' ')
    write.orderTotals.insert({ owner, book: Number(book), ...row })
  }
}

const fillWallets = (write: Tables, context: WriteContext, size: ReadsSize, random: () => number): void => {
  for (let number = 0; number < size.wallets * size.outputs; number++) {
    const id = positionOf(number + 1, 0)
    context.beginBlock(number + 1)
    const token = tokenOf(number % 100)
    write.transactions.insert({
      id,
      hash: Buffer.from(hexOf('payment', number, 32), 'hex'),
      outputs: 1,
      first_index: 0,
      block_index: 0,
    })
    write.utxos.insert({
      id,
      address: Buffer.from(addressOf(number % size.wallets), 'hex'),
      lovelace: BigInt(1_000_000 + Math.floor(random() * 1e9)),
      assets: packAssets(number % 5 < 2 ? [{ asset: token, quantity: BigInt(1 + number) }] : []),
      flags: 0,
      datum: null,
    })
  }
}

export const fillReads = (directory: string, size: ReadsSize): void => {
  const operations = loadOperations(readSettings({}, []).settings, 'mainnet')
  const { database } = openModels(modelsFile(directory, 1).path, launchpadModels('mainnet', operations))
  const context = new WriteContext()
  const tables = tablesOf(database, context)
  const random = randomFrom(1)
  database.transaction(() => {
    fillWallets(tables, context, size, random)
    fillTokens(tables, size, random)
    fillOrders(tables, size, random)
    database
      .prepare('INSERT INTO checkpoint VALUES (1, 1, 1, ?, ?, 1, ?)')
      .run(SLOT, 'cd'.repeat(32), context.digest.toString())
    startServing(database)
  })()
  makeLateIndexes(database, [utxos])
  database.close()
}
