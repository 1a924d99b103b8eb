// The read models' tables as kysely's types, from the same descriptions the tables are made of.
import type { RowOf } from '../engine/table.ts'
import type { bars } from '../models/bars.ts'
import type { pools } from '../models/pools.ts'
import type { rejections } from '../models/rejections.ts'
import type { trades } from '../models/trades.ts'
import type { addresses, transactions, utxos } from '../models/utxos.ts'

export interface ModelsSchema {
  addresses: RowOf<typeof addresses.columns>
  transactions: RowOf<typeof transactions.columns>
  utxos: RowOf<typeof utxos.columns>
  pools: RowOf<typeof pools.columns>
  trades: RowOf<typeof trades.columns>
  bars: RowOf<typeof bars.columns>
  rejections: RowOf<typeof rejections.columns>
  checkpoint: { only: number; seq: number; slot: number; id: string; height: number; digest: string }
  changes: { seq: number; model: string; key: string }
  indexer: { only: number; status: string }
}
