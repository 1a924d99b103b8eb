// Names of the siege's attacks, and the wallet in their requests.
import { fakeHash, testAddress } from '../../devnet/chain/build-transaction.ts'
import { BUILDER_KINDS, HEAVY_KINDS } from '../hostile/http/heavy-requests.ts'

const WALLET = 'a wallet with very many outputs'

export const WALLET_ADDRESS = testAddress(WALLET)

export const WALLET_KEY = fakeHash(WALLET, 28)

export const WALLET_OUTPUTS = 200_000

export const ATTACKS = [
  'pipelining',
  'unread',
  'uploads',
  'deep pages',
  ...HEAVY_KINDS,
  ...BUILDER_KINDS,
  'feed',
  'plans',
] as const
export type Attack = (typeof ATTACKS)[number]
