// Transactions of the connected wallet. Every kind of wallet uses the same calls: the service builds a transaction, the wallet signs
// it, and the service submits it to the node.
import { effect } from '@preact/signals'
import type { paths } from '../../client/paths.ts'
import { dataOf, foundOf, ServiceError } from '../../client/response.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import { status } from '../chain.ts'
import { KEYS, keptInTab, storeInTab } from '../parts/stored.ts'
import { wordsOf } from '../parts/words-of.ts'
import { client } from '../service.ts'
import type { Wallet } from './cip30.ts'
import { type Kind, makeSendings, type Sent, type Signed } from './sending.ts'
import { ownOrders, wallet } from './wallet.ts'

type Body<Path extends '/order' | '/launch'> = paths[Path]['post']['requestBody']['content']
/** Fields that the wallet adds. */
type OfWallet = 'changeAddress' | 'utxos' | 'collaterals'

export type Side = 'BUY' | 'SELL'
type Order = Omit<Body<'/order'>['application/json'], OfWallet> & {
  readonly side: Side
  /** The minimum that the person has seen. */
  readonly minOutput: string
}
export type Slippage = Order['slippage']
export type Launch = Required<Omit<Body<'/launch'>['multipart/form-data']['info'], OfWallet>>

/** Codes with which the service says that the node does not have a transaction; after any other failure it may have it. */
const REFUSALS = new Set([
  'ALREADY_SPENT',
  'INVALID_REQUEST',
  'MISSING_SIGNATURE',
  'REFUSED',
  'UNREADABLE',
  'WRONG_SIGNATURE',
])

const submit = async ({ cbor, witness, changeAddress }: Signed): Promise<string | undefined> => {
  try {
    dataOf(await client.POST('/sign-and-submit', { body: { cbor, witness, changeAddress } }))
    return undefined
  } catch (error) {
    if (error instanceof ServiceError && REFUSALS.has(error.code ?? '')) return wordsOf(error)
    throw error
  }
}

const orderNow = async (entityId: string) =>
  foundOf(await client.GET('/v1/orders-feed/orders/{entityId}', { params: { path: { entityId } } }))

export const isListed = async (asset: string): Promise<boolean> => {
  const query = { pattern: asset, limit: 1 }
  return dataOf(await client.GET('/v1/pools-main-page/search', { params: { query } })).count > 0
}

/** Locks of a key. */
export const locksOf = async (redeemerVkhs: string) =>
  dataOf(await client.POST('/v1/vesting/get-by-redeemer', { params: { query: { redeemerVkhs } }, body: {} }))
    .vestings

/** Whether the chain shows what a transaction of each kind does. */
const IS_DONE: Readonly<Record<Kind, (sent: Sent) => Promise<boolean>>> = {
  order: async ({ id }) => (await orderNow(id)) !== null,
  cancel: async ({ id }) => (await orderNow(id))?.status.endsWith('Refunded') ?? false,
  launch: ({ id }) => isListed(id),
  redeem: async ({ id, subject }) => (await locksOf(id)).every((lock) => lock.id !== subject),
}

export const sendings = makeSendings({
  submit,
  wasIncluded: (sent) => IS_DONE[sent.kind](sent),
  wordsOf,
  height: () => status.peek()?.models?.height ?? 0,
  kept: () => keptInTab(KEYS.sent),
  keep: (text) => storeInTab(KEYS.sent, text === '[]' ? undefined : text),
})

effect(() => {
  const height = status.value?.models?.height
  if (height !== undefined) sendings.passBlock(height)
})

/** Sent orders and cancellations that the wallet's orders had. */
const listed = new Set<string>()
effect(() => {
  const orders = new Map(ownOrders.value.map((order) => [order.entityId, order.status]))
  const addresses = [...(wallet.value?.addresses.values() ?? [])]
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
})

const connected = (): Wallet => {
  const own = wallet.peek()
  if (own === undefined) throw new Error('No wallet is connected: connect one and try again.')
  return own
}

/** Coins and collateral of a wallet, for the builder. */
const fundsOf = async (own: Wallet) => ({ collaterals: await own.collaterals(), utxos: await own.coins() })

const signed = async (own: Wallet, cbor: string, partial: boolean): Promise<Omit<Signed, 'cbor'>> => ({
  witness: await own.sign(cbor, partial),
  changeAddress: own.address,
})

/** Places an order, which gets at least `minOutput` or is refused. */
export const sendOrder = (order: Order): Promise<void> => {
  const own = connected()
  return sendings.send({
    kind: 'order',
    subject: order.assetId,
    build: async () => {
      const body = { ...order, changeAddress: own.address, utxos: await own.coins() }
      return dataOf(await client.POST('/order', { body }))
    },
    sign: ({ cbor }) => signed(own, cbor, false),
    idOf: ({ entityId }) => entityId,
  })
}

export const cancelOrder = ({ entityId, pkh }: Pick<ApiOrder, 'entityId' | 'pkh'>): Promise<void> => {
  const own = connected()
  const changeAddress = own.addresses.get(pkh) ?? own.address
  const [txHash = '', index = ''] = entityId.split(':')
  return sendings.send({
    kind: 'cancel',
    subject: entityId,
    build: async () => {
      const body = { txHash, index, changeAddress, ...(await fundsOf(own)) }
      return dataOf(await client.POST('/cancel', { body }))
    },
    sign: ({ cbor, partial }) => signed(own, cbor, partial),
    idOf: () => entityId,
  })
}

/** Withdraws the tokens of an expired lock. @param owner hash of the owner's payment key */
export const withdraw = (id: string, owner: string): Promise<void> => {
  const own = connected()
  return sendings.send({
    kind: 'redeem',
    subject: id,
    build: async () => {
      const address = own.addresses.get(owner) ?? own.address
      const body = { id, address, collaterals: await own.collaterals() }
      return dataOf(await client.POST('/withdraw', { body }))
    },
    sign: ({ cbor }) => signed(own, cbor, true),
    idOf: () => owner,
  })
}

/**
 * Launches a token.
 * @param leastTokens tokens of the first purchase that the person has seen; 0 without one
 */
export const launch = (details: Launch, image: Blob, leastTokens: bigint): Promise<void> => {
  const own = connected()
  return sendings.send({
    kind: 'launch',
    subject: own.address,
    build: async () => {
      const info = { ...details, changeAddress: own.address, ...(await fundsOf(own)) }
      const form = new FormData()
      form.set('info', JSON.stringify(info))
      form.set('image', image)
      const response = await client.POST('/launch', { body: { info, image: '' }, bodySerializer: () => form })
      const built = dataOf(response)
      if (BigInt(built.userOutputTokens ?? 0) < leastTokens)
        throw new Error(
          'The first purchase now buys fewer tokens than shown. Load the page again and check it.',
        )
      return built
    },
    sign: ({ cbor, partial }) => signed(own, cbor, partial),
    idOf: ({ assetId }) => assetId,
  })
}
