// Orders of a token: those that were filled, or those that wait.
import type { ComponentChildren } from 'preact'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import { PersonFace } from '../parts/faces.tsx'
import { compact, price, shortAddress } from '../parts/format.ts'
import { Ada, Empty } from '../parts/parts.tsx'
import { EMISSION } from '../pools.ts'
import { wallet } from '../wallet/wallet.ts'
import { AgeCell, SideCell, STATUS, StateCell } from './order-cells.tsx'

/** ADA of an order that fills its cell. */
const FULL = 2_000

export const Who = ({ address, children }: { address: string; children?: ComponentChildren }) => (
  <span class="who">
    <PersonFace address={address} />
    <span class="mono" title={address}>
      {shortAddress(address)}
    </span>
    {children}
  </span>
)

const Row = ({ order, creator, withStatus }: { order: ApiOrder; creator: string; withStatus: boolean }) => {
  const isBuy = order.from === '.'
  const lovelace = Number(isBuy ? order.fromAmount : order.toAmount)
  const tokens = Number(isBuy ? order.toAmount : order.fromAmount)
  const isOwn = wallet.value?.pkh === order.pkh
  const width = Math.min(100, Math.sqrt(lovelace / 1e6 / FULL) * 100)
  return (
    <tr data-order={order.entityId} class={isOwn ? 'mine' : undefined}>
      <AgeCell order={order} />
      <SideCell isBuy={isBuy} />
      <td class="right weigh" style={{ '--w': `${width}%`, '--c': isBuy ? 'var(--up)' : 'var(--down)' }}>
        <Ada lovelace={lovelace} />
      </td>
      <td class="num right">
        {compact(tokens)}
        <span class="muted only-wide"> {((tokens / EMISSION) * 100).toFixed(2)}%</span>
      </td>
      <td class="num right muted only-wide">₳{tokens === 0 ? '—' : price(lovelace / tokens)}</td>
      <td class="right">
        <Who address={order.address}>
          {isOwn && (
            <span class="chip you">
              you{!withStatus && order.status !== 'Evaluated' && `, ${STATUS[order.status]}`}
            </span>
          )}
          {order.address === creator && <span class="chip">dev</span>}
        </Who>
      </td>
      {withStatus && <StateCell order={order} isOwn={isOwn} />}
    </tr>
  )
}

export const OrdersTable = (props: {
  orders: readonly ApiOrder[]
  creator: string
  /** Whether they are of different states. */
  withStatus: boolean
  empty: string
}) =>
  props.orders.length === 0 ? (
    <Empty>{props.empty}</Empty>
  ) : (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Age</th>
            <th scope="col">Side</th>
            <th scope="col" class="right">
              Ada
            </th>
            <th scope="col" class="right">
              Tokens
            </th>
            <th scope="col" class="right only-wide">
              Price
            </th>
            <th scope="col" class="right">
              Trader
            </th>
            {props.withStatus && (
              <th scope="col" class="right">
                State
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {props.orders.map((order) => (
            <Row key={order.entityId} order={order} creator={props.creator} withStatus={props.withStatus} />
          ))}
        </tbody>
      </table>
    </div>
  )
