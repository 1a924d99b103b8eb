// A source turns a commit's changes into updates of its channels. The source reads every update from the models after the commit. So frames
// and HTTP responses agree, even after a rollback.
import type { Change } from '../../../../projections/read/reader/models-reader.ts'
import type { Uptime } from '../../../../schema/platform/clocks.ts'
import type { Hub } from '../hub.ts'

export interface Source {
  /** Called at the start and when the changes are unknown. There are no subscribers then. */
  reset?(): void
  publishChanges(changes: readonly Change[], now: Uptime): void
}

export type Publishing = Pick<Hub, 'isWanted' | 'publish' | 'subscriptions'>
