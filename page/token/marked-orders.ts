// The orders that the chart marks, and to which the table of trades can be limited: those of the wallet and of the creator. They include
// orders that are older than the orders in the table.
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { keepFetching } from '../fetching.ts'
import { client, dataOf } from '../service.ts'
import { isOwn, ownKeys } from '../wallet/wallet.ts'
import type { Mark } from './overlays.ts'

export interface Marked {
  /** Orders of everyone, newest first. */
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
    const body = [...own.split(','), creator].filter((key) => key !== '')
    if (body.length === 0) return
    return keepFetching('the marked trades', {
      load: async (signal) => {
        const params = { query: { asset, limit: 100 } }
        return dataOf(await client.POST('/v1/orders-feed/initial/state', { params, body, signal })).ledger
          .items
      },
      apply: (orders) => {
        older.value = orders
      },
    })
  }, [asset, creator, own])
  return useComputed(() => {
    const newest = listed.value ?? []
    const known = new Set(newest.map(({ entityId }) => entityId))
    return {
      orders: [...newest, ...older.value.filter(({ entityId }) => !known.has(entityId))],
      whoOf: (pkh) => (isOwn(pkh) ? 'you' : pkh === creator ? 'dev' : undefined),
    }
  })
}
