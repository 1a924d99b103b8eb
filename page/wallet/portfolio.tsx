// The portfolio: the connected wallet's tokens with their profit, its orders of all tokens, and tokens locked for it.
import './wallet.css'
import { isEnded, sidesOf } from '../../client/trading/order-list.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { Main } from '../navigation.tsx'
import { Box } from '../parts/box.tsx'
import { Button, setting } from '../parts/controls.tsx'
import { Purse } from '../parts/details/purse.tsx'
import { compact, whole } from '../parts/format.ts'
import { Ada } from '../parts/parts.tsx'
import { KEYS, kept } from '../parts/stored.ts'
import { type Column, Table } from '../parts/table.tsx'
import { Empty } from '../parts/waiting.tsx'
import { AGE, SIDE, STATE } from '../token/order-columns.tsx'
import type { Wallet } from './cip30.ts'
import { disconnect } from './connection.ts'
import { Holdings, ProfitInAll } from './holdings.tsx'
import { Locks } from './locks.tsx'
import { usePositions } from './positions.ts'
import { TokenLink } from './token-name.tsx'
import { isConnecting, lovelace, ownOrders, wallet } from './wallet.ts'

const COLUMNS: readonly Column<ApiOrder>[] = [
  SIDE,
  ['Token', '', ({ asset }) => <TokenLink asset={asset} />],
  ['ADA', 'right', (order) => <Ada lovelace={sidesOf(order).lovelace} />],
  ['Tokens', 'right num only-wide', (order) => compact(Number(sidesOf(order).tokens))],
  AGE,
  STATE,
]

const Orders = (props: { title: string; orders: readonly ApiOrder[] | undefined; empty: string }) => (
  <Box title={props.title} figure={whole(props.orders?.length)}>
    <Table
      label={props.title}
      class="two-lines"
      columns={COLUMNS}
      rows={props.orders}
      keyOf={({ entityId }) => entityId}
      rowOf={({ entityId }) => ({ 'data-order': entityId })}
      part="your orders"
      empty={props.empty}
    />
  </Box>
)

const Connect = () => (
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
)

const Own = ({ of: own }: { of: Wallet }) => {
  const positions = usePositions()
  const orders = ownOrders.value
  return (
    <>
      <Purse name={own.name} address={own.address}>
        <p>
          <Ada lovelace={lovelace.value} class="big" />
        </p>
        <Button onClick={disconnect}>Disconnect</Button>
      </Purse>
      <div class="token-grid">
        <div class="token-main column">
          <Holdings positions={positions} />
          <Orders
            title="Open orders"
            orders={orders?.filter((order) => !isEnded(order))}
            empty="No open orders."
          />
          <Orders title="History" orders={orders?.filter(isEnded)} empty="No orders yet." />
        </div>
        <div class="rail column">
          <ProfitInAll positions={positions} />
          <Locks />
        </div>
      </div>
    </>
  )
}

export const Portfolio = () => (
  <Main class="portfolio">
    <h1>Portfolio</h1>
    {wallet.value === undefined ? <Connect /> : <Own of={wallet.value} />}
  </Main>
)
