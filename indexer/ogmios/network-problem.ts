// Checks that a server is on the expected network. A devnet may have any name except those of known networks.
import { NETWORKS, type Network } from '../../schema/primitives.ts'
import type { Connection } from './connection.ts'

const PUBLIC: readonly string[] = NETWORKS.filter((name) => name !== 'devnet')

/**
 * Undefined if there is no problem.
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
