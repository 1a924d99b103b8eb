// What a source is given: it turns what a commit changed into updates of its channels. Everything it says is read from
// the models as they are after the commit, so it is already what HTTP answers, after a rollback as well.
import type { Change } from '../../../../projections/read/reader/models-reader.ts'
import type { Hub } from '../hub.ts'

export interface Source {
  /** Looks at the models as they are, at the start and after a change that cannot be named: nobody is subscribed then. */
  reset?(): void
  /** @param now milliseconds since 1970 */
  take(changes: readonly Change[], now: number): void
}

/** Part of the hub that sources publish with. */
export type Publishing = Pick<Hub, 'isWanted' | 'publish' | 'subscriptions'>
