// A token's waiting orders, in the order in which they fill, and the market cap after them.
import './in-flight.css'
import { before, inFlight, type WaitingOrder } from '../../../client/trading/in-flight.ts'
import { tradedPool } from '../../../client/trading/traded-pool.ts'
import { marketCapOf } from '../../../schema/launchpad/fill.ts'
import { ADA } from '../../../schema/primitives.ts'
import type { ApiOrder } from '../../../schema/responses/orders.ts'
import { PersonFace } from '../../parts/faces.tsx'
import { counted, percent, signed, whole } from '../../parts/format.ts'
import { Ada } from '../../parts/parts.tsx'
import type { Pool } from '../../pools.ts'
import { isOwn } from '../../wallet/wallet.ts'
import { STATUS } from '../order-columns.tsx'

/** Orders that are drawn, first those that fill. The sentence counts all orders. */
const SHOWN = 12

const RULES = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (n: number): string => `${n}${SUFFIXES[RULES.select(n)] ?? 'th'}`

/** Says how much more output an order needs before it fills. */
const waits = (gap: number | undefined): string =>
  gap === undefined ? 'waits for a better price' : `waits until it gets ${percent(gap)} more`

const Chip = ({ flight: { order, output, gap }, isMine }: { flight: WaitingOrder; isMine: boolean }) => {
  const isBuy = order.from === ADA
  const lovelace = isBuy ? order.fromAmount : (output ?? order.toAmount)
  const state = output === undefined ? waits(gap) : STATUS[order.status]
  return (
    <li
      class={`flight row ${isBuy ? 'up' : 'down'}`}
      data-waits={output === undefined}
      data-status={order.status}
      title={`${isBuy ? 'Buy' : 'Sell'}, ${state}`}
    >
      <PersonFace address={order.address} size={16} />
      <Ada lovelace={lovelace} />
      <span class="sr">
        {isBuy ? 'buy' : 'sell'}, {state}
      </span>
      {isMine && <span class="chip you">you</span>}
    </li>
  )
}

/** @param props.orders undefined until they are loaded */
export const InFlight = (props: {
  pool: Pool
  orders: readonly ApiOrder[] | undefined
  basisPoints: bigint
}) => {
  const { pool, orders } = props
  const traded = tradedPool(pool, props.basisPoints)
  const flights = traded === undefined || orders === undefined ? [] : inFlight(traded, orders)
  const filling = flights.filter(({ output }) => output !== undefined)
  const own = filling.findIndex(({ order }) => isOwn(order.pkh))
  const others = flights.filter(({ output }) => output === undefined)
  const resting = others.find(({ order }) => isOwn(order.pkh))
  const ahead = resting === undefined ? 0 : before(flights, resting)
  const after = flights.at(-1)?.cap
  const change =
    after === undefined || traded === undefined ? 0 : Number(after) / Number(marketCapOf(traded)) - 1
  return (
    <section class="box row small in-flight" aria-label="In flight" data-count={orders && flights.length}>
      <p>
        <b class="num">{whole(orders && flights.length)}</b> in flight
        {flights.length > 0 && filling.length === 0 && ', waiting for a better price'}
        {filling.length > 0 && (
          <>
            {' · '}
            <b class={`num ${change < 0 ? 'down' : 'up'}`}>{signed(change)}</b>{' '}
            {filling.length === flights.length
              ? 'if all fill'
              : filling.length === 1
                ? 'if one of them fills'
                : `if ${filling.length} of them fill`}
          </>
        )}
        {own >= 0 && <> · yours is {ordinal(own + 1)}</>}
        {resting && (
          <>
            {' '}
            · yours {waits(resting.gap)},{' '}
            {ahead === 0 ? 'before all others' : `after ${counted(ahead, 'other')}`}
          </>
        )}
      </p>
      <ol>
        {[...filling, ...others].slice(0, SHOWN).map((flight) => (
          <Chip key={flight.order.entityId} flight={flight} isMine={isOwn(flight.order.pkh)} />
        ))}
        {flights.length > SHOWN && <li class="muted num">+{flights.length - SHOWN}</li>}
      </ol>
    </section>
  )
}
