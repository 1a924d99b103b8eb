// The trades of a token in pages: all of them, the wallet's or the creator's.
import { isEnded } from '../../client/trading/order-list.ts'
import { PAGE, Pager, usePage } from '../parts/pages.tsx'
import type { Pool } from '../pools.ts'
import { isOwn, wallet } from '../wallet/wallet.ts'
import { ghosts } from './finality.tsx'
import type { Marked } from './marked-orders.ts'
import { OrdersTable } from './orders-table.tsx'
import { filledFrom, type TokenState } from './token-state.ts'

export const WHOSE = [
  ['all', 'All'],
  ['you', 'Yours'],
  ['dev', "The creator's"],
] as const
export type Whose = (typeof WHOSE)[number][0]

interface TradesProps {
  readonly pool: Pool
  readonly state: TokenState
  readonly marked: Marked
  readonly whose: Whose
}

/** Begins with the first page when other trades are chosen. */
export const Trades = (props: TradesProps) => {
  const keys = props.whose === 'all' ? [] : props.marked.keys[props.whose]
  return <Pages key={[props.whose, ...keys].join()} {...props} keys={keys} />
}

const Pages = ({ pool, state, marked, whose, keys }: TradesProps & { keys: readonly string[] }) => {
  const { asset, poolAuthor } = pool.info
  const orders = state.orders.value
  const load = (offset: number) => filledFrom(asset, offset, { keys })
  const { at, later } = usePage('the older trades', load, state.loads.value)
  const isLimited = whose !== 'all'
  const newest = isLimited ? marked.orders.filter(({ pkh }) => keys.includes(pkh)) : orders
  const listed = (later?.rows ?? newest ?? []).toSorted((a, b) => b.timestamp - a.timestamp)
  const filled = listed.filter(({ status }) => status === 'Evaluated')
  // The connected wallet's orders appear among the trades as soon as they are in the mempool.
  const waiting = listed.filter((order) => !isEnded(order) && isOwn(order.pkh))
  const trades = [...waiting, ...filled.slice(0, PAGE)].sort((a, b) => b.timestamp - a.timestamp)
  const count = isLimited ? Math.max(marked.counts[whose], filled.length) : pool.metrics.totalTxCount
  return (
    <>
      <OrdersTable
        orders={orders && trades}
        creator={poolAuthor.pkh}
        ghosts={later || isLimited ? [] : ghosts.value.filter((order) => order.asset === asset)}
        empty={
          whose === 'you' && wallet.value === undefined
            ? 'Connect a wallet to see its trades.'
            : 'No order has been filled yet.'
        }
      />
      {orders && <Pager at={at} count={later?.count ?? count} of="trades" />}
    </>
  )
}
