// Decides which of several indexers writes a copy. Standbys compare their models with the copy every half second, the leader at each
// commit. The table MOVES says what the indexer does next. A standby may ask for the lead and wait. The leader notices this within two
// seconds and returns the lead.
import type { Uptime } from '../../../schema/platform/clocks.ts'
import type { CopyState } from './copy-state.ts'
import type { Comparison, SyncResult } from './sync.ts'

/** Without a sign of life for this time, the leader may be replaced. It gives a sign each second. */
export const REST_MS = 3_500

/** One process may write a copy. */
export interface Lead {
  /** @returns whether this process has the lead now */
  try(): Promise<boolean>
  /**
   * Asks the leader.
   * @returns whether this process has the lead now
   */
  ask(): Promise<boolean>
  isAskedFor(): Promise<boolean>
  return(): Promise<void>
}

/** `partial`: all models are complete, except one that is being folded again. */
export type Fitness = 'unfit' | 'partial' | 'whole'

/**
 * `stalled`: the indexer should lead. Its models are newer and the copy has not advanced for `STALL_MS`, or the copy contains a model that
 * is being folded again. `asked`: another one waits for this leader's lead.
 */
type Standing = 'standby' | 'stalled' | 'leading' | 'asked'

/** `try` takes a free lead; `ask` waits for the lead. */
export type Move = 'leave' | 'try' | 'ask' | 'keep' | 'return'

export const MOVES: Readonly<Record<Fitness, Readonly<Record<Standing, Move>>>> = {
  unfit: { standby: 'leave', stalled: 'leave', leading: 'return', asked: 'return' },
  partial: { standby: 'try', stalled: 'try', leading: 'keep', asked: 'return' },
  whole: { standby: 'try', stalled: 'ask', leading: 'keep', asked: 'return' },
}

/** Without progress for this time, an indexer with newer models asks for the lead. */
export const STALL_MS = 30_000

export const fitnessOf = ({
  kind,
  isComplete,
}: {
  readonly kind: (Comparison | SyncResult)['kind']
  readonly isComplete: boolean
}): Fitness => {
  if (kind === 'behind' || kind === 'incomplete') return 'unfit'
  return isComplete ? 'whole' : 'partial'
}

type Copy = Pick<CopyState, 'load' | 'version' | 'height' | 'models'>

export class CopyWatch {
  readonly #stall: number
  #seen = ''
  #since = 0

  /** @param stall time in ms after which an unchanged copy is stalled */
  constructor(stall: number = STALL_MS) {
    this.#stall = stall
  }

  /** @param height of the indexer's last block */
  observe(copy: Copy | undefined, height: number, now: Uptime): 'standby' | 'stalled' {
    const seen = JSON.stringify([copy?.load, copy?.version])
    if (seen !== this.#seen) {
      this.#seen = seen
      this.#since = now
    }
    if (copy === undefined) return 'standby'
    const isPartial = Object.values(copy.models).some(({ stopped }) => stopped !== null)
    return isPartial || (height > copy.height && now - this.#since >= this.#stall) ? 'stalled' : 'standby'
  }
}
