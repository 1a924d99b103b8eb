// Transactions of the connected wallet. Every kind of wallet uses the same calls: the service builds a transaction, the wallet signs
// it, and the service submits it to the node.
import { dataOf } from '../../../client/answer.ts'
import type { paths } from '../../../client/paths.ts'
import { client } from '../service.ts'
import type { Wallet } from './cip30.ts'
import { wallet } from './wallet.ts'

type Body<Path extends '/order' | '/launch'> = paths[Path]['post']['requestBody']['content']
/** Fields that the wallet adds. */
type OfWallet = 'changeAddress' | 'utxos' | 'collaterals'

export type Side = 'BUY' | 'SELL'
type Order = Omit<Body<'/order'>['application/json'], OfWallet> & { readonly side: Side }
export type Slippage = Order['slippage']
export type Launch = Required<Omit<Body<'/launch'>['multipart/form-data']['info'], OfWallet>>

const connected = (): Wallet => {
  const own = wallet.peek()
  if (own === undefined) throw new Error('No wallet is connected: connect one and try again.')
  return own
}

/** Signs a transaction that the service built, and submits it. @returns its hash */
const signAndSubmit = async (own: Wallet, cbor: string, partial: boolean): Promise<string> => {
  const witness = await own.sign(cbor, partial)
  const body = { cbor, witness, changeAddress: own.address }
  return dataOf(await client.POST('/sign-and-submit', { body })).txHash
}

/** Places an order. @returns its entity id. @throws {Error} whose message is shown to the person */
export const sendOrder = async (order: Order): Promise<string> => {
  const own = connected()
  const body = { ...order, changeAddress: own.address, utxos: await own.coins() }
  const { cbor, entityId } = dataOf(await client.POST('/order', { body }))
  await signAndSubmit(own, cbor, false)
  return entityId
}

export const cancelOrder = async (entityId: string): Promise<string> => {
  const own = connected()
  const [txHash = '', index = ''] = entityId.split(':')
  const collaterals = await own.collaterals()
  const body = { txHash, index, changeAddress: own.address, utxos: await own.coins(), collaterals }
  const { cbor, partial } = dataOf(await client.POST('/cancel', { body }))
  return signAndSubmit(own, cbor, partial)
}

/** Withdraws the tokens of an expired lock. @returns the transaction's hash */
export const withdraw = async (id: string): Promise<string> => {
  const own = connected()
  const body = { id, address: own.address, collaterals: await own.collaterals() }
  return signAndSubmit(own, dataOf(await client.POST('/withdraw', { body })).cbor, true)
}

/** Launches a token. @returns its asset id. @throws {Error} whose message is shown to the person */
export const launch = async (details: Launch, image: Blob): Promise<string> => {
  const own = connected()
  const collaterals = await own.collaterals()
  const info = { ...details, changeAddress: own.address, utxos: await own.coins(), collaterals }
  const form = new FormData()
  form.set('info', JSON.stringify(info))
  form.set('image', image)
  const { cbor, partial, assetId } = dataOf(
    await client.POST('/launch', {
      body: { info, image: '' },
      bodySerializer: () => form,
    }),
  )
  await signAndSubmit(own, cbor, partial)
  return assetId
}
