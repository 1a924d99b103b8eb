// Frames about the state of the service: the last blocks of node, log and models, and problems. They are the part of
// `/status` that changes with each block.
import type { ServiceState } from '../../../operations/service-state.ts'
import type { Publishing } from './source.ts'

/** JSON of the state that a Status frame has. */
export const statusJson = ({ state, problem, node, log, models, lag, refolding }: ServiceState): string =>
  JSON.stringify({ state, problem, node, log, models, lag, refolding })

/** Makes a function that publishes the current state. */
export const statusSource =
  (hub: Publishing, state: () => ServiceState) =>
  (now: number): void => {
    if (hub.isWanted('Status', ''))
      hub.publish({ topic: 'Status', key: '', data: statusJson(state()), conflationKey: '' }, now)
  }
