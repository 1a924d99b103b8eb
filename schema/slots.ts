// Times of slots. All slots from a network's Shelley era on have the same length, which is in the operations config.
import type { OperationsConfig } from './config/config.ts'

/** Unix seconds at which a slot starts, for slots from the first slot of fixed length on. */
export const slotTime = ({ slots }: OperationsConfig, slot: number): number =>
  slots.zeroTime + Math.floor(((slot - slots.zeroSlot) * slots.slotLength) / 1000)

/** Larger than every slot of which a position can be made. */
const MOST_SLOTS = 2 ** 36

/**
 * The first slot that starts at or after a time.
 * @param timeOf Unix seconds at which a slot starts
 */
export const firstSlotFrom = (timeOf: (slot: number) => number, time: number): number => {
  let [before, found] = [-1, MOST_SLOTS]
  while (before + 1 < found) {
    const middle = Math.floor((before + found) / 2)
    if (timeOf(middle) >= time) found = middle
    else before = middle
  }
  return found
}
