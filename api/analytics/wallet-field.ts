// A wallet in a request: a payment key hash, or an address with such a key.
import { Type } from '@sinclair/typebox'
import { parseAddress, paymentCredential } from '../../schema/codecs/address.ts'
import { ApiError } from '../../schema/errors.ts'
import type { Hex } from '../../schema/primitives.ts'

export const Wallet = Type.String({
  pattern: '^(?:[0-9a-fA-F]{56}|addr(?:_test)?1[02-9ac-hj-np-z]{50,110})$',
  mustBe: 'a key hash of 56 hex digits, or an address',
  description: 'A payment key hash, or an address with this key.',
  examples: ['d4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be'],
})

/**
 * @param field name for the message
 * @throws {ApiError} INVALID_PARAMS if an address is invalid or has no payment part
 */
export const keyOfWallet = (field: string, wallet: string): Hex => {
  if (/^[0-9a-fA-F]{56}$/.test(wallet)) return wallet.toLowerCase()
  try {
    const hash = paymentCredential(parseAddress(wallet))?.hash
    if (hash !== undefined) return hash
  } catch {
    // Refused below, like an address without a payment part.
  }
  throw new ApiError(
    'INVALID_PARAMS',
    `Invalid input: ${field} must be a key hash of 56 hex digits, or an address`,
  )
}
