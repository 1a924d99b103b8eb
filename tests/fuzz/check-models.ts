// Checks the models' rows against all rules, computed from the blocks themselves.
import type { EarlierPool } from '../hostile/hostile-chain.ts'
import { checkOrders } from './check-orders.ts'
import { checkPools } from './check-pools.ts'
import { checkRows } from './check-rows.ts'
import { checkSupply } from './check-supply.ts'
import { checkTrades } from './check-trades.ts'
import type { Finding } from './finding.ts'
import type { Folded } from './folded.ts'

/** @param earlier pools that existed before the first block */
export function* checkModels(folded: Folded, earlier: readonly EarlierPool[]): Generator<Finding> {
  yield* checkRows(folded)
  yield* checkPools(folded, earlier)
  yield* checkSupply(folded)
  yield* checkTrades(folded)
  yield* checkOrders(folded)
}
