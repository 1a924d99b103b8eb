// Start and epochs of networks, for /health and queryNetwork/startTime. All these networks have Byron epochs of 21,600 slots. The numbers
// come from the networks' genesis files.
import type { Network } from '../../schema/primitives.ts'

interface NetworkTime {
  /** Unix milliseconds of slot 0; undefined if each run chooses its own. */
  readonly start?: number
  readonly byronEpochs: number
  /** Slots of an epoch after Byron. */
  readonly epochLength: number
}

export const BYRON_EPOCH = 21_600

export const DEVNET_EPOCH = 86_400

/** The devnet has preview's short epochs. */
const NETWORK_TIMES: Readonly<Record<Network, NetworkTime>> = {
  mainnet: { start: Date.UTC(2017, 8, 23, 21, 44, 51), byronEpochs: 208, epochLength: 432_000 },
  preprod: { start: Date.UTC(2022, 5, 1), byronEpochs: 4, epochLength: 432_000 },
  preview: { start: Date.UTC(2022, 9, 25), byronEpochs: 0, epochLength: 86_400 },
  devnet: { byronEpochs: 0, epochLength: DEVNET_EPOCH },
}

/** Unix milliseconds; undefined for the devnet. */
export const networkStart = (network: Network): number | undefined => NETWORK_TIMES[network].start

export const epochOf = (network: Network, slot: number): { epoch: number; slotInEpoch: number } => {
  const { byronEpochs, epochLength } = NETWORK_TIMES[network]
  const byronSlots = byronEpochs * BYRON_EPOCH
  if (slot < byronSlots) return { epoch: Math.floor(slot / BYRON_EPOCH), slotInEpoch: slot % BYRON_EPOCH }
  const after = slot - byronSlots
  return { epoch: byronEpochs + Math.floor(after / epochLength), slotInEpoch: after % epochLength }
}
