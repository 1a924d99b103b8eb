// Frames about orders, to the subscribers of all orders, of their token and of their owner. An order's state in the mempool is sent first,
// and its state on the chain later. Orders are never delayed or conflated.
import type { OrderQueries } from '../../../../projections/read/queries/orders.ts'
import type { Change } from '../../../../projections/read/reader/models-reader.ts'
import type { Uptime } from '../../../../schema/platform/clocks.ts'
import { entityIdOf, outputOfEntity } from '../../../../schema/responses/entity-id.ts'
import type { ApiOrder } from '../../../../schema/responses/orders.ts'
import type { PendingOrders } from '../../pending-orders.ts'
import { historyKey } from '../topics.ts'
import type { Publishing } from './source.ts'

type Named = Pick<ApiOrder, 'entityId' | 'asset' | 'pkh'>

/** @param publish runs a function that publishes updates, then sends their frames */
export const orderSource = (
  hub: Publishing,
  orders: () => Pick<OrderQueries, 'byOutput' | 'inBook' | 'onTape'>,
  pending: PendingOrders,
  publish: (work: () => void) => void,
  uptime: () => Uptime,
) => {
  const sendTo = (
    channels: readonly Pick<Parameters<Publishing['publish']>[0], 'topic' | 'key'>[],
    { entityId, asset, pkh }: Named,
    now: Uptime,
    state: () => ApiOrder | undefined,
  ): void => {
    const wanted = channels.filter(({ topic, key }) => hub.isWanted(topic, key))
    if (wanted.length === 0) return
    const order = state()
    const data = JSON.stringify(order ?? { entityId, asset, pkh })
    const content = order === undefined ? ({ event: 'OrderRemoved', data } as const) : { data }
    for (const channel of wanted) hub.publish({ ...channel, ...content, owner: pkh }, now)
  }

  /** Anybody can forge a fill, so an order with an unconfirmed fill leaves its token's list. */
  const publishOrder = (order: Named, now: Uptime): void => {
    const { entityId, asset, pkh } = order
    const output = outputOfEntity(entityId)
    const waiting = () => pending.byEntityId(entityId)
    sendTo([{ topic: 'LiveOrdersFeed', key: asset }], order, now, () => waiting() ?? orders().inBook(output))
    const history = [
      { topic: 'UserHistoryByAddress', key: pkh },
      { topic: 'UserHistoryByAddressAndAsset', key: historyKey(pkh, asset) },
    ] as const
    sendTo(history, order, now, () => waiting() ?? orders().byOutput(output))
  }

  pending.on('changed', ({ put, gone }) => {
    const now = uptime()
    publish(() => {
      for (const order of [...put, ...gone]) publishOrder(order, now)
    })
  })

  return {
    publishChanges(changes: readonly Change[], now: Uptime): void {
      const changed = new Map<string, Named>()
      // Lists sort orders of the same time by id.
      const rows = changes.filter(({ table }) => table === 'orders')
      for (const { topics } of rows.sort((a, b) => Number(a.key?.[0]) - Number(b.key?.[0]))) {
        const { transaction, index, token, owner } = topics
        const entityId = entityIdOf({ transaction: String(transaction), index: Number(index) })
        changed.set(entityId, { entityId, asset: String(token), pkh: String(owner) })
      }
      for (const order of changed.values()) {
        // Anybody can place orders for a token of their own, so only orders of listed tokens are sent.
        const latest = () => orders().onTape(outputOfEntity(order.entityId))
        sendTo([{ topic: 'LatestOrders', key: '' }], order, now, latest)
        publishOrder(order, now)
      }
    },
  }
}
