// The tables that queries use, and kysely's types, which are derived from the tables' descriptions.

import { transactions, utxos } from '../../engine/outputs/utxo-set.ts'
import type { Columns, RowOf, Table } from '../../engine/table/table.ts'
import { mintedPolicies, poolRegistry } from '../../ledger/pool-registry.ts'
import { activity } from '../../models/activity.ts'
import { balances } from '../../models/balances.ts'
import { bars } from '../../models/bars.ts'
import { creators, firstBuyers, holders, holderTotals } from '../../models/holders.ts'
import { liquidity } from '../../models/liquidity.ts'
import { orderBooks } from '../../models/order-books.ts'
import { orderTotals } from '../../models/order-totals.ts'
import { orders } from '../../models/orders.ts'
import { launches, poolCounts, pools } from '../../models/pools.ts'
import { rejections } from '../../models/rejections.ts'
import { traderDays, traders } from '../../models/traders.ts'
import { trades } from '../../models/trades.ts'
import { vestings } from '../../models/vestings.ts'

export const tables = {
  transactions,
  utxos,
  pool_registry: poolRegistry,
  minted_policies: mintedPolicies,
  pools,
  launches,
  pool_counts: poolCounts,
  trades,
  liquidity,
  bars,
  activity,
  orders,
  order_books: orderBooks,
  order_totals: orderTotals,
  traders,
  trader_days: traderDays,
  rejections,
  vestings,
  holders,
  holder_totals: holderTotals,
  first_buyers: firstBuyers,
  creators,
  balances,
} as const

type SchemaOf<Tables extends Readonly<Record<string, Table>>> = {
  [Name in keyof Tables]: Tables[Name] extends Table<infer C extends Columns> ? RowOf<C> : never
}

export type ModelsSchema = SchemaOf<typeof tables>
