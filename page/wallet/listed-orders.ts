// Compares sent orders and cancellations with the wallet's orders: which of them a block has, and which the node or a fork has dropped.
import type { ApiOrder } from '../../schema/responses/orders.ts'
import type { makeSendings } from './sending.ts'

type Sendings = Pick<ReturnType<typeof makeSendings>, 'all' | 'include' | 'drop'>

/**
 * Call the returned function after each change of the orders, the addresses and the sent transactions. Orders are undefined until they are
 * loaded.
 */
export const followListed = (sendings: Sendings) => {
  /** Transactions that have appeared among the wallet's orders. */
  const listed = new Set<string>()
  return (own: readonly ApiOrder[] | undefined, addresses: readonly string[]): void => {
    if (own === undefined) return
    const orders = new Map(own.map((order) => [order.entityId, order.status]))
    for (const sending of sendings.all.value.values()) {
      if (!('sent' in sending)) continue
      const { sent } = sending
      const orderStatus = orders.get(sent.id)
      const isListed =
        sent.kind === 'order'
          ? orderStatus !== undefined
          : sent.kind === 'cancel' && !!orderStatus?.endsWith('Refunded')
      const isInBlock = isListed && !orderStatus?.startsWith('Mempool')
      if (isListed) listed.add(sent.txHash)
      if (isInBlock && sending.state !== 'final') sendings.include(sent)
      else if (!isListed && listed.has(sent.txHash) && addresses.includes(sent.changeAddress)) {
        listed.delete(sent.txHash)
        sendings.drop(sent)
      }
    }
  }
}
