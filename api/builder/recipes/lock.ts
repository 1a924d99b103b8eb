// Locks tokens in stages: one output per stage at the vesting contract, with the owner's stake part. No script runs.
import { encodeVestingLock, vestingStages } from '../../../schema/launchpad/datums/vesting-lock.ts'
import type { TimeOfDay } from '../../../schema/platform/clocks.ts'
import type { AssetAmount } from '../../../schema/primitives.ts'
import { BuildError } from '../build-error.ts'
import { scriptAddress, type Terms } from '../terms.ts'
import type { Owner } from './owner.ts'
import type { Recipe } from './recipe.ts'

/** More than the ledger's minimum for an output with one asset. */
const STAGE_LOVELACE = 2_000_000n

export interface LockRequest extends AssetAmount {
  readonly stages: number
  /** Unix milliseconds. */
  readonly end: number
}

/**
 * Outputs are ordered by unlock time.
 * @param now Unix milliseconds
 * @throws {BuildError} if the end is not in the future, or a stage would contain no tokens
 */
export const lockTokens = (
  owner: Owner,
  { asset, quantity, stages, end }: LockRequest,
  { now, terms }: { readonly now: TimeOfDay; readonly terms: Terms },
): Recipe<never> => {
  if (end <= now) throw new BuildError('INVALID_REQUEST', 'lockEnd must be in the future')
  if (quantity / BigInt(stages) <= 0n)
    throw new BuildError('INVALID_REQUEST', `${quantity} cannot be locked in ${stages} stages`)
  return {
    outputs: vestingStages(BigInt(now), BigInt(end), stages, quantity).map(({ lockedUntil, amount }) => ({
      address: scriptAddress(terms, terms.vesting.hash, owner.plutusAddress.stake),
      lovelace: STAGE_LOVELACE,
      assets: [{ asset, quantity: amount }],
      datum: encodeVestingLock({ lockedUntil, redeemerVkh: owner.pkh }, 'definite'),
    })),
  }
}
