// What the processes of the abuse measurement agree on: the wallet, what is asked of it, and of the charts.

import { fakeHash, testAddress } from '../../../fixtures/devnet/chain/build-transaction.ts'
import { BUILDER_KINDS, HEAVY_KINDS } from '../../../fixtures/hostile/http/heavy-requests.ts'

const WALLET = 'a wallet with very many outputs'

/** Where its outputs are. */
export const WALLET_ADDRESS = testAddress(WALLET)

/** Its payment key hash, in hex. */
export const WALLET_KEY = fakeHash(WALLET, 28)

export const WALLET_OUTPUTS = 200_000

/** Path and query of a request for the hourly bars of the whole recording. */
export const chartPath = (token: string): string =>
  `/v1/charts/history?base=${token}&quote=.&resolution=hour1&from=1767225600&to=1767571200`

export const ATTACKS = ['pipelining', 'unread', 'uploads', 'deep pages', ...HEAVY_KINDS] as const
/** Attacks of a siege, which has all of them at once. */
export const SIEGE_ATTACKS = [...ATTACKS, ...BUILDER_KINDS, 'feed', 'plans'] as const
export type Attack = (typeof SIEGE_ATTACKS)[number]
