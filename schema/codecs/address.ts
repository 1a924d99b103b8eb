// Addresses in the project's form: the raw bytes of CIP-19 in hex. Only requests, responses and configs contain bech32 (or Byron's base58).
// In the raw form, a payment credential is a slice of the string.
import { base58, bech32, hex } from '@scure/base'
import type { Hex, Network } from '../primitives.ts'
import { bech32Writer } from './bech32.ts'

/** The hash of a key or of a script. */
export interface Credential {
  readonly kind: 'key' | 'script'
  /** 28 bytes. */
  readonly hash: Hex
}

/** A pointer address needs 127 characters, so the library's limit is raised. */
const MAX_BECH32_LENGTH = 128

const BYRON_TYPE = 0b1000
const headerOf = (address: Hex): number => Number.parseInt(address.slice(0, 2), 16)

/** The upper four bits of the header are the type (CIP-19). The lowest bit of the type is 0 for a key and 1 for a script. */
export const paymentCredential = (address: Hex): Credential | undefined => {
  const type = headerOf(address) >> 4
  if (type > 7 || address.length < 58) return undefined
  return { kind: (type & 1) === 0 ? 'key' : 'script', hash: address.slice(2, 58) }
}

/** In hex digits. */
const [HEADER, HASH] = [2, 56]

/** A pointer: three numbers of at most ten bytes each. Only a number's last byte is below 128. */
const POINTER = /^(?:(?:[89a-f].){0,9}[0-7].){3}$/

/**
 * Whether an output can have the address: of network 0 or 1 with the length of its type (CIP-19), or a Byron address, whose content is not
 * read.
 */
export const isPaymentAddress = (address: Hex): boolean => {
  const header = headerOf(address)
  const type = header >> 4
  if (type === BYRON_TYPE) return true
  if (type > 7 || (header & 0x0f) > 1) return false
  const stake = address.slice(HEADER + HASH)
  if (type < 4) return stake.length === HASH
  return type < 6 ? POINTER.test(stake) : address.length === HEADER + HASH
}

/** Undefined if the stake part is a pointer or missing. */
export const stakeCredential = (address: Hex): Credential | undefined => {
  const type = headerOf(address) >> 4
  if (type > 3 || address.length !== 114) return undefined
  return { kind: (type & 2) === 0 ? 'key' : 'script', hash: address.slice(58) }
}

/** Header bytes of addresses with a payment key. */
export const keyPaymentHeaders = (networkId: 0 | 1): readonly Hex[] =>
  [0b0000, 0b0010, 0b0100, 0b0110].map((type) => ((type << 4) | networkId).toString(16).padStart(2, '0'))

/** 1 on mainnet, 0 on every test network. */
export const networkIdOf = (network: Network): 0 | 1 => (network === 'mainnet' ? 1 : 0)

const writeMain = bech32Writer('addr')
const writeTest = bech32Writer('addr_test')

/** bech32 for Shelley addresses (`addr…`, `addr_test…`), base58 for Byron ones. */
export const formatAddress = (address: Hex): string => {
  const bytes = Buffer.from(address, 'hex')
  const header = bytes[0] ?? 0
  if (header >> 4 === BYRON_TYPE) return base58.encode(bytes)
  return (header & 0x0f) === 1 ? writeMain(bytes) : writeTest(bytes)
}

/**
 * Reads bech32 in lower or upper case, whose checksum is verified, or Byron's base58, whose content is not checked. Blanks around the text
 * are ignored.
 * @throws {Error} if the text is not an address in either form
 */
export const parseAddress = (written: string): Hex => {
  const text = written.trim()
  if (/^(?:addr|ADDR)/.test(text)) {
    const { prefix, words } = bech32.decode(text as `${string}1${string}`, MAX_BECH32_LENGTH * 2)
    if (prefix !== 'addr' && prefix !== 'addr_test') throw new Error(`not an address prefix: ${prefix}`)
    return hex.encode(bech32.fromWords(words))
  }
  return hex.encode(base58.decode(text))
}
