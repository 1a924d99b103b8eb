// The amounts of a payment key, from the service.
import { added, type Holdings, type Output, paidTo } from '../../client/signing/holdings-of.ts'
import { client, dataOf } from '../service.ts'
import { sendings } from './transactions.ts'
import { ownOrders } from './wallet.ts'

/** Outputs of a page, and maximum number of pages that are added up. */
const PAGE = 1_000
const PAGES = 20

/**
 * Unspent outputs, plus the change of orders in the mempool, whose inputs the service leaves out.
 * @returns undefined until the orders are known, and while the mempool has an order that this page did not send, because its change is
 * unknown
 */
export const holdingsOfKey = async (pkh: string): Promise<Holdings | undefined> => {
  const orders = ownOrders.peek()
  if (orders === undefined) return undefined
  const sent = [...sendings.all.peek().values()].flatMap((each) => ('sent' in each ? [each.sent] : []))
  const outputs: Output[] = []
  for (const { status, entityId } of orders) {
    if (!status.startsWith('Mempool')) continue
    const order = sent.find(({ kind, id }) => kind === 'order' && id === entityId)
    if (order === undefined) return undefined
    outputs.push(...paidTo(order.cbor, pkh))
  }
  for (let page = 0; page < PAGES; page++) {
    const body = { pkh, limit: PAGE, offset: page * PAGE }
    const more = dataOf(await client.POST('/getUtxos', { body }))
    for (const { unit, amount } of more.flatMap(({ value }) => value))
      outputs.push(
        unit === 'lovelace'
          ? { lovelace: BigInt(amount), assets: [] }
          : { lovelace: 0n, assets: [{ asset: unit, quantity: BigInt(amount) }] },
      )
    if (more.length < PAGE) break
  }
  return added(outputs)
}
