// The datum of the vesting lock (docs/launchpad-on-chain.md, "Vesting"). Each stage is one UTxO with the locked tokens; its datum has the
// opening time and the redeemer.
import { type DatumOf, datumCodec, type Field, HASH } from './datum-layout.ts'

/** Any size. */
const NATURAL: Field<bigint> = {
  read: (data) => (typeof data === 'bigint' && data >= 0n ? data : undefined),
  write: (value) => value,
}

const LAYOUT = {
  /** POSIX time in milliseconds after which the lock may be redeemed. */
  lockedUntil: NATURAL,
  /** Key that may redeem the lock, or lock the tokens for longer. */
  redeemerVkh: HASH,
}
export type VestingLock = DatumOf<typeof LAYOUT>

export const { decode: decodeVestingLock, encode: encodeVestingLock } = datumCodec(LAYOUT)

/**
 * The stages open in equal steps from `now` to `lockEnd`. The last stage opens exactly at `lockEnd`, and also has the remainder of the
 * division. Times are POSIX milliseconds.
 */
export const vestingStages = (now: bigint, lockEnd: bigint, stages: number, amount: bigint) => {
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
