// The portfolio: the connected wallet's tokens with their profit, its orders of all tokens, and tokens locked for it.
import './wallet.css'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { facts } from '../chain.ts'
import { Main } from '../navigation.tsx'
import { Button, setting } from '../parts/controls.tsx'
import { Copy } from '../parts/details/copy.tsx'
import { LookUp } from '../parts/details/look-up.tsx'
import { compact } from '../parts/format.ts'
import { linkTo } from '../parts/link.ts'
import { Ada } from '../parts/parts.tsx'
import { KEYS, kept } from '../parts/stored.ts'
import { Table } from '../parts/table.tsx'
import { Empty } from '../parts/waiting.tsx'
import { AgeCell, SideCell, StateCell } from '../token/order-cells.tsx'
import { isEnded, sidesOf } from '../token/order-list.ts'
import { disconnect } from './connection.ts'
import { Holdings, ProfitInAll } from './holdings.tsx'
import { Locks } from './locks.tsx'
import { usePositions } from './positions.ts'
import { TokenName } from './token-name.tsx'
import { isConnecting, lovelace, ownOrders, wallet } from './wallet.ts'

const OrderRow = ({ order }: { order: ApiOrder }) => {
  const { isBuy, lovelace, tokens } = sidesOf(order)
  return (
    <tr data-order={order.entityId}>
      <SideCell isBuy={isBuy} />
      <td>
        <a href={linkTo(`/token/${order.asset}`)}>
          <TokenName asset={order.asset} />
        </a>
      </td>
      <td class="right">
        <Ada lovelace={lovelace} />
      </td>
      <td class="right num only-wide">{compact(Number(tokens))}</td>
      <AgeCell order={order} class="right below" />
      <StateCell order={order} isOwn />
    </tr>
  )
}

const Orders = ({ title, orders, empty }: { title: string; orders: readonly ApiOrder[]; empty: string }) => (
  <section class="box" aria-label={title}>
    <h2 class="box-head row">
      {title}
      <span class="muted num">{orders.length}</span>
    </h2>
    {orders.length === 0 ? (
      <Empty words={empty} />
    ) : (
      <Table
        label={title}
        class="two-lines"
        head={[
          ['Side'],
          ['Token'],
          ['ADA', 'right'],
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

export const Portfolio = () => {
  const own = wallet.value
  const positions = usePositions()
  if (own === undefined)
    return (
      <Main class="portfolio">
        <h1>Portfolio</h1>
        <Empty
          icon="wallet"
          words={
            kept(KEYS.wallet) === null
              ? 'Connect a wallet to see its tokens and orders.'
              : 'The wallet is connected as soon as it and the service answer.'
          }
        >
          <Button class="go narrow" onClick={setting(isConnecting, true)}>
            Connect a wallet
          </Button>
        </Empty>
      </Main>
    )
  return (
    <Main class="portfolio">
      <h1>Portfolio</h1>
      <div class="panel purse">
        <p class="muted small">
          {own.name}
          <br />
          <Copy text={own.address} label="address">
            <span class="mono">
              {own.address.slice(0, 12)}…{own.address.slice(-6)}
            </span>
          </Copy>
          {facts.value?.blockExplorer.address && (
            <>
              {' · '}
              <LookUp kind="address" id={own.address}>
                Explorer
              </LookUp>
            </>
          )}
        </p>
        <p>
          <Ada lovelace={lovelace.value} class="big" />
        </p>
        <Button onClick={disconnect}>Disconnect</Button>
      </div>
      <div class="token-grid">
        <div class="token-main column">
          <Holdings positions={positions} />
          <Orders
            title="Open orders"
            orders={ownOrders.value.filter((order) => !isEnded(order))}
            empty="No open orders."
          />
          <Orders title="History" orders={ownOrders.value.filter(isEnded)} empty="No orders yet." />
        </div>
        <div class="rail column">
          <ProfitInAll positions={positions} />
          <Locks />
        </div>
      </div>
    </Main>
  )
}
