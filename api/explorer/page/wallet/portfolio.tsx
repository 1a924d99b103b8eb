// The portfolio: the connected wallet's tokens, its orders of all tokens, and tokens locked for it.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import type { VestingBody } from '../../../../schema/answers/vesting.ts'
import { dataOf } from '../../../client/answer.ts'
import { status } from '../chain.ts'
import { fetching } from '../loading.ts'
import { TokenFace } from '../parts/faces.tsx'
import { compact, dayOf } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { LookUp } from '../parts/look-up.tsx'
import { Ada, Copy, Table } from '../parts/parts.tsx'
import { nameOf } from '../parts/safe-text.ts'
import { Empty, Waiting } from '../parts/waiting.tsx'
import { poolOf, priceOf, putPool } from '../pools.ts'
import { SendButton } from '../send-button.tsx'
import { client } from '../service.ts'
import { AgeCell, SideCell, StateCell } from '../token/order-cells.tsx'
import { withdraw } from './transactions.ts'
import { disconnect, isConnecting, lovelace, ownOrders, tokens, wallet } from './wallet.ts'

/** Most tokens whose pools are fetched. */
const MAX_POOLS = 50

const TokenName = ({ asset }: { asset: string }) => (
  <bdi class="ticker">{poolOf(asset).value?.info.name ?? nameOf(asset)}</bdi>
)

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

/** Name of the part. */
const LOCKED = 'the locks'
/** Most locks that are shown; the first to end come first. */
const LOCKS = 50
/** Latest time of a JavaScript date, Unix milliseconds. */
const MAX_TIME = 8.64e15

const untilWhen = (ms: number): string => (ms > MAX_TIME ? 'for ever' : `until ${dayOf(ms / 1000)}`)

const Locks = ({ pkh }: { pkh: string }) => {
  const locks = useSignal<readonly VestingBody[] | undefined>(undefined)
  /** Locks that are being withdrawn. Until they are gone, locks are fetched after each block. */
  const sent = useSignal<readonly string[]>([])
  const block = sent.value.length > 0 ? status.value?.models?.id : undefined
  useEffect(() => {
    const get = fetching(LOCKED, 0, async () => {
      const query = { redeemerVkhs: pkh }
      const { vestings } = dataOf(
        await client.POST('/v1/vesting/get-by-redeemer', { params: { query }, body: {} }),
      )
      locks.value = vestings
      const left = sent.peek().filter((id) => vestings.some((lock) => lock.id === id))
      if (left.length < sent.peek().length) sent.value = left
    })
    get()
    return get.cancel
  }, [pkh, block])
  return (
    <section class="panel" aria-label="Locks">
      <h2>Locked for this wallet</h2>
      {locks.value === undefined && <Waiting part={LOCKED} />}
      {locks.value?.length === 0 && <p class="muted">Nothing is locked.</p>}
      <ul class="held">
        {locks.value?.slice(0, LOCKS).map(({ id, tokenPolicyId, tokenAssetName, totalLocked, lockUntil }) => (
          <li key={id}>
            <a href={`#/token/${tokenPolicyId}.${tokenAssetName}`}>
              <Icon name="lock" />
              <span>
                <TokenName asset={`${tokenPolicyId}.${tokenAssetName}`} />
                <span class="muted num">{compact(Number(totalLocked))}</span>
              </span>
              {Number(lockUntil) >= Date.now() && (
                <span class="muted num">{untilWhen(Number(lockUntil))}</span>
              )}
            </a>
            {Number(lockUntil) < Date.now() && (
              <SendButton
                label="Take out"
                sent="Taking out"
                send={async () => {
                  await withdraw(id)
                  sent.value = [...sent.peek(), id]
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

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
