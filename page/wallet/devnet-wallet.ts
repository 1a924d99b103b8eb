// The devnet's wallet. Its key is public, and the page itself signs with it (BIP32-Ed25519). The script is loaded when a person connects
// this wallet, so it is never loaded on other networks.
import { ed25519 } from '@noble/curves/ed25519'
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils'
import { blake2b } from '@noble/hashes/blake2'
import { sha512 } from '@noble/hashes/sha2'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils'
import { itemEnd } from '../../schema/codecs/cbor-spans.ts'
import { client, dataOf } from '../service.ts'
import type { Wallet } from './cip30.ts'
import { holdingsOfKey } from './holdings-of-key.ts'

const { Point } = ed25519
const ORDER = Point.Fn.ORDER

/**
 * Like RFC 8032, but the extended key contains the scalar and the prefix, instead of a seed to hash.
 * @param key 64 bytes: the scalar, then the prefix
 */
const signExtended = (
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

/** One signature: `{ 0: [[key, signature]] }`. */
const witnessOf = (key: Uint8Array, cbor: string): string => {
  const transaction = hexToBytes(cbor)
  // The transaction's id is signed: the hash of its body, which is the first item.
  const id = blake2b(transaction.subarray(1, itemEnd(transaction, 1)), { dkLen: 32 })
  const { publicKey, signature } = signExtended(key, id)
  return `a10081825820${bytesToHex(publicKey)}5840${bytesToHex(signature)}`
}

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
