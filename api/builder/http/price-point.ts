// The block whose pools give prices. An order built on an old price would accept an outdated price. So the age of this block has the same
// limit as the age of the tip in a ready service.
import type { TimeOfDay } from '../../../schema/platform/clocks.ts'
import type { Tip } from '../../../schema/primitives.ts'
import { BLOCK_INTERVAL_S, BuildError } from '../build-error.ts'

interface Freshness {
  /** Unix seconds. */
  readonly blockTime: number
  /** Unix milliseconds. */
  readonly now: TimeOfDay
  /** In seconds; undefined for a recorded chain, which has no newer blocks. */
  readonly maxAge: number | undefined
}

/**
 * @param block last block of the models; its slot is negative if there is none
 * @throws {BuildError} `STALE_PRICE` if the block is too old, or there is none
 */
export const pricePoint = (block: Tip | undefined, { blockTime, now, maxAge }: Freshness): Tip => {
  if (block === undefined || block.slot < 0)
    throw new BuildError('STALE_PRICE', 'no block has been indexed yet', BLOCK_INTERVAL_S)
  const age = Math.floor(now / 1000) - blockTime
  if (maxAge !== undefined && age > maxAge)
    throw new BuildError(
      'STALE_PRICE',
      `the newest block of the service is ${age} s old, so its prices are too: try again when it has newer blocks`,
      BLOCK_INTERVAL_S,
    )
  const { slot, id, height } = block
  return { slot, id, height }
}
