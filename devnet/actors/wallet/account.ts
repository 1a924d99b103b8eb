// People of the devnet: a payment key, a stake key, and their address. A named account's keys are derived from its name.
import type { Owner } from '../../../api/builder/recipes/owner.ts'
import { type PlutusAddress, rawAddress } from '../../../schema/launchpad/address.ts'
import type { Hex } from '../../../schema/primitives.ts'
import { type Key, namedKey } from './key.ts'

export interface Account extends Owner {
  readonly key: Key
}

export const keyOwner = (pkh: Hex, stake: Hex): Owner => {
  const plutusAddress: PlutusAddress = {
    payment: { kind: 'key', hash: pkh },
    stake: { kind: 'key', hash: stake },
  }
  return { pkh, plutusAddress, address: rawAddress(plutusAddress, 0) }
}

/** @param stake hash of the stake key */
export const accountOf = (key: Key, stake: Hex): Account => ({ key, ...keyOwner(key.hash, stake) })

export const namedAccount = (name: string): Account =>
  accountOf(namedKey(`devnet ${name}`), namedKey(`devnet ${name} stake`).hash)
