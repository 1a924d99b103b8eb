// Orders that fill each other without a pool. Each such order is stored as an executed order of its token, and none changes the price of a
// pool. The orders count only if an executor of the launchpad signed the transaction. Otherwise an owner of two opposite orders could
// invent volume at no cost, since some orders can be executed by anybody.
import { ADA, type AssetId } from '../../schema/primitives.ts'
import type { TransactionView } from '../engine/outputs/transaction-view.ts'
import type { LaunchpadEvent, Matched, OrderFilled } from './events.ts'
import type { KnownPools } from './known-pools.ts'
import type { Protocol } from './protocol.ts'
import { accountedLegs, feesOf, isByExecutor, legsOf } from './trades.ts'

const NOTHING = { lovelace: 0n, tokens: 0n }

/** @param ofPools events of the transaction's pools; orders of their tokens are trades, not matches */
export const interpretMatches = (
  protocol: Protocol,
  known: KnownPools,
  view: TransactionView,
  fills: readonly OrderFilled[],
  ofPools: readonly LaunchpadEvent[],
): Matched[] => {
  if (fills.length < 2 || !isByExecutor(protocol, view)) return []
  const traded = new Set(ofPools.flatMap((event) => ('token' in event ? [event.token] : [])))
  const tokens = new Set(fills.map(({ terms }): AssetId => (terms.from === ADA ? terms.to : terms.from)))
  return [...tokens].flatMap((token): Matched[] => {
    const listed = traded.has(token) ? undefined : known.byToken(token)
    const legs = listed && accountedLegs(legsOf(token, fills), NOTHING)
    if (listed === undefined || listed.hasOtherSupply || legs === undefined) return []
    // An order that received nothing or gave nothing was not filled by the others.
    if (legs.some(({ lovelace, tokens }) => lovelace <= 0n || tokens <= 0n)) return []
    const fees = feesOf(legs, NOTHING)
    return legs.map(({ fill, isBuy, lovelace, tokens, executorFee }, at) => ({
      kind: 'matched',
      transaction: fill.transaction,
      poolId: listed.id,
      pool: listed.pool,
      token,
      side: isBuy ? 'buy' : 'sell',
      lovelace,
      percentageFee: fees[at] ?? 0n,
      executorFee,
      tokens,
      order: fill.order,
      trader: fill.terms.owner,
    }))
  })
}
