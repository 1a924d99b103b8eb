// The vesting lock (README, "Vesting"): one UTxO per stage, its tokens in the value, and a datum that says only
// when it opens and for whom.
import { type DatumOf, datumCodec, type Field, HASH } from './datum-layout.ts'

/** A natural number of any size. */
const NATURAL: Field<bigint> = {
  read: (data) => (typeof data === 'bigint' && data >= 0n ? data : undefined),
  write: (value) => value,
}

const LAYOUT = {
  /** POSIX time in milliseconds after which it may be redeemed. */
  lockedUntil: NATURAL,
  /** Key that may redeem, or lock again for longer. */
  redeemerVkh: HASH,
}
export type VestingLock = DatumOf<typeof LAYOUT>

/** Reads and writes a lock's datum. */
export const { decode: decodeVestingLock, encode: encodeVestingLock } = datumCodec(LAYOUT)

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
