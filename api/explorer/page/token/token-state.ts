// What the view of a token shows, followed as long as it is open: its pool, its orders, its holders.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { HoldersPage } from '../../../../schema/answers/analytics.ts'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import { dataOf, initialState } from '../../../client/client.ts'
import { fetchSparks } from '../board/sparks.ts'
import { dropPool, type Pool, putPool } from '../pools.ts'
import { client, feed } from '../service.ts'

/** Milliseconds after a trade until holders and the last day are asked for again. */
const SETTLED = 500
/** Orders that are kept and shown. */
const ORDERS = 100
const HOLDERS = 50

export interface TokenState {
  /** Whether the service has it; undefined until it has answered. */
  readonly isThere: ReadonlySignal<boolean | undefined>
  /** Newest first. */
  readonly orders: ReadonlySignal<readonly ApiOrder[] | undefined>
  readonly holders: ReadonlySignal<HoldersPage | undefined>
  end(): void
}

/** Orders without one that is no more. */
export const withoutOrder = (
  orders: readonly ApiOrder[],
  removed: Pick<ApiOrder, 'entityId'>,
): readonly ApiOrder[] => orders.filter(({ entityId }) => entityId !== removed.entityId)

/** Orders with one in place of what was held of it. */
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
  // What fails is fetched again with the next change.
  const fetchMore = (): void => {
    void fetchHolders().catch(() => {})
    void fetchSparks([asset]).catch(() => {})
  }
  let settling: ReturnType<typeof setTimeout> | undefined
  const changed = (): void => {
    settling ??= setTimeout(() => {
      settling = undefined
      fetchMore()
    }, SETTLED)
  }
  const takePool = (pool: Pool | null): void => {
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
          takePool(pool)
          if (pool === null) return
          fetchMore()
        },
      },
      onData: (pool) => {
        takePool(pool)
        changed()
      },
      onRemoved: () => {
        takePool(null)
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
      clearTimeout(settling)
      for (const end of ends) end()
    },
  }
}
