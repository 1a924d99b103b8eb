// Frames about the service's state: the last blocks of node, log and models, and problems. This is the part of `/status` that changes with
// each block.

import type { Uptime } from '../../../../schema/platform/clocks.ts'
import type { BlockSummary } from '../../../../schema/responses/blocks.ts'
import { rolledBack } from '../../../../schema/responses/rolled-back.ts'
import type { ServiceState } from '../../../operations/service-state.ts'
import type { Publishing } from './source.ts'

/** Most forks undo only a few blocks. */
const BLOCKS = 40

/**
 * Publishes the state if it differs from the last frame's. A frame has the total number of rolled back blocks, so a client learns of every
 * fork, even if a newer frame replaces an unsent one.
 * @param latest returns the given number of the models' blocks, newest first
 */
export const statusSource = (
  hub: Publishing,
  stateNow: () => ServiceState,
  latest: (count: number) => readonly Pick<BlockSummary, 'height' | 'id'>[],
) => {
  let blocks: ReturnType<typeof latest> = []
  let gone = 0
  let sent = ''
  return (now: Uptime): void => {
    if (!hub.isWanted('Status', '')) {
      sent = ''
      return
    }
    const before = blocks
    blocks = latest(BLOCKS)
    gone += rolledBack(before, blocks)
    const { state, problem, node, log, models, lag, refolding } = stateNow()
    const data = JSON.stringify({ state, problem, node, log, models, lag, refolding, rolledBack: gone })
    if (data === sent) return
    sent = data
    hub.publish({ topic: 'Status', key: '', data, conflationKey: '' }, now)
  }
}
