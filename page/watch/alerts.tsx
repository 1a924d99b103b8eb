// Alerts about watched tokens and the wallet's own orders. If notifications are allowed and the page is hidden, the alerts are system
// notifications, else messages on the page. Loaded once a token is watched or a wallet is connected.
import './watch.css'
import { effect, signal } from '@preact/signals'
import { render } from 'preact'
import { initialState } from '../../client/initial-state.ts'
import { isEnded, sidesOf } from '../../client/trading/order-list.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { nameOf } from '../../schema/responses/safe-text.ts'
import { follow } from '../loading.ts'
import { ada, compact } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { linkTo } from '../parts/link.ts'
import { type Pool, poolOf, putPool } from '../pools.ts'
import { client } from '../service.ts'
import { ownOrders } from '../wallet/wallet.ts'
import { notify } from './notify.ts'
import { alertOf, unlisted, watch, watched } from './watched.ts'

const SHOWN_MS = 9_000
const MOST_SHOWN = 4

interface Message {
  readonly id: number
  readonly words: string
  readonly path: string
}

const messages = signal<readonly Message[]>([])
let count = 0

const drop = (id: number): void => {
  messages.value = messages.peek().filter((each) => each.id !== id)
}

const tell = async (words: string, asset: string): Promise<void> => {
  const path = `/token/${asset}`
  if (document.hidden && (await notify(words, asset, path))) return
  const id = count++
  messages.value = [...messages.peek(), { id, words, path }].slice(-MOST_SHOWN)
  setTimeout(() => drop(id), SHOWN_MS)
}

const Messages = () => (
  <output class="messages" aria-live="polite">
    {messages.value.map(({ id, words, path }) => (
      <div key={id} class="message row">
        <a class="row grow" href={linkTo(path)}>
          <Icon name="star" size={14} />
          <bdi>{words}</bdi>
        </a>
        <button type="button" aria-label="Close" onClick={() => drop(id)}>
          <Icon name="close" size={12} />
        </button>
      </div>
    ))}
  </output>
)

const followWatched = (asset: string): (() => void) => {
  const data = { asset, pkhFilter: null }
  let before: Pool | undefined
  const take = (given: Pool | null, at?: number): void => {
    const isListed = given !== null
    if (unlisted.peek().has(asset) === isListed)
      unlisted.value = isListed
        ? new Set([...unlisted.peek()].filter((each) => each !== asset))
        : new Set([...unlisted.peek(), asset])
    if (given === null) return
    const now = putPool(given, at)
    const of = watched.peek().find((each) => each.asset === asset)
    const alert = of && alertOf(of, before ?? now, now)
    before = now
    if (alert === undefined) return
    void tell(alert.words, asset)
    watch(alert.watched)
  }
  return follow('the watched tokens', 'PoolFeed', data, {
    initial: { fetch: () => initialState.PoolFeed(client, data), apply: take },
    onData: (pool) => take(pool),
  })
}

const endWords = (order: ApiOrder): string => {
  const ticker = poolOf(order.asset).peek()?.info.ticker ?? nameOf(order.asset)
  if (order.status === 'Refunded') return `Your order of ${ticker} is cancelled: the funds are back`
  const { isBuy, lovelace, tokens } = sidesOf(order)
  return `You ${isBuy ? 'bought' : 'sold'} ${compact(Number(tokens))} ${ticker} for ₳${ada(lovelace)}`
}

let isStarted = false

/** Further calls do nothing. */
export const startAlerts = (): void => {
  if (isStarted) return
  isStarted = true
  const root = document.createElement('div')
  document.body.append(root)
  render(<Messages />, root)
  const followed = new Map<string, () => void>()
  effect(() => {
    const assets = new Set(watched.value.map(({ asset }) => asset))
    for (const [asset, end] of followed)
      if (!assets.has(asset)) {
        end()
        followed.delete(asset)
      }
    for (const asset of assets) if (!followed.has(asset)) followed.set(asset, followWatched(asset))
  })
  let open = new Set<string>()
  effect(() => {
    const orders = ownOrders.value ?? []
    for (const order of orders)
      if (isEnded(order) && open.has(order.entityId)) tell(endWords(order), order.asset)
    open = new Set(orders.filter((order) => !isEnded(order)).map(({ entityId }) => entityId))
  })
}
