// Frames about the service itself: where node, log and models stand. They say what `/status` says that changes with each
// block.
import type { ServiceState } from '../../../operations/service-state.ts'
import type { Publishing } from './source.ts'

/** State of the service as the page shows it. */
export const statusJson = ({ state, problem, node, log, models, lag, refolding }: ServiceState): string =>
  JSON.stringify({ state, problem, node, log, models, lag, refolding })

/** @returns publishes the status as it is. */
export const statusSource =
  (hub: Publishing, state: () => ServiceState) =>
  (now: number): void => {
    if (hub.isWanted('Status', ''))
      hub.publish({ topic: 'Status', key: '', data: statusJson(state()), about: '' }, now)
  }
