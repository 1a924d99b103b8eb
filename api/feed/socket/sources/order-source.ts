// Frames about orders, to the subscribers of their token and of their owner: as the chain has them, and before that as
// the mempool has them. Orders are neither held back nor merged. One whose transaction is in no block and no mempool any
// more is removed, after a while: most leave the mempool for a block that is folded a moment later.
import type { OrderQueries } from '../../../../projections/read/queries/orders.ts'
import { entityIdOf, outputOfEntity } from '../../../../schema/answers/entity-id.ts'
import type { ApiOrder } from '../../../../schema/answers/orders.ts'
import type { PendingOrders } from '../../pending-orders.ts'
import { historyKey } from '../topics.ts'
import type { Publishing, Source } from './source.ts'

/** Milliseconds for a block with a transaction that left the mempool to be folded. */
const GRACE = 10_000

type Named = Pick<ApiOrder, 'entityId' | 'asset' | 'pkh'>

export interface OrderSource extends Source {
  /** Says what became of orders that left the mempool long enough ago. @param now milliseconds since 1970 */
  settle(now: number): void
}

/**
 * @param publish does what publishes without a commit.
 * @param clock milliseconds since 1970
 */
export const orderSource = (
  hub: Publishing,
  orders: () => Pick<OrderQueries, 'byOutput' | 'inBook'>,
  pending: PendingOrders,
  publish: (work: () => void) => void,
  clock: () => number,
): OrderSource => {
  /** Orders of which the mempool says nothing any more, and when the chain is believed. */
  const leaving = new Map<string, { readonly order: Named; readonly at: number }>()

  /**
   * Sends an order as it is, or that it is not. An execution that nobody accounts for is taken out of its token's list:
   * anybody can make one up.
   */
  const tell = ({ entityId, asset, pkh }: Named, now: number): void => {
    const output = outputOfEntity(entityId)
    const sendTo = (
      channels: readonly Pick<Parameters<Publishing['publish']>[0], 'topic' | 'key'>[],
      onChain: () => ApiOrder | undefined,
    ): void => {
      const wanted = channels.filter(({ topic, key }) => hub.isWanted(topic, key))
      if (wanted.length === 0) return
      const order = pending.of(entityId) ?? onChain()
      const data = JSON.stringify(order ?? { entityId, asset, pkh })
      const said = order === undefined ? ({ event: 'OrderRemoved', data } as const) : { data }
      for (const channel of wanted) hub.publish({ ...channel, ...said, owner: pkh }, now)
    }
    sendTo([{ topic: 'LiveOrdersFeed', key: asset }], () => orders().inBook(output))
    sendTo(
      [
        { topic: 'UserHistoryByAddress', key: pkh },
        { topic: 'UserHistoryByAddressAndAsset', key: historyKey(pkh, asset) },
      ],
      () => orders().byOutput(output),
    )
  }

  pending.on('changed', ({ put, gone }) => {
    const now = clock()
    for (const order of gone) leaving.set(order.entityId, { order, at: now + GRACE })
    publish(() => {
      for (const order of put) {
        leaving.delete(order.entityId)
        tell(order, now)
      }
    })
  })

  return {
    take(changes, now) {
      const changed = new Map<string, Named>()
      for (const { table, topics } of changes) {
        if (table !== 'orders') continue
        const { transaction, index, token, owner } = topics
        const entityId = entityIdOf({ transaction: String(transaction), index: Number(index) })
        changed.set(entityId, { entityId, asset: String(token), pkh: String(owner) })
      }
      for (const order of changed.values()) {
        leaving.delete(order.entityId)
        tell(order, now)
      }
    },
    settle(now) {
      for (const [entityId, { order, at }] of leaving) {
        if (at > now) break
        leaving.delete(entityId)
        tell(order, now)
      }
    },
  }
}
