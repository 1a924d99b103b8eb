// The launchpad's read models. This is the only list of models.
import type { OperationsConfig } from '../schema/config/config.ts'
import type { Network } from '../schema/primitives.ts'
import type { ModelsOptions } from './engine/file/models-database.ts'
import { events } from './engine/fold/event-table.ts'
import type { Model } from './engine/fold/model.ts'
import type { Table } from './engine/table/table.ts'
import type { LaunchpadEvent } from './interpret/events.ts'
import { launchpadLedger } from './ledger/launchpad-ledger.ts'
import { activityModel } from './models/activity.ts'
import { balancesModel } from './models/balances.ts'
import { barsModel } from './models/bars.ts'
import { holdersModel } from './models/holders.ts'
import { liquidityModel } from './models/liquidity.ts'
import { ordersModel } from './models/orders.ts'
import { poolsModel } from './models/pools.ts'
import { rejectionsModel } from './models/rejections.ts'
import { tradesModel } from './models/trades.ts'
import { vestingsModel } from './models/vestings.ts'
import { type OwnFiles, ownModels, ownSource } from './own/own-models.ts'
import { SQLITE_VIEWS } from './views/sqlite-views.ts'

const MODELS: readonly Model<LaunchpadEvent>[] = [
  // One model per line, so that adding a model adds a line.
  poolsModel,
  tradesModel,
  barsModel,
  rejectionsModel,
  vestingsModel,
  activityModel,
  ordersModel,
  holdersModel,
  balancesModel,
  liquidityModel,
]

export const isOfProject = ({ name }: Pick<Model<LaunchpadEvent>, 'name'>): boolean =>
  MODELS.some((model) => model.name === name)

/**
 * @param files the operator's own source and models
 * @throws {StartupError} if a file has no model that can be folded
 */
export const launchpadModels = (
  network: Network,
  operations: OperationsConfig,
  files: OwnFiles = [],
): ModelsOptions<LaunchpadEvent> => {
  const source = launchpadLedger(operations, ownSource(files))
  const tables = [events, ...source.tables, ...MODELS.flatMap((model) => model.tables)]
  const taken = { models: MODELS.map(({ name }) => name), tables }
  return { network, source, models: [...MODELS, ...ownModels(files, taken)], views: SQLITE_VIEWS }
}

/**
 * Tables that the digest covers.
 * @param files the operator's own source and models
 */
export const launchpadTables = (operations: OperationsConfig, files: OwnFiles = []): readonly Table[] => {
  const { source, models } = launchpadModels(operations.network, operations, files)
  return [events, ...source.tables, ...models.flatMap(({ tables }) => tables)]
}
