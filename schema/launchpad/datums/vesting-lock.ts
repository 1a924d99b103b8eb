// The vesting lock (README, "Vesting"): one UTxO per stage, its tokens in the value, and a datum that says only
// when it opens and for whom.
import { encodePlutusData, type PlutusStyle } from '../../codecs/plutus-data.ts'
import type { Hex } from '../../primitives.ts'
import { construct, readDatum, readHash } from './fields.ts'

export interface VestingLock {
  /** POSIX time in milliseconds after which it may be redeemed: a natural number of any size. */
  readonly lockedUntil: bigint
  /** Key that may redeem, or lock again for longer. */
  readonly redeemerVkh: Hex
}

/** Reads a lock's datum; `undefined` for anything else. */
export const decodeVestingLock = (hex: Hex): VestingLock | undefined => {
  const fields = readDatum(hex, 2)
  const lockedUntil = fields?.[0]
  const redeemerVkh = readHash(fields?.[1])
  if (typeof lockedUntil !== 'bigint' || lockedUntil < 0n || redeemerVkh === undefined) return undefined
  return { lockedUntil, redeemerVkh }
}

export const encodeVestingLock = ({ lockedUntil, redeemerVkh }: VestingLock, style: PlutusStyle): Hex =>
  encodePlutusData(construct(lockedUntil, redeemerVkh), style)

/** One tranche of a lock: when it opens (POSIX milliseconds) and how much it holds. */
interface VestingStage {
  readonly lockedUntil: bigint
  readonly amount: bigint
}

/**
 * The tranches of `amount` from `now` to `lockEnd` (POSIX milliseconds) in `stages` equal steps. The remainder of the division
 * goes into the last tranche, which opens at `lockEnd` exactly.
 */
export const vestingStages = (
  now: bigint,
  lockEnd: bigint,
  stages: number,
  amount: bigint,
): readonly VestingStage[] => {
  const count = BigInt(stages)
  const each = amount / count
  return Array.from({ length: stages }, (_, index) => {
    const stage = BigInt(index) + 1n
    return {
      lockedUntil: now + ((lockEnd - now) * stage) / count,
      amount: stage === count ? amount - each * (count - 1n) : each,
    }
  })
}
