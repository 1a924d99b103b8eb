// Times of slots. From a network's Shelley era on, all slots have one length, which is in the operations config.
import type { Network } from './primitives.ts'

/** `zeroSlot` begins at `zeroTime` (Unix seconds); from then on, each slot lasts `slotLength` milliseconds. */
export interface Slots {
  readonly zeroSlot: number
  readonly zeroTime: number
  readonly slotLength: number
}

/** From the first slot of the Shelley era on. */
export const PUBLIC_SLOTS: Readonly<Record<Exclude<Network, 'devnet'>, Slots>> = {
  mainnet: { zeroSlot: 4_492_800, zeroTime: 1_596_059_091, slotLength: 1_000 },
  preprod: { zeroSlot: 86_400, zeroTime: 1_655_769_600, slotLength: 1_000 },
  preview: { zeroSlot: 0, zeroTime: 1_666_656_000, slotLength: 1_000 },
}

/** Unix seconds, for the first slot of fixed length and later slots. */
export const slotTime = ({ slots }: { readonly slots: Slots }, slot: number): number =>
  slots.zeroTime + Math.floor(((slot - slots.zeroSlot) * slots.slotLength) / 1000)

/** Times are Unix milliseconds. */
export const slotClock = ({ zeroSlot, zeroTime, slotLength }: Slots) => ({
  slotAt: (time: number): number => zeroSlot + Math.floor((time - zeroTime * 1000) / slotLength),
  timeOf: (slot: number): number => zeroTime * 1000 + (slot - zeroSlot) * slotLength,
})

/** About 2,200 years after slot 0 if slots last a second. */
const SEARCH_END = 2 ** 36

/** @param timeOf Unix seconds at which a slot starts */
export const firstSlotFrom = (timeOf: (slot: number) => number, time: number): number => {
  let [before, found] = [-1, SEARCH_END]
  while (before + 1 < found) {
    const middle = Math.floor((before + found) / 2)
    if (timeOf(middle) >= time) found = middle
    else before = middle
  }
  return found
}
