// Checks the models' rows against all rules, computed from the blocks themselves.
import type Database from 'better-sqlite3'
import type { OperationsConfig } from '../../schema/config/config.ts'
import type { EarlierPool } from '../hostile/hostile-chain.ts'
import type { RawLedger } from '../hostile/raw-ledger.ts'
import { checkOrders } from './check-orders.ts'
import { checkPools } from './check-pools.ts'
import { checkRows } from './check-rows.ts'
import { checkSupply } from './check-supply.ts'
import { checkTrades } from './check-trades.ts'
import type { Finding } from './finding.ts'

/** @param earlier pools that existed before the first block */
export function* checkModels(
  database: Database.Database,
  ledger: RawLedger,
  operations: OperationsConfig,
  earlier: readonly EarlierPool[],
): Generator<Finding> {
  yield* checkRows(database, ledger, operations)
  yield* checkPools(database, ledger, operations, earlier)
  yield* checkSupply(database, ledger, operations)
  yield* checkTrades(database, ledger, operations)
  yield* checkOrders(database, ledger, operations)
}
