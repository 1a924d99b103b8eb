// Rows of the operator's models: one route per table.
import type { Model } from '../../projections/engine/fold/model.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { confirmedBlocks } from '../confirmed-blocks.ts'
import type { Route } from '../http/route/route.ts'
import { ownRowsRoute } from './own-rows-route.ts'

export type OwnModels = readonly Pick<Model<never>, 'name' | 'tables'>[]

export const ownRoutes = (
  models: OwnModels,
  context: { readonly reader: ModelsReader; readonly slotTime: (slot: number) => number },
  confirmations: number,
): readonly Route[] => {
  const newest = confirmedBlocks(context, confirmations)
  return models.flatMap(({ name, tables }) =>
    tables.map((table) => ownRowsRoute(name, table, context.reader, () => newest()?.height ?? 0)),
  )
}
