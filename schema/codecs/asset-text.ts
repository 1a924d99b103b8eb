// The written forms of a token. Policy and name are in hex, with a point between them as in this project, or without the point as in
// wallets and explorers. The fingerprint (CIP-14) is a hash, so a token is found by its fingerprint only if its id is known.
import { blake2b } from '@noble/hashes/blake2'
import { bech32, hex } from '@scure/base'
import type { AssetId } from '../primitives.ts'

export type TokenOf = (fingerprint: string) => AssetId | undefined

const ID = /^([0-9a-f]{56})\.?((?:[0-9a-f]{2}){0,32})$/
const FINGERPRINT = /^asset1[02-9ac-hj-np-z]{38}$/

export const isFingerprint = (text: string): boolean => FINGERPRINT.test(text.toLowerCase())

export const fingerprintOf = (token: AssetId): string =>
  bech32.encode('asset', bech32.toWords(blake2b(hex.decode(token.replace('.', '')), { dkLen: 20 })))

/** Undefined for other texts and for unknown fingerprints. */
export const tokenIn = (text: string, tokenOf: TokenOf): AssetId | undefined => {
  const written = text.trim().toLowerCase()
  const [, policy, name] = ID.exec(written) ?? []
  if (policy !== undefined) return `${policy}.${name}`
  return isFingerprint(written) ? tokenOf(written) : undefined
}
