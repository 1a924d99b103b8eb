// The devnet's wallet, whose key is public: the page itself signs with it (BIP32-Ed25519). This file is loaded when a person
// connects the wallet, so never on other networks.
import { ed25519 } from '@noble/curves/ed25519'
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils'
import { blake2b } from '@noble/hashes/blake2'
import { sha512 } from '@noble/hashes/sha2'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils'
import { added, type Holdings, type Output, paidTo } from '../../client/signing/holdings-of.ts'
import { itemEnd } from '../../schema/codecs/cbor-spans.ts'
import { client, dataOf } from '../service.ts'
import type { Wallet } from './cip30.ts'
import { sendings } from './transactions.ts'
import { ownOrders } from './wallet.ts'

const { Point } = ed25519
const ORDER = Point.Fn.ORDER

/**
 * Signs with an extended key: as in RFC 8032, but with scalar and prefix from the key instead of a hashed seed.
 * @param key 64 bytes: the scalar, then the prefix
 */
export const signExtended = (
  key: Uint8Array,
  message: Uint8Array,
): { readonly publicKey: Uint8Array; readonly signature: Uint8Array } => {
  const scalar = bytesToNumberLE(key.subarray(0, 32))
  const publicKey = Point.BASE.multiply(scalar % ORDER).toBytes()
  const nonce = bytesToNumberLE(sha512(concatBytes(key.subarray(32), message))) % ORDER
  const commitment = Point.BASE.multiply(nonce).toBytes()
  const challenge = bytesToNumberLE(sha512(concatBytes(commitment, publicKey, message)))
  const response = numberToBytesLE((nonce + challenge * scalar) % ORDER, 32)
  return { publicKey, signature: concatBytes(commitment, response) }
}

/** Witness set of a transaction with one signature: `{ 0: [[key, signature]] }`. */
const witnessOf = (key: Uint8Array, cbor: string): string => {
  const transaction = hexToBytes(cbor)
  // The signature is of the transaction's id, the hash of the body, which is the first item of the list.
  const id = blake2b(transaction.subarray(1, itemEnd(transaction, 1)), { dkLen: 32 })
  const { publicKey, signature } = signExtended(key, id)
  return `a10081825820${bytesToHex(publicKey)}5840${bytesToHex(signature)}`
}

/** Number of outputs in a page, and maximum number of pages that are added up. */
const PAGE = 1_000
const PAGES = 20

/**
 * Amounts of a key's unspent outputs, with the change of its orders in the mempool, whose inputs the service leaves out.
 * @returns undefined until the orders are known, and while one is in the mempool that this page did not send: its change is not known
 */
const holdingsOfKey = async (pkh: string): Promise<Holdings | undefined> => {
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

/** Connects the devnet's wallet. @throws {Error} when the service does not run a devnet */
export const connectDevnet = async (): Promise<Wallet> => {
  const { address, pkh, paymentKey } = dataOf(await client.GET('/v1/devnet'))
  const key = hexToBytes(paymentKey)
  return {
    name: 'Devnet wallet',
    address,
    addresses: new Map([[pkh, address]]),
    holdings: () => holdingsOfKey(pkh),
    coins: async () => 'service-wallet',
    collaterals: async () => [],
    sign: async (cbor) => witnessOf(key, cbor),
  }
}
