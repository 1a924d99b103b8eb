// A table of a token's orders, filled or open.
import type { ComponentChildren } from 'preact'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { LookUp } from '../parts/details/look-up.tsx'
import { Price } from '../parts/details/price.tsx'
import { PersonFace } from '../parts/faces.tsx'
import { compact, shortAddress } from '../parts/format.ts'
import { Ada, Digits } from '../parts/parts.tsx'
import { Table } from '../parts/table.tsx'
import { Empty } from '../parts/waiting.tsx'
import { shareOf } from '../pools.ts'
import { isOwn } from '../wallet/wallet.ts'
import { Finality } from './finality.tsx'
import { AgeCell, SideCell, STATUS, StateCell } from './order-cells.tsx'
import { sidesOf } from './order-list.ts'

/** Amount in ADA at which an order's bar fills its cell. */
const FULL = 2_000

/** @param props.isLong whether the beginning of the address is shown too, where there is room */
export const Who = (props: { address: string; isLong?: boolean; children?: ComponentChildren }) => (
  <span class="who">
    <PersonFace address={props.address} />
    <LookUp kind="address" id={props.address}>
      <span class="mono" title={props.address}>
        {props.isLong && <span class="only-wide">{props.address.slice(0, 14)}…</span>}
        {shortAddress(props.address)}
      </span>
    </LookUp>
    {props.children}
  </span>
)

interface RowProps {
  readonly order: ApiOrder
  readonly creator: string
  readonly withStatus?: boolean | undefined
  /** Whether a fork removed the trade. */
  readonly isGhost?: boolean
}

const Row = ({ order, creator, withStatus, isGhost = false }: RowProps) => {
  const { isBuy, ...amounts } = sidesOf(order)
  const [lovelace, tokens] = [Number(amounts.lovelace), Number(amounts.tokens)]
  const isMine = isOwn(order.pkh)
  const width = Math.min(100, Math.sqrt(lovelace / 1e6 / FULL) * 100)
  return (
    <tr
      data-order={isGhost ? undefined : order.entityId}
      class={isGhost ? 'ghost' : isMine ? 'mine' : undefined}
    >
      <SideCell isBuy={isBuy} />
      <td class="right weigh" style={{ '--w': `${width}%`, '--c': isBuy ? 'var(--up)' : 'var(--down)' }}>
        <Ada lovelace={lovelace} />
      </td>
      <td class="num right">
        <Digits text={compact(tokens)} />
        <span class="muted only-wide"> {shareOf(tokens)}</span>
      </td>
      <td class="num right muted only-wide">{tokens === 0 ? '—' : <Price lovelace={lovelace / tokens} />}</td>
      <AgeCell order={order} class="right below" />
      <td class="right below">
        <Who address={order.address}>
          {isGhost ? (
            <span class="chip">rolled back</span>
          ) : (
            order.status === 'Evaluated' && <Finality time={order.timestamp} />
          )}
          {isMine && (
            <span class="chip you">
              you{!withStatus && order.status !== 'Evaluated' && `, ${STATUS[order.status]}`}
            </span>
          )}
          {order.address === creator && <span class="chip">dev</span>}
        </Who>
      </td>
      {withStatus && <StateCell order={order} isOwn={isMine} />}
    </tr>
  )
}

const HEAD: Parameters<typeof Table>[0]['head'] = [
  ['Side'],
  ['ADA', 'right'],
  ['Tokens', 'right'],
  ['Price', 'right only-wide'],
  ['Age', 'right'],
  ['Trader', 'right trader'],
]

export const OrdersTable = (props: {
  orders: readonly ApiOrder[]
  creator: string
  withStatus?: boolean
  /** Trades that a fork removed, shown above the others. */
  ghosts?: readonly ApiOrder[]
  empty: string
}) =>
  props.orders.length === 0 && !props.ghosts?.length ? (
    <Empty icon="bolt" words={props.empty} />
  ) : (
    <Table
      label={props.withStatus ? 'Open orders' : 'Trades'}
      class="two-lines"
      head={props.withStatus ? [...HEAD, ['State', 'right']] : HEAD}
    >
      {props.ghosts?.map((order) => (
        <Row key={`${order.entityId} ghost`} order={order} creator={props.creator} isGhost />
      ))}
      {props.orders.map((order) => (
        <Row key={order.entityId} order={order} creator={props.creator} withStatus={props.withStatus} />
      ))}
    </Table>
  )
