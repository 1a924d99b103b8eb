// The two sides of an order, and lists of orders, newest first, which the feed's frames change.

import { ADA } from '../../schema/primitives.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'

type Traded = Pick<ApiOrder, 'from' | 'fromAmount' | 'toAmount'>

/** The lovelace and the tokens that an order gives or gets. */
export const sidesOf = ({ from, fromAmount, toAmount }: Traded) =>
  from === ADA
    ? { isBuy: true, lovelace: fromAmount, tokens: toAmount }
    : { isBuy: false, lovelace: toAmount, tokens: fromAmount }

/** Whether an order has ended: it is filled, or cancelled. */
export const isEnded = ({ status }: Pick<ApiOrder, 'status'>): boolean =>
  status === 'Evaluated' || status === 'Refunded'

const ORDERS = 2_000

export const withoutOrder = (
  orders: readonly ApiOrder[],
  removed: Pick<ApiOrder, 'entityId'>,
): readonly ApiOrder[] => orders.filter(({ entityId }) => entityId !== removed.entityId)

export const withOrder = (orders: readonly ApiOrder[], order: ApiOrder): readonly ApiOrder[] =>
  [order, ...withoutOrder(orders, order)].sort((a, b) => b.timestamp - a.timestamp).slice(0, ORDERS)

/**
 * The newest orders of a token, and a wallet's open orders that are not among them: an order may wait behind any number of newer ones.
 * @param own orders of the wallet, of any token
 */
export const withOpen = (
  newest: readonly ApiOrder[],
  own: readonly ApiOrder[],
  asset: string,
): readonly ApiOrder[] => {
  const known = new Set(newest.map(({ entityId }) => entityId))
  const open = own.filter((order) => order.asset === asset && !isEnded(order) && !known.has(order.entityId))
  return [...newest, ...open].sort((a, b) => b.timestamp - a.timestamp)
}
