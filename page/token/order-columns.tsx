// Columns that all tables of orders have: side, age and state.
import { isLeftOnCurve, sidesOf } from '../../client/trading/order-list.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { now } from '../now.ts'
import { Button } from '../parts/controls.tsx'
import { LookUp } from '../parts/details/look-up.tsx'
import { timeOf } from '../parts/format.ts'
import { Age, useDrawnAfter } from '../parts/parts.tsx'
import type { Column } from '../parts/table.tsx'
import { isGraduated, poolOf } from '../pools.ts'
import { SendButton } from '../wallet/sending-line.tsx'
import { cancelOrder } from '../wallet/transactions.ts'
import { isOwn } from '../wallet/wallet.ts'

export const STATUS: Readonly<Record<ApiOrder['status'], string>> = {
  Mempool: 'in the mempool',
  Pending: 'waiting',
  MempoolEvaluated: 'being filled',
  Evaluated: 'filled',
  MempoolRefunded: 'being cancelled',
  Refunded: 'cancelled',
}

/**
 * Seconds during which a curve order cannot be cancelled. The transaction builder sets this delay, which begins when the order is built.
 */
const CURVE_DELAY_S = 20 * 60

const Cancel = ({ order }: { order: ApiOrder }) => {
  const from = order.orderType === 'Spot' ? order.timestamp + CURVE_DELAY_S : 0
  const left = from * 1000 - now()
  useDrawnAfter(left > 0 ? left : undefined)
  return left > 0 ? (
    <Button class="chip" disabled title="An order on a curve can be cancelled after 20 minutes">
      Cancel from {timeOf(from)}
    </Button>
  ) : (
    <SendButton kind="cancel" subject={order.entityId} label="Cancel" send={() => cancelOrder(order)} />
  )
}

export const SIDE: Column<ApiOrder> = [
  'Side',
  '',
  (order) => <b class={sidesOf(order).isBuy ? 'up' : 'down'}>{sidesOf(order).isBuy ? 'Buy' : 'Sell'}</b>,
]

export const AGE: Column<ApiOrder> = [
  'Age',
  'right muted num below',
  ({ evaluatedTransactionId, pendingTransactionId, timestamp }) => (
    <LookUp kind="transaction" id={evaluatedTransactionId ?? pendingTransactionId}>
      <Age time={timestamp} />
    </LookUp>
  ),
]

const stateOf = (order: ApiOrder): string => {
  const pool = poolOf(order.asset).value
  return pool && isLeftOnCurve(order, isGraduated(pool)) ? 'left on the curve' : STATUS[order.status]
}

export const STATE: Column<ApiOrder> = [
  'State',
  'right muted below',
  (order) => (
    <>
      {stateOf(order)} {order.status === 'Pending' && isOwn(order.pkh) && <Cancel order={order} />}
    </>
  ),
]
