// Times of slots. All slots from a network's Shelley era on have the same length, which is in the operations config.
import type { OperationsConfig } from './config/config.ts'

/** Unix seconds at which a slot starts, for slots from the first slot of fixed length on. */
export const slotTime = ({ slots }: OperationsConfig, slot: number): number =>
  slots.zeroTime + Math.floor(((slot - slots.zeroSlot) * slots.slotLength) / 1000)
