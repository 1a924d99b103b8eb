// Transactions of the connected wallet. Every kind of wallet uses the same calls: the service builds a transaction, the wallet signs it,
// and the service submits it to the node.
import { effect } from '@preact/signals'
import type { paths } from '../../client/paths.ts'
import { dataOf, foundOf, ServiceError } from '../../client/response.ts'
import type { Signer } from '../../client/signing/check.ts'
import type { ShownLaunch } from '../../client/signing/check-return.ts'
import { coinsPaidTo, largest } from '../../client/signing/holdings-of.ts'
import { assetId } from '../../schema/primitives.ts'
import type { OrderQuote } from '../../schema/responses/builder.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import type { VestingBody } from '../../schema/responses/vesting.ts'
import { network, status } from '../chain.ts'
import { loadPart } from '../later.tsx'
import { checkedNow, deviceNow } from '../now.ts'
import { KEYS, keptInTab, storeInTab } from '../parts/stored.ts'
import { wordsOf } from '../parts/words-of.ts'
import type { Pool } from '../pools.ts'
import { client } from '../service.ts'
import type { Wallet } from './cip30.ts'
import { followListed } from './listed-orders.ts'
import { isOpen, type Kind, makeSendings, type Sent, type Signed } from './sending.ts'
import { ownOrders, wallet } from './wallet.ts'

type Body<Path extends '/order' | '/launch'> = paths[Path]['post']['requestBody']['content']
type OfWallet = 'changeAddress' | 'utxos' | 'collaterals'

export type Side = 'BUY' | 'SELL'
type Order = Omit<Body<'/order'>['application/json'], OfWallet> & {
  readonly side: Side
  /** The person was shown this minimum. */
  readonly minOutput: string
}
export type Slippage = Order['slippage']
export type Launch = Required<Omit<Body<'/launch'>['multipart/form-data']['info'], OfWallet>>

/** With these codes the node does not have the transaction. After any other failure the node may have it. */
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

export const locksOf = async (redeemerVkhs: string) =>
  dataOf(await client.POST('/v1/vesting/get-by-redeemer', { params: { query: { redeemerVkhs } }, body: {} }))
    .vestings

/** Whether the service shows the transaction's effect. */
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
  now: deviceNow,
  kept: () => keptInTab(KEYS.sent),
  keep: (text) => storeInTab(KEYS.sent, text === '[]' ? undefined : text),
})

effect(() => {
  const height = status.value?.models?.height
  if (height !== undefined) sendings.passBlock(height)
})

const follow = followListed(sendings)
effect(() => follow(ownOrders.value, [...(wallet.value?.addresses.values() ?? [])]))

const connected = (): Wallet => {
  const own = wallet.peek()
  if (own === undefined) throw new Error('No wallet is connected: connect one and try again.')
  return own
}

/** Outputs that the service takes in one list. */
const MOST_COINS = 5_000

/** In the builder's format. */
const sentCoins = (coins: 'service-wallet' | readonly string[], asset?: string) =>
  coins === 'service-wallet' ? coins : [...largest(coins, MOST_COINS, asset)]

/** In the builder's format. */
const fundsOf = async (own: Wallet, changeAddress = own.address) => ({
  changeAddress,
  collaterals: await own.collaterals(),
  utxos: sentCoins(await own.coins()),
})

/** For the checks of a built transaction. */
const signerOf = ({ changeAddress, utxos, collaterals }: Awaited<ReturnType<typeof fundsOf>>): Signer => ({
  address: changeAddress,
  coins: utxos === 'service-wallet' ? utxos : [...utxos, ...collaterals],
  givesCollateral: collaterals.length > 0,
})

const signed = async (own: Wallet, cbor: string, partial: boolean): Promise<Omit<Signed, 'cbor'>> => ({
  witness: await own.sign(cbor, partial),
  changeAddress: own.address,
})

// The first transaction loads the checks.
const loadOrderCheck = () => loadPart(() => import('../../client/signing/check-order.ts'))
const loadReturnCheck = () => loadPart(() => import('../../client/signing/check-return.ts'))

/**
 * An order at the current price is refused if it gets less than `minOutput`. With `rest` set, the order waits instead.
 * @param quote the quote that the person was shown
 * @param asked minimum output by what the person chose
 */
