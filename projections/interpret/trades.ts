// Derives trades from a pool's UTxO before and after a transaction. Each filled order is a trade if the orders explain the pool's change;
// otherwise the whole change is one trade. The orders explain the change if their amounts add up to the pool's gain or loss, apart from the
// percentage fee. So no datum can inflate a volume.

import { least } from '../../schema/amount-limits.ts'
import type { Ratio } from '../../schema/codecs/ratio.ts'
import { decodeOrderRedeemer } from '../../schema/launchpad/datums/redeemers.ts'
import { FILL_BASIS_POINTS, grossFor, netOf } from '../../schema/launchpad/fees.ts'
import { ADA, type AssetId, type Hex } from '../../schema/primitives.ts'
import type { TransactionView } from '../engine/outputs/transaction-view.ts'
import type { LaunchpadEvent, OrderFilled, PoolReserves, Traded, Venue } from './events.ts'
import type { Protocol } from './protocol.ts'

export interface TradedPool {
  readonly venue: Venue
  /** Values before and after the transaction. In an AMM pool they include accumulated fees, which traders also paid. */
  readonly value: { readonly before: PoolReserves; readonly after: PoolReserves }
  /** Members that all events of the pool have. */
  readonly after: Pick<
    Traded,
    'transaction' | 'poolId' | 'pool' | 'token' | 'output' | 'reserves' | 'price' | 'fees'
  >
  readonly priceBefore: Ratio
  /** A price is undefined if it cannot be computed from the reserves. */
  pricesAfter(changes: readonly PoolReserves[]): readonly (Ratio | undefined)[]
}

/** Largest difference between the pool's change and the orders, in basis points of their lovelace. Published fees are 1 % and 1.3 %. */
const MAX_BASIS_POINTS = 200n

interface Leg {
  readonly fill: OrderFilled
  readonly isBuy: boolean
  readonly lovelace: bigint
  readonly tokens: bigint
  readonly executorFee: bigint
}

const legOf = (fill: OrderFilled): Leg => {
  const isBuy = fill.terms.from === ADA
  const { fromAmount, toAmount, executorFee } = fill
  return isBuy
    ? { fill, isBuy, lovelace: fromAmount, tokens: toAmount, executorFee }
    : { fill, isBuy, lovelace: toAmount, tokens: fromAmount, executorFee }
}

export const legsOf = (token: AssetId, fills: readonly OrderFilled[]): Leg[] =>
  fills
    .filter(
      ({ terms }) => (terms.from === ADA && terms.to === token) || (terms.from === token && terms.to === ADA),
    )
    .map(legOf)

const sum = (legs: readonly Leg[], amount: (leg: Leg) => bigint): bigint =>
  legs.reduce((total, leg) => total + amount(leg), 0n)

const takenTokens = (legs: readonly Leg[]): bigint =>
  sum(legs, ({ isBuy, tokens }) => (isBuy ? tokens : -tokens))
const givenLovelace = (legs: readonly Leg[]): bigint =>
  sum(legs, ({ isBuy, lovelace }) => (isBuy ? lovelace : -lovelace))

/**
 * Undefined if the legs do not explain the pool's change. A seller's leg includes the order's maximum cost of execution, because outputs do
 * not show it separately. If the legs add up to more than the pool paid, the executions cost less, and the difference is subtracted.
 * @param gained negative for a loss; zero if orders fill each other
 */
export const accountedLegs = (legs: readonly Leg[], gained: PoolReserves): readonly Leg[] | undefined => {
  if (takenTokens(legs) !== -gained.tokens) return undefined
  // Amounts of each fill are rounded once.
  const rounding = BigInt(legs.length)
  const fee = givenLovelace(legs) - gained.lovelace
  const most = sum(legs, ({ lovelace }) => lovelace)
  if (fee >= 0n) return fee <= (most * MAX_BASIS_POINTS) / 10_000n + rounding ? legs : undefined
  let missing = -fee
  const saved = legs.map((leg) => {
    if (leg.isBuy) return leg
    const off = least(missing, least(leg.lovelace, leg.fill.terms.stepCost + 1n))
    missing -= off
    return { ...leg, lovelace: leg.lovelace - off, executorFee: leg.executorFee - off }
  })
  return missing <= rounding ? saved : undefined
}

/**
 * In proportion to each leg's lovelace; the last leg has the remainder. If the pool gained more than the orders gave, which only rounding
 * explains, there is no fee.
 */
