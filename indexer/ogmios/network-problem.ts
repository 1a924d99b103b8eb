// Checks that a server is on the expected network. A devnet may have any name, but no network with a known name is a devnet.
import { NETWORKS, type Network } from '../../schema/primitives.ts'
import type { Connection } from './connection.ts'

const PUBLIC: readonly string[] = NETWORKS.filter((name) => name !== 'devnet')

/**
 * Problem of the network and its remedy; undefined if there is none.
 * @param network expected network
 */
export const networkProblem = (
  { health }: Pick<Connection, 'health'>,
  network: Network,
): string | undefined => {
  const served: string = health.network
  const isRight = network === 'devnet' ? !PUBLIC.includes(served) : served === network
  return isRight
    ? undefined
    : `Ogmios serves ${served}, but this process is for ${network}: change one of them`
}