export const sendOrder = (
  order: Order,
  { info, pool }: Pool,
  quote: OrderQuote,
  asked: bigint,
): Promise<void> => {
  const own = connected()
  return sendings.send({
    kind: 'order',
    subject: order.assetId,
    build: async () => {
      const funds = { changeAddress: own.address, utxos: sentCoins(await own.coins(), order.assetId) }
      const built = dataOf(await client.POST('/order', { body: { ...order, ...funds } }))
      return { ...built, signer: signerOf({ ...funds, collaterals: [] }) }
    },
    check: async (built) => {
      const shown = {
        isBuy: order.side === 'BUY',
        asset: order.assetId,
        ticker: info.ticker,
        amount: BigInt(order.amount),
        least: BigInt(order.minOutput),
        asked,
        quote,
        executor: pool.permittedExecutor,
        network: network.peek() ?? '',
        now: checkedNow(),
      }
      return (await loadOrderCheck()).checkOrder(built, shown, built.signer)
    },
    sign: ({ cbor }) => signed(own, cbor, false),
    idOf: ({ entityId }) => entityId,
  })
}

export const cancelOrder = ({ entityId, pkh, from, fromAmount, address }: ApiOrder): Promise<void> => {
  const own = connected()
  const [txHash = '', index = ''] = entityId.split(':')
  return sendings.send({
    kind: 'cancel',
    subject: entityId,
    build: async () => {
      const funds = await fundsOf(own, own.addresses.get(pkh))
      const built = dataOf(await client.POST('/cancel', { body: { txHash, index, ...funds } }))
      return { ...built, signer: signerOf(funds) }
    },
    check: async (built) => {
      const shown = { of: entityId, asset: from, quantity: BigInt(fromAmount), to: address }
      return (await loadReturnCheck()).checkReturn(built, shown, built.signer)
    },
    sign: ({ cbor, partial }) => signed(own, cbor, partial),
    idOf: () => entityId,
  })
}

export const withdraw = (lock: VestingBody): Promise<void> => {
  const { id, redeemerVkh, tokenPolicyId, tokenAssetName, totalLocked } = lock
  const own = connected()
  const address = own.addresses.get(redeemerVkh) ?? own.address
  return sendings.send({
    kind: 'redeem',
    subject: id,
    build: async () => {
      const funds = await fundsOf(own, address)
      // The change of a transaction that the wallet does not know yet. The change of a transaction in a block may be spent already.
      const made = [...sendings.all.peek().values()].flatMap((each) =>
        isOpen(each) ? coinsPaidTo(each.sent.cbor, each.sent.txHash, redeemerVkh) : [],
      )
      const utxos = sentCoins(typeof funds.utxos === 'string' ? funds.utxos : [...funds.utxos, ...made])
      // The service says what an empty wallet lacks.
      const body = { id, address, ...(utxos.length > 0 && { utxos }), collaterals: funds.collaterals }
      const built = dataOf(await client.POST('/withdraw', { body }))
      return { ...built, signer: signerOf({ ...funds, utxos }) }
    },
    check: async (built) => {
      const asset = assetId(tokenPolicyId, tokenAssetName)
      const shown = { of: id, asset, quantity: BigInt(totalLocked), to: address }
      return (await loadReturnCheck()).checkReturn(built, shown, built.signer)
    },
    sign: ({ cbor }) => signed(own, cbor, true),
    idOf: () => redeemerVkh,
  })
}

/** @param shown amounts that the person was shown */
export const launch = (
  details: Launch,
  image: Blob,
  shown: Omit<ShownLaunch, 'name' | 'network'>,
): Promise<void> => {
  const own = connected()
  return sendings.send({
    kind: 'launch',
    subject: own.address,
    build: async () => {
      const funds = await fundsOf(own)
      const info = { ...details, ...funds }
      const form = new FormData()
      form.set('info', JSON.stringify(info))
      form.set('image', image)
      const response = await client.POST('/launch', { body: { info, image: '' }, bodySerializer: () => form })
      const built = dataOf(response)
      if (BigInt(built.userOutputTokens ?? 0) < shown.tokens)
        throw new Error(
          'The first purchase now buys fewer tokens than shown. Load the page again and check it.',
        )
      return { ...built, signer: signerOf(funds) }
    },
    check: async (built) => {
      const checked = { ...shown, name: details.name.trim(), network: network.peek() ?? '' }
      return (await loadReturnCheck()).checkLaunch(built, checked, built.signer)
    },
    sign: ({ cbor, partial }) => signed(own, cbor, partial),
    idOf: ({ assetId }) => assetId,
  })
}
