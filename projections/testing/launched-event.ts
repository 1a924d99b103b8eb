// The event of a token's launch, for tests of models: a pool at the first price, and a description with only a ticker.
import { EMISSION, SEED, spotPrice } from '../../schema/launchpad/curve.ts'
import type { Launched } from '../interpret/events.ts'
import type { LaunchInfo } from '../interpret/launch-info.ts'
import { curvePool, hash } from '../interpret/testing/interpreted.ts'

export const launchInfo = (change: Partial<LaunchInfo> = {}): LaunchInfo => ({
  ticker: 'CAT',
  logoCid: '',
  description: '',
  hyped: false,
  author: null,
  socials: { twitter: null, discord: null, telegram: null, website: null },
  output: null,
  assetType: 'Meme',
  ...change,
})

/** @param change with a `datum`, pool and token come from the datum */
export const launchedEvent = (change: Partial<Launched> = {}): Launched => {
  const { datum = curvePool('Cat') } = change
  const transaction = hash('launch')
  const price = spotPrice(datum, 0n)
  return {
    kind: 'launched',
    transaction,
    poolId: 1,
    pool: datum.nft,
    token: datum.token,
    output: { transaction, index: 0 },
    reserves: { lovelace: SEED, tokens: EMISSION },
    price,
    fees: null,
    datum,
    tier: '69k',
    initialPrice: price,
    info: launchInfo(),
    ...change,
  }
}
