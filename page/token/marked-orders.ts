// The orders that the chart marks, and to which the table of trades can be limited: those of the wallet and of the creator. They include
// filled orders that are older than the orders in the table.
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { keepFetching } from '../fetching.ts'
import { client, dataOf } from '../service.ts'
import { isOwn, ownKeys } from '../wallet/wallet.ts'
import { ghosts } from './finality.tsx'
import type { Mark } from './overlays.ts'

export interface Marked {
  /** Orders of everyone, in no order. */
  readonly orders: readonly ApiOrder[]
  whoOf(pkh: string): Mark['who'] | undefined
}

/** @param creator payment key hash, empty when unknown */
export const useMarked = (
  asset: string,
  creator: string,
  listed: ReadonlySignal<readonly ApiOrder[] | undefined>,
): ReadonlySignal<Marked> => {
  const older = useSignal<readonly ApiOrder[]>([])
  const own = ownKeys().join()
  useEffect(() => {
    // Orders of the creator do not take the room of the wallet's.
    const owners = [own.split(','), [creator]].filter(([key]) => key !== '')
    if (owners.length === 0) return
    return keepFetching('the marked trades', {
      load: async (signal) => {
        const params = { query: { asset, limit: 100 } }
        const responses = await Promise.all(
          owners.map((body) => client.POST('/v1/orders-feed/initial/state/filled', { params, body, signal })),
        )
        return responses.flatMap((response) => dataOf(response).ledger.items)
      },
      apply: (orders) => {
        older.value = orders
      },
    })
    // A fork may have removed a trade.
  }, [asset, creator, own, ghosts.value])
  return useComputed(() => {
    const orders = [...older.value, ...(listed.value ?? [])]
    return {
      orders: [...new Map(orders.map((order) => [order.entityId, order])).values()],
      whoOf: (pkh) => (isOwn(pkh) ? 'you' : pkh === creator ? 'dev' : undefined),
    }
  })
}
