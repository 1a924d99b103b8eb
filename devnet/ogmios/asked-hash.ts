// Reads credentials and stake pools in a query's parameters: hashes in hex, or bech32 texts (CIP-5, CIP-19).
import { bech32, hex } from '@scure/base'
import { type Hex, isHex } from '../../schema/primitives.ts'

export type Kind = 'verificationKey' | 'script'

export interface AskedCredential {
  readonly from: Kind
  readonly hash: Hex
}

/** Kind of hash by the text's prefix. For an address, its header gives the kind. */
type Prefixes = ReadonlyMap<string, Kind | 'address'>

const STAKE: Prefixes = new Map([
  ['stake', 'address'],
  ['stake_test', 'address'],
  ['stake_vkh', 'verificationKey'],
  ['script', 'script'],
])

const DELEGATE: Prefixes = new Map([
  ['drep_vkh', 'verificationKey'],
  ['drep_script', 'script'],
])

const HASH_BYTES = 28

/** Header of a reward address, without its last digit, which is the network. */
const HEADERS: ReadonlyMap<string, Kind> = new Map([
  ['e', 'verificationKey'],
  ['f', 'script'],
])

const decoded = (text: string): { readonly prefix: string; readonly bytes: Hex } | undefined => {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(text)
    return { prefix, bytes: hex.encode(bytes) }
  } catch {
    return undefined
  }
}

const credential = (value: unknown, kind: Kind, prefixes: Prefixes): AskedCredential | undefined => {
  if (typeof value !== 'string') return undefined
  if (isHex(value.toLowerCase(), HASH_BYTES)) return { from: kind, hash: value.toLowerCase() }
  const { prefix, bytes } = decoded(value) ?? { prefix: '', bytes: '' }
  const stated = prefixes.get(prefix)
  const from = stated === 'address' ? HEADERS.get(bytes.slice(0, 1)) : stated
  const hash = stated === 'address' ? bytes.slice(2) : bytes
  return from !== undefined && isHex(hash, HASH_BYTES) ? { from, hash } : undefined
}

/** @param kind used if `value` is hex */
export const stakeCredential = (value: unknown, kind: Kind): AskedCredential | undefined =>
  credential(value, kind, STAKE)

/** @param kind used if `value` is hex */
export const delegateCredential = (value: unknown, kind: Kind): AskedCredential | undefined =>
  credential(value, kind, DELEGATE)

export const isPoolId = (value: unknown): boolean => {
  if (typeof value !== 'string') return false
  if (isHex(value.toLowerCase(), HASH_BYTES)) return true
  const { prefix, bytes } = decoded(value) ?? { prefix: '', bytes: '' }
  return prefix === 'pool' && isHex(bytes, HASH_BYTES)
}