export const feesOf = (legs: readonly Leg[], gained: PoolReserves): readonly bigint[] => {
  const difference = givenLovelace(legs) - gained.lovelace
  const fee = difference > 0n ? difference : 0n
  const most = sum(legs, ({ lovelace }) => lovelace)
  const parts = legs.slice(0, -1).map(({ lovelace }) => (most === 0n ? 0n : (fee * lovelace) / most))
  return [...parts, fee - parts.reduce((total, part) => total + part, 0n)]
}

export const isByExecutor = (protocol: Protocol, { transaction }: TransactionView): boolean =>
  transaction.requiredSigners.some((key) => protocol.isExecutor(key))

/** In input order; undefined if the orders do not explain the pool's change. */
const fillTrades = (
  protocol: Protocol,
  view: TransactionView,
  pool: TradedPool,
  fills: readonly Leg[],
): Traded[] | undefined => {
  const { value, after } = pool
  // Anybody can execute some orders. Whoever executes several of his own could divide a swap among them as he likes: profit for one owner,
  // a loss for another, and volume of opposite orders.
  if (fills.length > 1 && !isByExecutor(protocol, view)) return undefined
  const gained = {
    lovelace: value.after.lovelace - value.before.lovelace,
    tokens: value.after.tokens - value.before.tokens,
  }
  const legs = accountedLegs(fills, gained)
  if (legs === undefined) return undefined
  const fees = feesOf(legs, gained)
  const changes = legs.map(({ isBuy, lovelace, tokens }, at) => {
    const part = fees[at] ?? 0n
    return isBuy ? { lovelace: lovelace - part, tokens: -tokens } : { lovelace: -lovelace - part, tokens }
  })
  const prices = [pool.priceBefore, ...pool.pricesAfter(changes).slice(0, -1), after.price]
  const trades: Traded[] = []
  for (const [at, { fill, isBuy, lovelace, tokens, executorFee }] of legs.entries()) {
    const [priceBefore, price] = [prices[at], prices[at + 1]]
    if (priceBefore === undefined || price === undefined) return undefined
    trades.push({
      kind: 'traded',
      ...after,
      price,
      venue: pool.venue,
      side: isBuy ? 'buy' : 'sell',
      lovelace,
      tokens,
      percentageFee: fees[at] ?? 0n,
      executorFee,
      priceBefore,
      order: fill.order,
      trader: fill.terms.owner,
    })
  }
  return trades
}

/** An input executes an order whose placement was not seen. */
const fillsUnseenOrder = (protocol: Protocol, view: TransactionView): boolean =>
  isByExecutor(protocol, view) &&
  view.transaction.inputs.some(
    ({ redeemer }, at) =>
      view.spent[at]?.datum === undefined &&
      redeemer !== undefined &&
      decodeOrderRedeemer(redeemer) === 'execute',
  )

/** Address of the first input outside the launchpad's scripts; null if none was seen. */
export const payerOf = (protocol: Protocol, { spent }: TransactionView): Hex | null =>
  spent.find((output) => output !== undefined && protocol.roleOf(output.address) === undefined)?.address ??
  null

/** A change without a trade if nothing was swapped. */
const poolTrade = (
  { value, after, venue, priceBefore }: TradedPool,
  isOfUnseenOrder: boolean,
  trader: Hex | null,
): LaunchpadEvent => {
  const lovelace = value.after.lovelace - value.before.lovelace
  const tokens = value.after.tokens - value.before.tokens
  const isBuy = lovelace > 0n && tokens < 0n
  const isSell = lovelace < 0n && tokens > 0n
  if (!isBuy && !isSell) return { kind: 'poolChanged', ...after, venue }
  const moved = isBuy ? lovelace : -lovelace
  const gross = isBuy ? grossFor(moved, FILL_BASIS_POINTS) : netOf(moved, FILL_BASIS_POINTS)
  const leg = isOfUnseenOrder ? gross : moved
  return {
    kind: 'traded',
    ...after,
    venue,
    side: isBuy ? 'buy' : 'sell',
    lovelace: leg,
    tokens: isBuy ? -tokens : tokens,
    percentageFee: isBuy ? leg - moved : moved - leg,
    executorFee: 0n,
    priceBefore,
    order: null,
    trader,
  }
}

export const tradesOf = (
  protocol: Protocol,
  view: TransactionView,
  pool: TradedPool,
  fills: readonly OrderFilled[],
): LaunchpadEvent[] => {
  const legs = legsOf(pool.after.token, fills)
  if (legs.length > 0) return fillTrades(protocol, view, pool, legs) ?? [poolTrade(pool, false, null)]
  const isUnseen = fillsUnseenOrder(protocol, view)
  return [poolTrade(pool, pool.venue === 'curve' && isUnseen, isUnseen ? null : payerOf(protocol, view))]
}
