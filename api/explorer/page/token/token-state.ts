// The data of a token's view, followed while it is open: its pool, orders and holders.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { HoldersPage } from '../../../../schema/answers/analytics.ts'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import { dataOf } from '../../../client/answer.ts'
import { initialState } from '../../../client/initial-state.ts'
import { fetchSparks } from '../board/sparks.ts'
import { throttled } from '../parts/throttled.ts'
import { dropPool, type Pool, putPool } from '../pools.ts'
import { client, feed } from '../service.ts'

/** Milliseconds from a trade until holders and the sparkline are fetched again. */
const FETCH_DELAY = 500
/** Most orders that are shown. */
const ORDERS = 100
/** Most holders that are shown. */
const HOLDERS = 50

export interface TokenState {
  /** Whether the service has the token; undefined until it has answered. */
  readonly isThere: ReadonlySignal<boolean | undefined>
  /** Newest first. */
  readonly orders: ReadonlySignal<readonly ApiOrder[] | undefined>
  readonly holders: ReadonlySignal<HoldersPage | undefined>
  end(): void
}

/** The orders without the removed order. */
export const withoutOrder = (
  orders: readonly ApiOrder[],
  removed: Pick<ApiOrder, 'entityId'>,
): readonly ApiOrder[] => orders.filter(({ entityId }) => entityId !== removed.entityId)

/** The orders with an order added or replaced. */
export const withOrder = (orders: readonly ApiOrder[], order: ApiOrder): readonly ApiOrder[] =>
  [order, ...withoutOrder(orders, order)].sort((a, b) => b.timestamp - a.timestamp).slice(0, ORDERS)

export const followToken = (asset: string): TokenState => {
  const isThere = signal<boolean | undefined>(undefined)
  const orders = signal<readonly ApiOrder[] | undefined>(undefined)
  const holders = signal<HoldersPage | undefined>(undefined)
  const fetchHolders = async (): Promise<void> => {
    const query = { assetId: asset, limit: HOLDERS }
    holders.value = dataOf(await client.GET('/balances/v1/pool/holders', { params: { query } }))
  }
  // A failed request is repeated with the next change.
  const fetchMore = (): void => {
    void fetchHolders().catch(() => {})
    void fetchSparks([asset]).catch(() => {})
  }
  const changed = throttled(FETCH_DELAY, fetchMore)
  const setPool = (pool: Pool | null): void => {
    isThere.value = pool !== null
    if (pool === null) dropPool(asset)
    else putPool(pool)
  }
  const data = { asset, pkhFilter: null }
  const ends = [
    feed.subscribe('PoolFeed', data, {
      initial: {
        fetch: () => initialState.PoolFeed(client, data),
        apply: (pool) => {
          setPool(pool)
          if (pool !== null) fetchMore()
        },
      },
      onData: (pool) => {
        setPool(pool)
        changed()
      },
      onRemoved: () => {
        setPool(null)
        changed()
      },
      onState: ({ state }) => {
        if (state === 'refused') isThere.value = false
      },
    }),
    feed.subscribe('LiveOrdersFeed', data, {
      initial: {
        fetch: () => initialState.LiveOrdersFeed(client, data),
        apply: (all) => {
          orders.value = all
        },
      },
      onData: (order) => {
        orders.value = withOrder(orders.peek() ?? [], order)
      },
      onRemoved: (order) => {
        orders.value = withoutOrder(orders.peek() ?? [], order)
      },
    }),
  ]
  return {
    isThere,
    orders,
    holders,
    end: () => {
      changed.cancel()
      for (const end of ends) end()
    },
  }
}
