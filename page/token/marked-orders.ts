// The orders that the chart marks, and to which the table of trades can be limited: those of the wallet and of the creator. They include
// filled orders that are older than the orders in the table.
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Rows } from '../../client/orders-until.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { keepFetching } from '../fetching.ts'
import { isOwn, ownKeys } from '../wallet/wallet.ts'
import { ghosts } from './finality.tsx'
import type { Mark } from './overlays.ts'
import { filledFrom } from './token-state.ts'

/** Orders of a request, the service's maximum, and of each of the two traders. */
const [LIMIT, MOST] = [100, 1_000]

type Of<T> = Readonly<Record<Mark['who'], T>>

export interface Marked {
  /** Orders of everyone, in no order. */
  readonly orders: readonly ApiOrder[]
  /** Numbers of filled orders, of which `orders` has at least the newest 1,000; 0 until they are loaded. */
  readonly counts: Of<number>
  /** Payment keys; empty when unknown. */
  readonly keys: Of<readonly string[]>
  whoOf(pkh: string): Mark['who'] | undefined
}

const NONE: Rows<ApiOrder> = { rows: [], count: 0 }

const newestFilled = async (
  asset: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<Rows<ApiOrder>> => {
  const rows: ApiOrder[] = []
  for (;;) {
    const page = await filledFrom(asset, rows.length, { keys, limit: LIMIT, signal })
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= Math.min(page.count, MOST))
      return { rows, count: page.count }
  }
}

/** @param creator payment key hash, empty when unknown */
export const useMarked = (
  asset: string,
  creator: string,
  listed: ReadonlySignal<readonly ApiOrder[] | undefined>,
): ReadonlySignal<Marked> => {
  const filled = useSignal<Of<Rows<ApiOrder>>>({ you: NONE, dev: NONE })
  const creators = creator === '' ? [] : [creator]
  useEffect(
    () =>
      keepFetching('the marked trades', {
        load: async (signal) => {
          // Orders of the creator do not take the room of the wallet's.
          const of = (keys: readonly string[]) =>
            keys.length === 0 ? NONE : newestFilled(asset, keys, signal)
          const [you, dev] = await Promise.all([of(ownKeys()), of(creators)])
          return { you, dev }
        },
        apply: (found) => {
          filled.value = found
        },
      }),
    // A fork may have removed a trade.
    [asset, creator, ownKeys().join(), ghosts.value],
  )
  return useComputed(() => {
    const { you, dev } = filled.value
    const orders = [...you.rows, ...dev.rows, ...(listed.value ?? [])]
    return {
      orders: [...new Map(orders.map((order) => [order.entityId, order])).values()],
      counts: { you: you.count, dev: dev.count },
      keys: { you: ownKeys(), dev: creators },
      whoOf: (pkh) => (isOwn(pkh) ? 'you' : pkh === creator ? 'dev' : undefined),
    }
  })
}
