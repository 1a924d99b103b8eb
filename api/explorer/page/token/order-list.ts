// Lists of orders, newest first, as frames of the feed change them.
import type { ApiOrder } from '../../../../schema/answers/orders.ts'

const ORDERS = 2_000

export const withoutOrder = (
  orders: readonly ApiOrder[],
  removed: Pick<ApiOrder, 'entityId'>,
): readonly ApiOrder[] => orders.filter(({ entityId }) => entityId !== removed.entityId)

export const withOrder = (orders: readonly ApiOrder[], order: ApiOrder): readonly ApiOrder[] =>
  [order, ...withoutOrder(orders, order)].sort((a, b) => b.timestamp - a.timestamp).slice(0, ORDERS)
