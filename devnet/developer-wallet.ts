// The wallet that a service offers on a devnet. Everybody may know its key. It has its own file, because loading the devnet's signing
// library takes long.
import { formatAddress } from '../schema/codecs/address.ts'
import { blake2b224 } from '../schema/launchpad/derivations.ts'
import type { Hex } from '../schema/primitives.ts'
import { keyOwner } from './actors/wallet/account.ts'

export interface DevnetWallet {
  readonly mnemonic: string
  /** Bech32. */
  readonly address: string
  readonly pkh: Hex
  readonly paymentKey: Hex
}

/** Valid in any wallet on a test network. Never use these words on mainnet. */
export const DEVELOPER_MNEMONIC =
  'type write lawn install apart label movie pool erode entry monkey isolate' +
  ' armor neck entry crane lawn lunar develop toddler cattle stage toy bleak'

/** Extended key, 64 bytes, that wallets derive from {@link DEVELOPER_MNEMONIC} for their first address (CIP-1852: 0/0). */
export const DEVELOPER_PAYMENT_KEY =
  'd81171fd4a95617795510d983a9053eb8bded508d34b943d422b6f41b3440741' +
  '0d92ee7960d00dae32f7e76272d8f563f1d179653bba939a2f72d80f5e80f2f7'

export const DEVELOPER_PUBLIC_KEY = '71ec35dc793efda80a8eaa77fe788d1d54c610713feefefe890dde13b69c9fa3'

/** Stake key hash that wallets derive from {@link DEVELOPER_MNEMONIC}. */
export const DEVELOPER_STAKE = '4dd9f4ef9a9a9875c753b97e0f5f061974779ebf9aa497ea83f54ec2'

const { address, pkh } = keyOwner(blake2b224(DEVELOPER_PUBLIC_KEY), DEVELOPER_STAKE)

export const developerWallet: DevnetWallet = {
  mnemonic: DEVELOPER_MNEMONIC,
  address: formatAddress(address),
  pkh,
  paymentKey: DEVELOPER_PAYMENT_KEY,
}
