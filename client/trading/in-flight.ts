// Applies a token's unfilled orders to its pool in order, to compute the output of each order and the market cap after it. Executors fill
// in this order, and the formulas are the chain's, so nothing is estimated.

import type { Ratio } from '../../schema/codecs/ratio.ts'
import { type FilledOrder, type FilledPool, fill, marketCapOf } from '../../schema/launchpad/fill.ts'
import { leastOutput } from '../../schema/launchpad/slippage.ts'
import { ADA } from '../../schema/primitives.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { isLeftOnCurve } from './order-list.ts'

export interface WaitingOrder {
  readonly order: ApiOrder
  /** Output in smallest units. Undefined if the price is worse than the order accepts, or the curve is complete. */
  readonly output: bigint | undefined
  /** Market cap after the order, in lovelace. */
  readonly cap: bigint
  /** Share by which the order's current output must grow before it fills; undefined if the order fills now, or never. */
  readonly gap: number | undefined
}

type Terms = FilledOrder & { readonly worst: Ratio }

/** A share; undefined if the order would get nothing. */
const gapOf = (pool: FilledPool, { input, worst, side }: Terms): number | undefined => {
  const alone = fill(pool, { side, input, worst: { numerator: 0n, denominator: 1n } })
  return alone && alone.output > 0n
    ? Math.max(0, Number(leastOutput(worst, input)) / Number(alone.output) - 1)
    : undefined
}

/** An order that a transaction in the mempool fills is first. Orders in blocks fill before other orders in the mempool. */
const TURNS: readonly ApiOrder['status'][] = ['MempoolEvaluated', 'Pending', 'Mempool']

/** Placed, and neither filled nor being cancelled. */
const isWaiting = ({ status }: ApiOrder): boolean => TURNS.includes(status)

/** A price from the feed has up to 20 digits after the point. */
const ratioOf = (price: string): Ratio => {
  const [whole = '', fraction = ''] = price.split('.')
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) }
}

/** Orders of each turn are sorted by time. */
const byTurn = (a: ApiOrder, b: ApiOrder): number =>
  TURNS.indexOf(a.status) - TURNS.indexOf(b.status) || a.timestamp - b.timestamp

/** @param orders newest first, as the page stores them */
export const inFlight = (start: FilledPool, orders: readonly ApiOrder[]): readonly WaitingOrder[] => {
  let pool = start
  return orders
    .filter((order) => isWaiting(order) && !isLeftOnCurve(order, start.kind === 'amm'))
    .reverse()
    .sort(byTurn)
    .map((order) => {
      const terms: Terms = {
        side: order.from === ADA ? 'buy' : 'sell',
        input: BigInt(order.fromAmount),
        worst: ratioOf(order.worstPrice),
      }
      const made = fill(pool, terms)
      pool = made?.pool ?? pool
      const gap = made === undefined ? gapOf(start, terms) : undefined
      return { order, output: made?.output, cap: marketCapOf(pool), gap }
    })
}

/** Waiting orders of the same side whose prices are nearer to the pool's price. They fill first when the price moves. */
export const before = (waiting: readonly WaitingOrder[], { order, gap }: WaitingOrder): number =>
  waiting.filter((each) => each.order.from === order.from && each.gap !== undefined && each.gap < (gap ?? 0))
    .length
