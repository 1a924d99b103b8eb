// The two sides of an order, and lists of orders, newest first, which the feed's frames change.

import { ADA } from '../../schema/primitives.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'

type Traded = Pick<ApiOrder, 'from' | 'fromAmount' | 'toAmount'>

export const sidesOf = ({ from, fromAmount, toAmount }: Traded) =>
  from === ADA
    ? { isBuy: true, lovelace: fromAmount, tokens: toAmount }
    : { isBuy: false, lovelace: toAmount, tokens: fromAmount }

/** Whether the order was filled or cancelled. */
export const isEnded = ({ status }: Pick<ApiOrder, 'status'>): boolean =>
  status === 'Evaluated' || status === 'Refunded'

/** A graduation does not move the open orders of a curve to the AMM pool: nobody can fill them, and their owners must cancel them. */
export const isLeftOnCurve = (
  { orderType, status }: Pick<ApiOrder, 'orderType' | 'status'>,
  isGraduated: boolean,
): boolean => isGraduated && orderType === 'Spot' && (status === 'Pending' || status === 'Mempool')

const MOST_ENDED = 2_000

export const withoutOrder = (
  orders: readonly ApiOrder[],
  removed: Pick<ApiOrder, 'entityId'>,
): readonly ApiOrder[] => orders.filter(({ entityId }) => entityId !== removed.entityId)

/** Orders that have not ended are kept, however old they are, and the newest 2,000 of the others. */
export const withOrder = (orders: readonly ApiOrder[], order: ApiOrder): readonly ApiOrder[] => {
  let ended = 0
  return [order, ...withoutOrder(orders, order)]
    .sort((a, b) => b.timestamp - a.timestamp)
    .filter((each) => !isEnded(each) || ++ended <= MOST_ENDED)
}
