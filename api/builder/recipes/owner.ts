// Owner of a transaction: the address of a payment key, in the form that datums contain.
import { type PlutusAddress, parseRawAddress } from '../../../schema/launchpad/address.ts'
import type { Hex } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'

export interface Owner {
  /** Raw bytes. */
  readonly address: Hex
  readonly plutusAddress: PlutusAddress
  readonly pkh: Hex
}

/**
 * @param address raw bytes
 * @throws {BuildError} for an address of a script, of Byron, with a pointer, or of another network
 */
export const ownerOf = (address: Hex, networkId: 0 | 1): Owner => {
  const parsed = parseRawAddress(address)
  if (parsed === undefined || parsed.network !== networkId || parsed.address.payment.kind !== 'key')
    throw new BuildError(
      'INVALID_REQUEST',
      'the address must be a payment address of a key on this network, not a pointer address',
    )
  return { address, plutusAddress: parsed.address, pkh: parsed.address.payment.hash }
}
