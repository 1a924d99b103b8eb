// An operator's model, which the indexer also folds in some of its lives (`life.ts`). Its rows depend on its version.
import type { Model } from '../../projections/engine/fold/model.ts'
import type { LaunchpadEvent } from '../../projections/interpret/events.ts'
import { hex, integer, model, stateTable } from '../../projections/own/models.ts'

const table = stateTable('placed_orders', { key: ['owner'], columns: { owner: hex, orders: integer } })

export const placedOrders = (version: number): Model<LaunchpadEvent> =>
  model<LaunchpadEvent>()({
    name: 'placed_orders',
    version,
    tables: { table },
    on: {
      orderPlaced({ terms: { owner } }, tables) {
        tables.table.change({ owner }, (row) => ({ orders: (row?.orders ?? 0) + version }))
      },
    },
  })
