// Cells that both tables of orders have: age, side and state.
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { Button } from '../parts/controls.tsx'
import { LookUp } from '../parts/details/look-up.tsx'
import { timeOf } from '../parts/format.ts'
import { Age, useDrawnAfter } from '../parts/parts.tsx'
import { SendButton } from '../wallet/sending-line.tsx'
import { cancelOrder } from '../wallet/transactions.ts'

export const STATUS: Readonly<Record<ApiOrder['status'], string>> = {
  Mempool: 'in the mempool',
  Pending: 'waiting',
  MempoolEvaluated: 'being filled',
  Evaluated: 'filled',
  MempoolRefunded: 'being cancelled',
  Refunded: 'cancelled',
}

/** Seconds for which an order on a curve cannot be taken back: the builder's delay, which begins when it is built. */
const CURVE_DELAY_S = 20 * 60

export const AgeCell = ({ order, class: name = '' }: { order: ApiOrder; class?: string }) => (
  <td class={`muted num ${name}`}>
    <LookUp kind="transaction" id={order.evaluatedTransactionId ?? order.pendingTransactionId}>
      <Age time={order.timestamp} />
    </LookUp>
  </td>
)

export const SideCell = ({ isBuy }: { isBuy: boolean }) => (
  <td>
    <b class={isBuy ? 'up' : 'down'}>{isBuy ? 'Buy' : 'Sell'}</b>
  </td>
)

const Cancel = ({ order }: { order: ApiOrder }) => {
  const from = order.orderType === 'Spot' ? order.timestamp + CURVE_DELAY_S : 0
  const left = from * 1000 - Date.now()
  useDrawnAfter(left > 0 ? left : undefined)
  return left > 0 ? (
    <Button class="chip" disabled title="An order on a curve can be cancelled after 20 minutes">
      Cancel from {timeOf(from)}
    </Button>
  ) : (
    <SendButton kind="cancel" subject={order.entityId} label="Cancel" send={() => cancelOrder(order)} />
  )
}

/** State of an order, with a button for its owner to cancel it. */
export const StateCell = ({ order, isOwn }: { order: ApiOrder; isOwn: boolean }) => (
  <td class="right muted below">
    {STATUS[order.status]} {isOwn && order.status === 'Pending' && <Cancel order={order} />}
  </td>
)
