// The launchpad's read models. What is folded is listed here and nowhere else.
import type { OperationsConfig } from '../schema/config/config.ts'
import type { Network } from '../schema/primitives.ts'
import type { ModelsOptions } from './engine/file/models-database.ts'
import { events } from './engine/fold/event-table.ts'
import type { Table } from './engine/table/table.ts'
import type { LaunchpadEvent } from './interpret/events.ts'
import { launchpadLedger } from './ledger/launchpad-ledger.ts'
import { activityModel } from './models/activity.ts'
import { balancesModel } from './models/balances.ts'
import { barsModel } from './models/bars.ts'
import { holdersModel } from './models/holders.ts'
import { ordersModel } from './models/orders.ts'
import { poolsModel } from './models/pools.ts'
import { rejectionsModel } from './models/rejections.ts'
import { tradesModel } from './models/trades.ts'
import { vestingsModel } from './models/vestings.ts'

/** Everything that is folded, for one network's contracts. */
export const launchpadModels = (
  network: Network,
  operations: OperationsConfig,
): ModelsOptions<LaunchpadEvent> => ({
  network,
  source: launchpadLedger(operations),
  models: [
    // One a line: a new one is a line.
    poolsModel,
    tradesModel,
    barsModel,
    rejectionsModel,
    vestingsModel,
    activityModel,
    ordersModel,
    holdersModel,
    balancesModel,
  ],
})

/** Every table that counts for the digest. */
export const launchpadTables = (operations: OperationsConfig): readonly Table[] => {
  const { source, models } = launchpadModels(operations.network, operations)
  return [events, ...source.tables, ...models.flatMap(({ tables }) => tables)]
}
