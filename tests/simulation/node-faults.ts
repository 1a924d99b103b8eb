// Faults of the node and its connections, and how each ends. The chain grows during a fault.
import type { Random } from '../../devnet/actors/random.ts'
import { buildBlock } from '../../devnet/chain/build-block.ts'
import { fakeHash } from '../../devnet/chain/build-transaction.ts'
import type { Chain } from '../../devnet/chain/chain.ts'
import type { ChainBlock } from '../../devnet/chain/chain-block.ts'
import type { Faults } from '../../devnet/ogmios/faults.ts'
import { LIES } from '../../devnet/ogmios/lies.ts'
import { until } from '../kit/until.ts'

/** @returns a function that ends the fault; undefined if the fault is already over */
type NodeFault = (faults: Faults, random: Random) => undefined | (() => Promise<void> | void)

/** The node's next honest block contradicts each lie. */
const lies = Object.entries(LIES).map(([name, lie]): [string, NodeFault] => [
  name,
  (faults) => {
    faults.lie = lie
    return () => {
      faults.lie = undefined
    }
  },
])

export const NODE_FAULTS: Readonly<Record<string, NodeFault>> = {
  ...Object.fromEntries(lies),
  'connection cut': (faults) => void faults.dropConnections(),
  'node lost by Ogmios': (faults, random) =>
    void faults.closeConnections(random.chance(0.7) ? -32_000 : -32_001),
  'no answers': (faults, random) => {
    faults.stall(random.chance(0.5) ? 'pinging' : 'silent')
    return () => faults.resume()
  },
  'nobody listens': (faults) => {
    faults.refuseConnections()
    faults.dropConnections()
    // Another program may have the port for a moment.
    return async () => {
      await until('its port', () => faults.acceptConnections().then(() => true))
    }
  },
  'request failed': (faults, random) => void faults.failNextBlock(random.integer(1, 2)),
  'answer cut': (faults) => void faults.garbleNextBlock(),
  'slow answers': (faults, random) => {
    faults.delayReplies(random.integer(1, 20))
    return () => faults.delayReplies(0)
  },
  'node not ready': (faults, random) => {
    faults.health = random.pick(['disconnected', 'no-tip', 'other-network'] as const) ?? 'no-tip'
    faults.dropConnections()
    return () => {
      faults.health = 'synchronized'
    }
  },
}

const lastOf = ({ last }: Chain): ChainBlock => {
  if (last === undefined) throw new Error('a chain without blocks')
  return last
}

/** A block of an era that no version knows. */
export const unknownBlock = (chain: Chain): string =>
  lastOf(chain)
    .json.toString()
    .replace(/"era":"\w+"/, '"era":"unknown"')

/** Sent in place of the next block. */
export const WRONG_BLOCKS: Readonly<Record<string, (chain: Chain, random: Random) => ChainBlock>> = {
  'block sent twice': lastOf,
  'late block': (chain, random) => chain.at(random.integer(0, chain.length - 1)) ?? lastOf(chain),
  'block of another network': (chain, random) => {
    const { point, height } = lastOf(chain)
    const id = fakeHash(`another network ${random.integer(0, 2 ** 32)}`)
    return buildBlock({ point: { ...point, id }, height })
  },
}
