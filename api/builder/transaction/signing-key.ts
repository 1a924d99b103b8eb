// Reads a private key that signs transactions, in the formats that operators have. The private part is in a closure, so a printed, logged
// or serialised key shows only its public part. Errors never contain the input.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { blake2b224 } from '../../../schema/launchpad/derivations.ts'
import { isRecord } from '../../../schema/ogmios/read-json.ts'
import { type Hex, isHex } from '../../../schema/primitives.ts'

export interface SigningKey {
  readonly publicKey: Hex
  /** 28 bytes: the payment part of addresses. */
  readonly hash: Hex
  readonly sign: (message: Hex) => Hex
}

/** DER prefix of an Ed25519 seed; the seed's 32 bytes follow (RFC 8410). */
const SEED_DER = '302e020100300506032b657004220420'

/** @param publicKey 32 bytes */
export const keyWith = (publicKey: Hex, signed: SigningKey['sign']): SigningKey => ({
  publicKey,
  hash: blake2b224(publicKey),
  sign: signed,
})

/** @param seed the private key, 32 bytes */
export const seedKey = (seed: Hex): SigningKey => {
  const key = createPrivateKey({ key: Buffer.from(SEED_DER + seed, 'hex'), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  return keyWith(publicKey, (message) => sign(null, Buffer.from(message, 'hex'), key).toString('hex'))
}

/**
 * A key that a wallet derived (BIP32-Ed25519). The first one loads the WebAssembly library.
 * @param extended scalar and nonce, 64 bytes
 */
const extendedKey = async (extended: Hex): Promise<SigningKey> => {
  const { Ed25519PrivateKey, ready } = await import('@cardano-sdk/crypto')
  const { HexBlob } = await import('@cardano-sdk/util')
  await ready()
  const key = Ed25519PrivateKey.fromExtendedBytes(Buffer.from(extended, 'hex'))
  return keyWith(key.toPublic().hex(), (message) => key.sign(HexBlob(message)).hex())
}

const SEED_DIGITS = 64
const PAIR_DIGITS = 128
/** Scalar, nonce, public key and chain code: cardano-cli's form of derived keys. */
const CHAINED_DIGITS = 256

/** The 32 bytes of a derived key's scalar: the lowest three bits and the highest bit are clear, the second highest bit is set. */
const isScalar = (scalar: Hex): boolean => {
  const bytes = Buffer.from(scalar, 'hex')
  return ((bytes[0] ?? 0) & 0b111) === 0 && ((bytes[31] ?? 0) & 0b1100_0000) === 0b0100_0000
}

const keyOf = async (hex: Hex): Promise<SigningKey | undefined> => {
  if (hex.length === SEED_DIGITS) return seedKey(hex)
  if (hex.length === PAIR_DIGITS) {
    // Some libraries append the public key to the seed.
    const key = seedKey(hex.slice(0, SEED_DIGITS))
    if (key.publicKey === hex.slice(SEED_DIGITS)) return key
    return isScalar(hex.slice(0, SEED_DIGITS)) ? extendedKey(hex) : undefined
  }
  if (hex.length !== CHAINED_DIGITS || !isScalar(hex.slice(0, SEED_DIGITS))) return undefined
  const key = await extendedKey(hex.slice(0, PAIR_DIGITS))
  return key.publicKey === hex.slice(PAIR_DIGITS, PAIR_DIGITS + SEED_DIGITS) ? key : undefined
}

/** cardano-cli's envelope: `{"type","description","cborHex"}`. */
const inEnvelope = (text: string): Hex | undefined => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value) || typeof value.type !== 'string' || typeof value.cborHex !== 'string')
    return undefined
  if (!value.type.includes('SigningKey')) return undefined
  // A CBOR byte string of 32, 64 or 128 bytes.
  const [, length = '', bytes = ''] = /^58(20|40|80)([0-9a-f]+)$/.exec(value.cborHex.toLowerCase()) ?? []
  return bytes !== '' && bytes.length === 2 * Number.parseInt(length, 16) ? bytes : undefined
}

/**
 * A `.skey` file of cardano-cli, or hex of 32 bytes (a seed) or 64 bytes (a seed with its public key, or a derived key).
 * @returns undefined if the text is neither
 */
export const readSigningKey = async (text: string): Promise<SigningKey | undefined> => {
  const hex = text.trim().toLowerCase()
  const bytes = isHex(hex) && hex !== '' ? hex : inEnvelope(text)
  return bytes === undefined ? undefined : keyOf(bytes)
}
