// The data of a token's view, followed while it is open: its pool, orders and holders.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { HoldersPage } from '../../../../schema/answers/analytics.ts'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import { dataOf } from '../../../client/answer.ts'
import { initialState } from '../../../client/initial-state.ts'
import { fetchSparks } from '../board/sparks.ts'
import { fetching, follow } from '../loading.ts'
import { dropPool, type Pool, putPool } from '../pools.ts'
import { client } from '../service.ts'
import { haunt } from './finality.tsx'
import { withOrder, withoutOrder } from './order-list.ts'

/** Milliseconds from a trade until holders and the sparkline are fetched again. */
const FETCH_DELAY = 300
/** Orders and holders in a page; the service's most are 100 and 101. */
const PAGE = 100

/** Names of the parts. */
export const PARTS = { pool: 'the token', orders: 'the orders', holders: 'the holders' } as const

export interface TokenState {
  /** Whether the service has the token; undefined until it has answered. */
  readonly isThere: ReadonlySignal<boolean | undefined>
  /** Newest first. */
  readonly orders: ReadonlySignal<readonly ApiOrder[] | undefined>
  readonly hasOlderOrders: ReadonlySignal<boolean>
  readonly holders: ReadonlySignal<HoldersPage | undefined>
  /** Fetch one page more. */
  readonly fetchOlderOrders: () => void
  readonly fetchMoreHolders: () => void
  end(): void
}

export const followToken = (asset: string): TokenState => {
  const isThere = signal<boolean | undefined>(undefined)
  const orders = signal<readonly ApiOrder[] | undefined>(undefined)
  const hasOlderOrders = signal(false)
  const holders = signal<HoldersPage | undefined>(undefined)
  let wanted = PAGE
  const fetchHolders = fetching(PARTS.holders, FETCH_DELAY, async () => {
    const pages: HoldersPage[] = []
    for (let offset = 0; offset < wanted; offset += PAGE) {
      const query = { assetId: asset, offset, limit: PAGE }
      pages.push(dataOf(await client.GET('/balances/v1/pool/holders', { params: { query } })))
    }
    const [first] = pages
    if (first !== undefined) holders.value = { ...first, holders: pages.flatMap(({ holders }) => holders) }
  })
  const fetchSpark = fetching('the last 24 hours', FETCH_DELAY, () => fetchSparks([asset]))
  const fetchOlderOrders = fetching('the older orders', 0, async () => {
    const known = orders.peek() ?? []
    const query = { asset, limit: PAGE, offset: known.filter(({ status }) => status !== 'Mempool').length }
    const { items } = dataOf(
      await client.POST('/v1/orders-feed/initial/state', { params: { query }, body: [] }),
    ).ledger
    orders.value = items.reduce(withOrder, orders.peek() ?? [])
    hasOlderOrders.value = items.length === PAGE
  })
  const setPool = (pool: Pool | null): void => {
    isThere.value = pool !== null
    if (pool === null) dropPool(asset)
    else putPool(pool)
    fetchHolders()
    fetchSpark()
  }
  const data = { asset, pkhFilter: null }
  const ends = [
    fetchHolders.cancel,
    fetchSpark.cancel,
    fetchOlderOrders.cancel,
    follow(PARTS.pool, 'PoolFeed', data, {
      initial: { fetch: () => initialState.PoolFeed(client, data), apply: setPool },
      onData: setPool,
      onRemoved: () => setPool(null),
      onState: ({ state }) => {
        if (state === 'refused') isThere.value = false
      },
    }),
    follow(PARTS.orders, 'LiveOrdersFeed', data, {
      initial: {
        fetch: () => initialState.LiveOrdersFeed(client, data),
        apply: (all) => {
          orders.value = all
          hasOlderOrders.value = all.length >= PAGE
        },
      },
      onData: (order) => {
        haunt(
          orders.peek()?.find(({ entityId }) => entityId === order.entityId),
          order,
        )
        orders.value = withOrder(orders.peek() ?? [], order)
      },
      onRemoved: (order) => {
        haunt(
          orders.peek()?.find(({ entityId }) => entityId === order.entityId),
          undefined,
        )
        orders.value = withoutOrder(orders.peek() ?? [], order)
      },
    }),
  ]
  return {
    isThere,
    orders,
    hasOlderOrders,
    holders,
    fetchOlderOrders,
    fetchMoreHolders: () => {
      wanted += PAGE
      fetchHolders()
    },
    end: () => {
      for (const end of ends) end()
    },
  }
}
