// The written forms of a token: policy and name in hex with a point, as here, or without, as wallets and explorers write them, and the
// fingerprint of CIP-14. The fingerprint is a hash, so it finds only the token of a known id.
import { blake2b } from '@noble/hashes/blake2'
import { bech32, hex } from '@scure/base'
import type { AssetId } from '../primitives.ts'

/** Finds the token with a fingerprint. */
export type TokenOf = (fingerprint: string) => AssetId | undefined

const ID = /^([0-9a-f]{56})\.?((?:[0-9a-f]{2}){0,32})$/
const FINGERPRINT = /^asset1[02-9ac-hj-np-z]{38}$/

export const isFingerprint = (text: string): boolean => FINGERPRINT.test(text.toLowerCase())

export const fingerprintOf = (token: AssetId): string =>
  bech32.encode('asset', bech32.toWords(blake2b(hex.decode(token.replace('.', '')), { dkLen: 20 })))

/** The id of a token in any written form; undefined for other texts and for unknown fingerprints. */
export const tokenIn = (text: string, tokenOf: TokenOf): AssetId | undefined => {
  const written = text.trim().toLowerCase()
  const [, policy, name] = ID.exec(written) ?? []
  if (policy !== undefined) return `${policy}.${name}`
  return isFingerprint(written) ? tokenOf(written) : undefined
}
