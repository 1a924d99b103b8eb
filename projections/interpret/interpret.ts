// Interprets a block, with the outputs that it spends, as events of the launchpad. Called once per block; its only effect is on the known
// pools. Transactions are interpreted in order. For a transaction that touches no script of the launchpad, only moved and minted tokens are
// read.

import type { TransactionView } from '../engine/outputs/transaction-view.ts'
import { interpretAmmPools } from './amm-pools.ts'
import { interpretCurvePools } from './curve-pools.ts'
import type { LaunchpadEvent, OrderFilled } from './events.ts'
import type { Pools } from './known-pools.ts'
import { interpretMatches } from './matches.ts'
import { emptyBatch, interpretMoves } from './moves.ts'
import { interpretOrders } from './orders.ts'
import type { Protocol } from './protocol.ts'
import { interpretVestings } from './vestings.ts'

const touches = (protocol: Protocol, { transaction, spent }: TransactionView): boolean =>
  spent.some((output) => output?.datum !== undefined || output?.witnessDatum !== undefined) ||
  transaction.outputs.some(({ address }) => protocol.roleOf(address) !== undefined)

const interpretLaunchpad = (protocol: Protocol, pools: Pools, view: TransactionView): LaunchpadEvent[] => {
  const orders = interpretOrders(protocol, view)
  // A failed script moves only collateral, which is never at a launchpad's script, but its return may be paid to an order's or lock's
  // contract.
  if (!view.transaction.valid) return [...orders, ...interpretVestings(protocol, pools, view)]
  const fills = orders.filter((event): event is OrderFilled => event.kind === 'orderFilled')
  const ofPools = [
    ...interpretCurvePools(protocol, pools, view, fills),
    ...interpretAmmPools(protocol, pools, view, fills),
  ]
  return [
    ...orders,
    ...ofPools,
    ...interpretMatches(protocol, pools, view, fills, ofPools),
    ...interpretVestings(protocol, pools, view),
  ]
}

/**
 * In each transaction: orders, curve pools, AMM pools, orders that filled each other, locks, pools that close because of their tokens'
 * supply, moved tokens.
 * @param pools updated to the state after the block
 */
export const interpret = (
  protocol: Protocol,
  pools: Pools,
  transactions: Iterable<TransactionView>,
): LaunchpadEvent[] => {
  const events: LaunchpadEvent[] = []
  const batch = emptyBatch()
  for (const view of transactions) {
    if (touches(protocol, view)) events.push(...interpretLaunchpad(protocol, pools, view))
    events.push(...interpretMoves(protocol, pools, view, batch))
    pools.addMint(view.transaction.mint)
  }
  return events
}
