// From a block and the outputs it spends to what it means to the launchpad: a pure function, asked once a block.
// Transactions are taken in order; a transaction that touches no script of the launchpad costs a look at each of
// its addresses and no more.

import { interpretAmmPools } from './amm-pools.ts'
import { interpretCurvePools } from './curve-pools.ts'
import type { LaunchpadEvent, OrderFilled } from './events.ts'
import { type KnownPools, PoolsOfBlock } from './known-pools.ts'
import { interpretMatches } from './matches.ts'
import { interpretOrders } from './orders.ts'
import type { Protocol } from './protocol.ts'
import type { TransactionView } from './transaction-view.ts'

const touches = (protocol: Protocol, { transaction, spent }: TransactionView): boolean =>
  spent.some((output) => output !== undefined) ||
  transaction.outputs.some(({ address }) => protocol.roleOf(address) !== undefined)

/**
 * The launchpad events of a block's transactions, in order: of each transaction first its orders, then curve
 * pools, then AMM pools, then orders that filled each other.
 * @param known the pools before the block.
 */
export const interpret = (
  protocol: Protocol,
  known: KnownPools,
  transactions: readonly TransactionView[],
): LaunchpadEvent[] => {
  const events: LaunchpadEvent[] = []
  const pools = new PoolsOfBlock(known)
  for (const view of transactions) {
    if (!touches(protocol, view)) continue
    const orders = interpretOrders(protocol, view)
    if (!view.transaction.valid) {
      // Failed scripts move collateral only, which no script of the launchpad guards; what is left of it may be
      // paid to an order's contract.
      events.push(...orders)
      continue
    }
    const fills = orders.filter((event): event is OrderFilled => event.kind === 'orderFilled')
    const ofPools = [
      ...interpretCurvePools(protocol, pools, view, fills),
      ...interpretAmmPools(protocol, pools, view, fills),
    ]
    events.push(...orders, ...ofPools, ...interpretMatches(protocol, pools, view, fills, ofPools))
  }
  return events
}
