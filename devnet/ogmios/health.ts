// Body and status of GET /health, in the shape of Ogmios v6 and v7. A chain in memory is its whole network, so it counts as synchronised
// however old its blocks are.
import type { Network } from '../../schema/primitives.ts'
import type { Chain } from '../chain/chain.ts'
import { epochOf } from '../chain/network-time.ts'
import type { HealthFault } from './faults.ts'

/** Ogmios' version. Blocks may be in the form of version 6 or 7. */
const VERSION = 'v7.0.0'

/** Times are Unix milliseconds. */
interface HealthFacts {
  readonly network: Network
  readonly startedAt: number
  readonly tipChangedAt: number
  readonly activeConnections: number
  readonly totalConnections: number
}

const STATUS: Readonly<Record<HealthFault, number>> = {
  synchronized: 200,
  synchronizing: 202,
  disconnected: 500,
  'no-tip': 200,
  'other-network': 200,
}

const SYNCHRONIZATION: Readonly<Record<HealthFault, number | null>> = {
  synchronized: 1,
  synchronizing: 0.98765,
  disconnected: null,
  'no-tip': null,
  'other-network': 1,
}

export const health = (
  chain: Chain,
  facts: HealthFacts,
  state: HealthFault,
): { status: number; body: string } => {
  const tip = chain.tip
  const epoch = tip === 'origin' ? undefined : epochOf(facts.network, tip.slot)
  const memory = process.memoryUsage()
  const cpu = process.cpuUsage()
  const body = {
    startTime: new Date(facts.startedAt).toISOString(),
    lastKnownTip: state === 'no-tip' ? 'origin' : tip,
    lastTipUpdate: state === 'no-tip' ? null : new Date(facts.tipChangedAt).toISOString(),
    networkSynchronization: SYNCHRONIZATION[state],
    currentEra: chain.last?.era ?? null,
    metrics: {
      runtimeStats: {
        maxHeapSize: Math.round(memory.heapTotal / 1024),
        currentHeapSize: Math.round(memory.heapUsed / 1024),
        cpuTime: (cpu.user + cpu.system) * 1000,
        gcCpuTime: 0,
      },
      activeConnections: facts.activeConnections,
      totalConnections: facts.totalConnections,
      sessionDurations: { max: 0, mean: 0, min: 0 },
      totalMessages: 0,
      totalUnrouted: 0,
    },
    connectionStatus: state === 'disconnected' ? 'disconnected' : 'connected',
    currentEpoch: epoch?.epoch ?? null,
    slotInEpoch: epoch?.slotInEpoch ?? null,
    version: VERSION,
    network: state === 'other-network' ? 'sanchonet' : facts.network,
  }
  return { status: STATUS[state], body: JSON.stringify(body) }
}
