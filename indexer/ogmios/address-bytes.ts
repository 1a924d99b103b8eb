// Converts an address from a node's text to raw bytes in hex, for every output of the chain. The checksum is not verified, since the node
// has just encoded the ledger's bytes. `parseAddress` reads addresses from people and verifies them.
import type { Hex } from '../../schema/primitives.ts'

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const WORDS = new Int8Array(128).fill(-1)
for (let word = 0; word < CHARSET.length; word++) WORDS[CHARSET.charCodeAt(word)] = word

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const DIGITS = new Int8Array(128).fill(-1)
for (let digit = 0; digit < BASE58.length; digit++) DIGITS[BASE58.charCodeAt(digit)] = digit

/** Base58 digits that are read as one double: 58^8 is below 2^53. */
const BASE58_CHUNK = 8

const notAnAddress = (text: string): never => {
  throw new SyntaxError(`not an address: ${text.slice(0, 40)}`)
}

/** A Byron address is a CBOR array, so its first byte is not zero. Base58 would write a leading zero byte as `1`. */
const base58Bytes = (text: string): Hex => {
  let value = 0n
  for (let at = 0; at < text.length; at += BASE58_CHUNK) {
    const end = Math.min(at + BASE58_CHUNK, text.length)
    let chunk = 0
    for (let index = at; index < end; index++) {
      const digit = DIGITS[text.charCodeAt(index)] ?? -1
      if (digit < 0) return notAnAddress(text)
      chunk = chunk * 58 + digit
    }
    value = value * BigInt(58 ** (end - at)) + BigInt(chunk)
  }
  if (value === 0n) return notAnAddress(text)
  const hex = value.toString(16)
  return hex.length % 2 === 0 ? hex : `0${hex}`
}

const CHECKSUM_LENGTH = 6
/** Longer than any address. The ledger's longest addresses have 29 bytes and a pointer. */
const scratch = Buffer.alloc(512)

/** @throws {SyntaxError} if the text is empty, or is neither bech32 nor base58 */
export const addressBytes = (text: string): Hex => {
  const start = text.startsWith('addr1') ? 5 : text.startsWith('addr_test1') ? 10 : 0
  if (start === 0) return base58Bytes(text)
  let bits = 0
  let buffer = 0
  let length = 0
  for (let at = start; at < text.length - CHECKSUM_LENGTH; at++) {
    const word = WORDS[text.charCodeAt(at)] ?? -1
    if (word < 0) return notAnAddress(text)
    buffer = ((buffer << 5) | word) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      scratch[length++] = (buffer >> bits) & 0xff
    }
  }
  return length === 0 || length > scratch.length ? notAnAddress(text) : scratch.toString('hex', 0, length)
}
