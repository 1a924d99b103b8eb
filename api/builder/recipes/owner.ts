// Whom a transaction is built for: an address of a key, as datums write it.
import { type PlutusAddress, parseRawAddress } from '../../../schema/launchpad/address.ts'
import type { Hex } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'

export interface Owner {
  /** Raw bytes. */
  readonly address: Hex
  readonly plutusAddress: PlutusAddress
  /** Payment key hash. */
  readonly pkh: Hex
}

/** @param address raw bytes @throws {BuildError} when it is an address of a script, of Byron, of another network, or a pointer */
export const ownerOf = (address: Hex, networkId: 0 | 1): Owner => {
  const parsed = parseRawAddress(address)
  if (parsed === undefined || parsed.network !== networkId || parsed.address.payment.kind !== 'key')
    throw new BuildError('INVALID_REQUEST', 'the address must be a payment address of a key on this network')
  return { address, plutusAddress: parsed.address, pkh: parsed.address.payment.hash }
}
