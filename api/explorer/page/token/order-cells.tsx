// Cells that both tables of orders have: age, side and state.
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import { Age } from '../parts/parts.tsx'
import { SendButton } from '../send-button.tsx'
import { cancelOrder } from '../wallet/wallet.ts'

/** Name of each status. */
export const STATUS: Readonly<Record<ApiOrder['status'], string>> = {
  Mempool: 'in the mempool',
  Pending: 'waiting',
  MempoolEvaluated: 'being filled',
  Evaluated: 'filled',
  MempoolRefunded: 'being taken back',
  Refunded: 'taken back',
}

export const AgeCell = ({ order }: { order: ApiOrder }) => (
  <td class="muted num">
    <Age time={order.timestamp} />
  </td>
)

export const SideCell = ({ isBuy }: { isBuy: boolean }) => (
  <td>
    <span class={`side ${isBuy ? 'up' : 'down'}`}>{isBuy ? 'Buy' : 'Sell'}</span>
  </td>
)

/** State of an order, with a button for its owner to cancel it. */
export const StateCell = ({ order, isOwn }: { order: ApiOrder; isOwn: boolean }) => (
  <td class="right muted">
    {STATUS[order.status]}{' '}
    {isOwn && order.status === 'Pending' && (
      <SendButton label="Cancel" sent="Cancelling" send={() => cancelOrder(order.entityId)} />
    )}
  </td>
)
