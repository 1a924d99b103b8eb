// The same holders, pools, orders and outputs as they are commonly stored: one table each, columns named like the fields
// of the answers, texts for what is a text there, and JSON for what is nested.
import type Database from 'better-sqlite3'
import { modelsFile } from '../../../projections/engine/file/models-files.ts'
import { holdersQuery } from '../../../projections/read/queries/holders.ts'
import { orderQueries } from '../../../projections/read/queries/orders.ts'
import { poolReads } from '../../../projections/read/queries/pools.ts'
import { unspentReads } from '../../../projections/read/queries/unspent-outputs.ts'
import type { HoldersPage } from '../../../schema/answers/analytics.ts'
import type { ApiOrder } from '../../../schema/answers/orders.ts'
import type { UnspentOutputBody } from '../../../schema/answers/utxos.ts'
import { Sqlite } from '../../../schema/platform/sqlite.ts'
import type { Hex } from '../../../schema/primitives.ts'
import { keyOf, type ReadsSize, tokenOf } from './reads-data.ts'

const TABLES = `
  CREATE TABLE plain_tokens (asset TEXT PRIMARY KEY, dev TEXT, devQuantity TEXT);
  CREATE TABLE plain_holders (asset TEXT, address TEXT, quantity INTEGER);
  CREATE TABLE plain_pools (id TEXT PRIMARY KEY, venue TEXT, updated INTEGER, created INTEGER, market_cap INTEGER,
    progress INTEGER, pool TEXT, metrics TEXT, info TEXT);
  CREATE TABLE plain_orders (entityId TEXT, beacon TEXT, asset TEXT, "from" TEXT, "to" TEXT, address TEXT, pkh TEXT,
    worstPrice TEXT, orderType TEXT, fromAmount TEXT, toAmount TEXT, status TEXT, pendingTransactionId TEXT,
    evaluatedTransactionId TEXT, timestamp INTEGER);
  CREATE TABLE plain_outputs (id INTEGER PRIMARY KEY, pkh TEXT, txHash TEXT, "index" INTEGER, address TEXT, value TEXT);`

const INDEXES = `
  CREATE INDEX plain_holders_asset ON plain_holders (asset, quantity DESC, address);
  CREATE INDEX plain_pools_updated ON plain_pools (venue, updated DESC, id);
  CREATE INDEX plain_pools_created ON plain_pools (venue, created DESC, id);
  CREATE INDEX plain_pools_cap ON plain_pools (venue, market_cap DESC, id);
  CREATE INDEX plain_pools_progress ON plain_pools (venue, progress DESC, id);
  CREATE INDEX plain_orders_asset ON plain_orders (asset, timestamp DESC);
  CREATE INDEX plain_orders_pkh ON plain_orders (pkh, timestamp DESC);
  CREATE INDEX plain_outputs_pkh ON plain_outputs (pkh, id);`

const insertInto = (database: Database.Database, table: string): ((row: object) => void) => {
  const names = database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const places = names.map((name) => `@${name}`).join(', ')
  const statement = database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${places})`)
  return (row) => void statement.run(row)
}

/** Adds the tables to the models' file that `fillReads` made, with orders and outputs in the order of the chain. */
export const fillPlain = (directory: string, { tokens, holders, orders, wallets }: ReadsSize): void => {
  const database = new Sqlite(modelsFile(directory, 1).path)
  database.exec(TABLES)
  const insert = {
    token: insertInto(database, 'plain_tokens'),
    holder: insertInto(database, 'plain_holders'),
    pool: insertInto(database, 'plain_pools'),
    order: insertInto(database, 'plain_orders'),
    output: insertInto(database, 'plain_outputs'),
  }
  const ours = {
    holders: holdersQuery(database, 1),
    pools: poolReads(database),
    orders: orderQueries(database),
    unspent: unspentReads(database, 1),
  }
  const ranks = database.prepare<[string], object>(
    'SELECT venue, updated, created, market_cap, progress FROM pools WHERE token = ?',
  )
  const placed: ApiOrder[] = []
  database.transaction(() => {
    for (let number = 0; number < tokens; number++) {
      const asset = tokenOf(number)
      const page: HoldersPage | null = JSON.parse(ours.holders(asset, holders, 0) ?? 'null')
      const pool = ours.pools.pool(ours.pools.idOfToken(asset) ?? -1)
      const ranked = ranks.get(asset)
      if (page === null || pool === undefined || ranked === undefined)
        throw new Error(`token ${number} is not in the models`)
      insert.token({ asset, dev: page.dev.address, devQuantity: page.dev.quantity })
      for (const { address, quantity } of page.holders) insert.holder({ asset, address, quantity })
      insert.pool({
        ...ranked,
        id: pool.pool.id,
        pool: JSON.stringify(pool.pool),
        metrics: JSON.stringify(pool.metrics),
        info: JSON.stringify(pool.info),
      })
      const { items }: { readonly items: readonly ApiOrder[] } = JSON.parse(
        ours.orders.page({ of: 'asset', asset }, 0, orders, orders) ?? '',
      )
      placed.push(...items)
    }
    for (const order of placed.sort((a, b) => a.timestamp - b.timestamp)) insert.order(order)
    const owners = new Map<number, Hex>()
    for (let wallet = 0; wallet < wallets; wallet++)
      for (const id of ours.unspent.idsOf(keyOf(wallet))) owners.set(id, keyOf(wallet))
    const ids = [...owners.keys()].sort((a, b) => a - b)
    const outputs: UnspentOutputBody[] = JSON.parse(ours.unspent.outputsOf(ids))
    outputs.forEach(({ value, ...output }, at) => {
      const pkh = owners.get(ids[at] ?? 0)
      insert.output({ id: null, pkh, ...output, value: JSON.stringify(value) })
    })
    database.exec(INDEXES)
  })()
  database.close()
}
