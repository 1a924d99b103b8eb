// The portfolio: the connected wallet's tokens, its orders of all tokens, and tokens locked for it.
import { useEffect } from 'preact/hooks'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import { dataOf } from '../../../client/answer.ts'
import { fetching } from '../loading.ts'
import { TokenFace } from '../parts/faces.tsx'
import { compact } from '../parts/format.ts'
import { LookUp } from '../parts/look-up.tsx'
import { Ada, Copy, Table } from '../parts/parts.tsx'
import { Empty } from '../parts/waiting.tsx'
import { poolOf, priceOf, putPool } from '../pools.ts'
import { client } from '../service.ts'
import { AgeCell, SideCell, StateCell } from '../token/order-cells.tsx'
import { Locks } from './locks.tsx'
import { TokenName } from './token-name.tsx'
import { disconnect, isConnecting, lovelace, ownOrders, tokens, wallet } from './wallet.ts'

/** Most tokens whose pools are fetched. */
const MAX_POOLS = 50

/** Fetches the pools of the wallet's tokens that the page does not know yet. */
const useHeldPools = (assets: readonly string[]): void => {
  useEffect(() => {
    const get = fetching('the tokens of the wallet', 0, async () => {
      const unknown = assets.filter((each) => poolOf(each).peek() === undefined).slice(0, MAX_POOLS)
      const queries = unknown.map((pattern) => ({ pattern, limit: 1 }))
      const answers = queries.map((query) => client.GET('/v1/pools-main-page/search', { params: { query } }))
      for (const answer of await Promise.all(answers)) dataOf(answer).items.map(putPool)
    })
    get()
    return get.cancel
  }, [assets.join()])
}

const Holdings = () => {
  const held = [...tokens.value]
  useHeldPools(held.map(([asset]) => asset))
  const rows = held
    .map(([asset, amount]) => ({ asset, amount, pool: poolOf(asset).value }))
    .map((row) => ({ ...row, worth: row.pool ? Number(row.amount) * priceOf(row.pool) : undefined }))
    .sort((a, b) => (b.worth ?? -1) - (a.worth ?? -1))
  return (
    <section class="panel" aria-label="Tokens">
      <h2>
        Tokens <Ada lovelace={rows.reduce((sum, { worth = 0 }) => sum + worth, 0)} class="strong" />
      </h2>
      {rows.length === 0 && <p class="muted">No token yet.</p>}
      <ul class="held">
        {rows.map(({ asset, amount, pool, worth }) => (
          <li key={asset}>
            <a href={`#/token/${asset}`}>
              <TokenFace asset={asset} size={32} />
              <span>
                <TokenName asset={asset} />
                <span class="muted num">
                  {compact(Number(amount))} <bdi>{pool?.info.ticker}</bdi>
                </span>
              </span>
              {worth === undefined ? <span class="muted">no market here</span> : <Ada lovelace={worth} />}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const OrderRow = ({ order }: { order: ApiOrder }) => {
  const isBuy = order.from === '.'
  return (
    <tr data-order={order.entityId}>
      <SideCell isBuy={isBuy} />
      <td>
        <a href={`#/token/${order.asset}`}>
          <TokenName asset={order.asset} />
        </a>
      </td>
      <td class="right">
        <Ada lovelace={isBuy ? order.fromAmount : order.toAmount} />
      </td>
      <td class="right num only-wide">{compact(Number(isBuy ? order.toAmount : order.fromAmount))}</td>
      <AgeCell order={order} class="right below" />
      <StateCell order={order} isOwn />
    </tr>
  )
}

const Orders = ({ title, orders, empty }: { title: string; orders: readonly ApiOrder[]; empty: string }) => (
  <section class="box" aria-label={title}>
    <h2 class="box-head">
      {title}
      <span class="muted num">{orders.length}</span>
    </h2>
    {orders.length === 0 ? (
      <Empty>
        <p>{empty}</p>
      </Empty>
    ) : (
      <Table
        class="two-lines"
        head={[
          ['Side'],
          ['Token'],
          ['Ada', 'right'],
          ['Tokens', 'right only-wide'],
          ['Age', 'right'],
          ['State', 'right'],
        ]}
      >
        {orders.map((order) => (
          <OrderRow key={order.entityId} order={order} />
        ))}
      </Table>
    )}
  </section>
)

const isOpen = ({ status }: ApiOrder): boolean => status !== 'Evaluated' && status !== 'Refunded'

export const Portfolio = () => {
  const own = wallet.value
  if (own === undefined)
    return (
      <main class="portfolio" tabIndex={-1}>
        <h1>Portfolio</h1>
        <Empty icon="wallet">
          <p>Connect a wallet to see its tokens and orders.</p>
          <button
            type="button"
            class="go narrow"
            onClick={() => {
              isConnecting.value = true
            }}
          >
            Connect a wallet
          </button>
        </Empty>
      </main>
    )
  return (
    <main class="portfolio" tabIndex={-1}>
      <h1>Portfolio</h1>
      <div class="panel purse">
        <p class="muted small">
          {own.name} ·{' '}
          <Copy text={own.address} label="address">
            <span class="mono">
              {own.address.slice(0, 12)}…{own.address.slice(-6)}
            </span>
          </Copy>{' '}
          <LookUp kind="address" id={own.address}>
            on the chain
          </LookUp>
        </p>
        <p>
          <Ada lovelace={`${lovelace.value ?? 0n}`} class="big" />
        </p>
        <button type="button" class="button" onClick={disconnect}>
          Disconnect
        </button>
      </div>
      <div class="token-grid">
        <div class="token-main">
          <Orders title="Open orders" orders={ownOrders.value.filter(isOpen)} empty="No open orders." />
          <Orders
            title="History"
            orders={ownOrders.value.filter((order) => !isOpen(order))}
            empty="No orders yet."
          />
        </div>
        <div class="rail">
          <Holdings />
          <Locks pkh={own.pkh} />
        </div>
      </div>
    </main>
  )
}
