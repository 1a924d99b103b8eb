// Checks a launch before it is built: its seed, its tier and its deposit. The checks are separate from the recipe, so the API's thread does
// not load the library that writes transactions.
import { SEED } from '../../../schema/launchpad/curve.ts'
import type { Tier } from '../../../schema/launchpad/tier.ts'
import { BuildError } from '../build-error.ts'
import type { Terms } from '../terms.ts'
import { largestCoin } from '../transaction/select-coins.ts'
import type { Utxo } from '../transaction/utxo.ts'

export type LaunchType = 'DEFAULT' | 'HYPED'

/** A policy template has one byte for the index. */
const LAST_SEED_INDEX = 23

/** The largest coin whose index fits into the policy template. */
export const findSeed = <U extends Utxo>(coins: readonly U[]): U | undefined =>
  largestCoin(coins.filter(({ reference }) => reference.index <= LAST_SEED_INDEX))

/**
 * Takes the seed from the first group that has one.
 * @param groups in order of preference
 * @throws {BuildError} if no group has one
 */
export const launchSeed = <U extends Utxo>(...groups: (readonly U[])[]): U => {
  for (const coins of groups) {
    const seed = findSeed(coins)
    if (seed !== undefined) return seed
  }
  throw new BuildError(
    'NO_SEED',
    `a launch needs a UTxO whose index is ${LAST_SEED_INDEX} at most; send yourself some ADA first`,
  )
}

/** @throws {BuildError} `MISSING_CONFIG` if the curve of HYPED launches is unknown */
export const tierOf = (launchType: LaunchType, { tiers }: Terms): Tier => {
  const tier = launchType === 'HYPED' ? tiers.hyped : tiers.default
  if (tier === undefined)
    throw new BuildError(
      'MISSING_CONFIG',
      'this service cannot launch HYPED tokens: its operator has to put a tier named hyped into the operations config',
    )
  return tier
}

/**
 * A deposit is 0, or at least the minimum trade and at most what completes the curve.
 * @throws {BuildError} if it is out of range
 */
export const checkDeposit = (
  { deposit, launchType }: { readonly deposit: bigint; readonly launchType: LaunchType },
  terms: Terms,
): void => {
  const { minTrade } = terms
  const most = tierOf(launchType, terms).adaCap - SEED
  if (deposit !== 0n && (deposit < minTrade || deposit > most))
    throw new BuildError(
      'INVALID_REQUEST',
      `info.initialDeposit must be 0, or from ${minTrade} to ${most} lovelace`,
    )
}
