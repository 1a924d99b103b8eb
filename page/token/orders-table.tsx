// A table of a token's orders, filled or open.
import { sidesOf } from '../../client/trading/order-list.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { Price } from '../parts/details/price.tsx'
import { Who } from '../parts/details/who.tsx'
import { compact } from '../parts/format.ts'
import { Ada, Digits } from '../parts/parts.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { shareOf } from '../pools.ts'
import { isOwn } from '../wallet/wallet.ts'
import { Finality } from './finality.tsx'
import { AGE, SIDE, STATE, STATUS } from './order-columns.tsx'
import { PARTS } from './token-state.ts'

/** Amount in ADA at which an order's bar fills its cell. */
const FULL = 2_000

/** `isGhost` if a fork removed the trade. */
type Row = ApiOrder & { readonly isGhost?: boolean }

const barOf = (order: Row) => {
  const { isBuy, lovelace } = sidesOf(order)
  const width = Math.min(100, Math.sqrt(Number(lovelace) / 1e6 / FULL) * 100)
  return { style: { '--w': `${width}%`, '--c': isBuy ? 'var(--up)' : 'var(--down)' } }
}

const COLUMNS: readonly Column<Row>[] = [
  SIDE,
  ['ADA', 'right weigh', (order) => <Ada lovelace={sidesOf(order).lovelace} />, barOf],
  [
    'Tokens',
    'num right',
    (order) => (
      <>
        <Digits text={compact(Number(sidesOf(order).tokens))} />
        <span class="muted only-wide"> {shareOf(Number(sidesOf(order).tokens))}</span>
      </>
    ),
  ],
  [
    'Price',
    'num right muted only-wide',
    (order) => {
      const { lovelace, tokens } = sidesOf(order)
      return tokens === '0' ? '—' : <Price lovelace={Number(lovelace) / Number(tokens)} />
    },
  ],
  AGE,
]

/**
 * @param creator payment key hash, empty when unknown
 * @param isOpen whether another column shows the state of the orders
 */
const traderOf = (creator: string, isOpen: boolean): Column<Row> => [
  'Trader',
  'right below trader',
  ({ address, pkh, status, timestamp, isGhost }) => (
    <Who address={address} isDev={pkh === creator}>
      {isGhost ? (
        <span class="chip">rolled back</span>
      ) : (
        status === 'Evaluated' && <Finality time={timestamp} />
      )}
      {isOwn(pkh) && (
        <span class="chip you">you{!isOpen && status !== 'Evaluated' && `, ${STATUS[status]}`}</span>
      )}
    </Who>
  ),
]

export const OrdersTable = ({
  orders,
  creator,
  isOpen = false,
  ghosts = [],
  empty,
}: {
  /** Undefined until they are loaded. */
  orders: readonly ApiOrder[] | undefined
  /** Payment key hash, empty when unknown. */
  creator: string
  isOpen?: boolean
  /** Trades that a fork removed, shown above the others. */
  ghosts?: readonly ApiOrder[]
  empty: string
}) => (
  <Table<Row>
    label={isOpen ? 'Open orders' : 'Trades'}
    class="two-lines"
    columns={[...COLUMNS, traderOf(creator, isOpen), ...(isOpen ? [STATE] : [])]}
    rows={orders && [...ghosts.map((order): Row => ({ ...order, isGhost: true })), ...orders]}
    keyOf={({ entityId, isGhost }) => (isGhost ? `${entityId} ghost` : entityId)}
    rowOf={({ entityId, isGhost, pkh }) =>
      isGhost ? { class: 'ghost' } : { 'data-order': entityId, class: isOwn(pkh) ? 'mine' : undefined }
    }
    part={PARTS.orders}
    icon="bolt"
    empty={empty}
  />
)
