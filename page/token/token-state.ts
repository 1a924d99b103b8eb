// The data of an open token view: its pool, orders and holders.
import { signal } from '@preact/signals'
import { initialState } from '../../client/initial-state.ts'
import type { Rows } from '../../client/orders-until.ts'
import { withOrder, withoutOrder } from '../../client/trading/order-list.ts'
import type { HoldersPage } from '../../schema/responses/analytics.ts'
import type { SubscriptionData } from '../../schema/responses/feed.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { renewSparks } from '../board/sparks.ts'
import { fetching, PAUSE_MS, SOON_MS } from '../fetching.ts'
import { follow } from '../loading.ts'
import { readdress } from '../navigation.tsx'
import { askedNow } from '../parts/newest.ts'
import { PAGE } from '../parts/pages.tsx'
import { dropPool, type Pool, putPool } from '../pools.ts'
import { client, dataOf } from '../service.ts'
import { showRolledBack } from './finality.tsx'

export const PARTS = { pool: 'the token', orders: 'the orders', holders: 'the holders' } as const

interface FilledOptions {
  /** Payment keys of the traders; by default all. */
  readonly keys?: readonly string[]
  readonly limit?: number
  readonly signal?: AbortSignal
}

export const filledFrom = async (
  asset: string,
  offset: number,
  { keys = [], limit = PAGE, signal }: FilledOptions = {},
): Promise<Rows<ApiOrder>> => {
  const request = { params: { query: { asset, limit, offset } }, body: [...keys], ...(signal && { signal }) }
  const response = await client.POST('/v1/orders-feed/initial/state/filled', request)
  const { items: rows, count } = dataOf(response).ledger
  return { rows, count }
}

/** Anybody may place more orders than a page has, so the newest filled ones are requested too. */
const newestOf = async (data: SubscriptionData<'LiveOrdersFeed'>): Promise<readonly ApiOrder[]> => {
  const [orders, filled] = await Promise.all([
    initialState.LiveOrdersFeed(client, data),
    filledFrom(data.asset, 0),
  ])
  return filled.rows.reduceRight<readonly ApiOrder[]>(withOrder, orders)
}

export const holdersFrom = async (assetId: string, offset: number): Promise<HoldersPage> => {
  const query = { assetId, offset, limit: PAGE }
  return dataOf(await client.GET('/balances/v1/pool/holders', { params: { query } }))
}

export type TokenState = ReturnType<typeof followToken>

export const followToken = (asset: string) => {
  /** Undefined until the service has responded. */
  const isThere = signal<boolean | undefined>(undefined)
  /** The newest orders, the newest filled ones and all open ones, newest first. Older filled orders are in pages. */
  const orders = signal<readonly ApiOrder[] | undefined>(undefined)
  /** Counts the loads of the newest orders. */
  const loads = signal(0)
  /** The first holders, fetched again after each trade. Other holders are fetched page by page. */
  const holders = signal<HoldersPage | undefined>(undefined)
  const fetchHolders = fetching(PARTS.holders, {
    delay: SOON_MS,
    pause: PAUSE_MS.one,
    load: () => holdersFrom(asset, 0),
    apply: (page) => {
      holders.value = page
    },
  })
  const setPool = (pool: Pool | null, at = askedNow()): void => {
    // The address has the fingerprint, or the asset id without its point.
    if (pool !== null && pool.info.asset !== asset) {
      readdress(`/token/${pool.info.asset}`)
      return
    }
    isThere.value = pool !== null
    if (pool === null) {
      dropPool(asset, at)
      fetchHolders.cancel()
      return
    }
    putPool(pool, at)
    fetchHolders()
    renewSparks([asset])
  }
  const known = (order: Pick<ApiOrder, 'entityId'>): ApiOrder | undefined =>
    orders.peek()?.find(({ entityId }) => entityId === order.entityId)
  const data = { asset, pkhFilter: null }
  const ends = [
    fetchHolders.cancel,
    follow(PARTS.pool, 'PoolFeed', data, {
      initial: { fetch: () => initialState.PoolFeed(client, data), apply: setPool },
      onData: (pool) => setPool(pool),
      onRemoved: () => setPool(null),
      onState: ({ state }) => {
        if (state === 'refused') isThere.value = false
      },
    }),
    follow(PARTS.orders, 'LiveOrdersFeed', data, {
      initial: {
        fetch: () => newestOf(data),
        apply: (all) => {
          orders.value = all
          loads.value += 1
        },
      },
      onData: (order) => {
        showRolledBack(known(order), order)
        orders.value = withOrder(orders.peek() ?? [], order)
      },
      onRemoved: (order) => {
        showRolledBack(known(order), undefined)
        orders.value = withoutOrder(orders.peek() ?? [], order)
      },
    }),
  ]
  return {
    isThere,
    orders,
    loads,
    holders,
    end: (): void => {
      for (const end of ends) end()
    },
  }
}
