// Decides which of several indexers writes a copy. A standby compares its models with the copy once a second, and the leader at each
// commit. The table MOVES says what the indexer does next. A standby may ask for the lead and wait. The leader notices this within two
// seconds and returns the lead.
import type { Uptime } from '../../../schema/platform/clocks.ts'
import type { CopyState } from './copy-state.ts'
import type { Comparison, SyncResult } from './sync.ts'

/** Time in ms without a sign of life from the leader after which another process may lead. The leader gives a sign each second. */
export const REST_MS = 3_500

/** The right to write a copy. One process has it. */
export interface Lead {
  /** Takes the lead if no process has it. @returns whether this process has it now */
  try(): Promise<boolean>
  /** Asks the leader for the lead. @returns whether this process has it now */
  ask(): Promise<boolean>
  /** Whether another process asks for the lead. */
  isAskedFor(): Promise<boolean>
  return(): Promise<void>
}

/** The models that can be copied now: none, all except one that is being folded again, or all. */
export type Fitness = 'unfit' | 'partial' | 'whole'

/**
 * The state of the lead for one indexer.
 * - `stalled`: the indexer does not lead, and should. The copy has not advanced for `STALL_MS` although the
 *   indexer's models are newer, or the copy contains a model that is being folded again.
 * - `asked`: the indexer leads, and another one waits for the lead.
 */
type Standing = 'standby' | 'stalled' | 'leading' | 'asked'

/** `try` takes the lead if no process has it; `ask` waits for the lead. */
export type Move = 'leave' | 'try' | 'ask' | 'keep' | 'return'

export const MOVES: Readonly<Record<Fitness, Readonly<Record<Standing, Move>>>> = {
  unfit: { standby: 'leave', stalled: 'leave', leading: 'return', asked: 'return' },
  partial: { standby: 'try', stalled: 'try', leading: 'keep', asked: 'return' },
  whole: { standby: 'try', stalled: 'ask', leading: 'keep', asked: 'return' },
}

/** Time in ms without progress of the copy, after which an indexer with newer models asks for the lead. */
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

/** Watches a copy that another indexer writes. */
export class CopyWatch {
  readonly #stall: number
  #seen = ''
  #since = 0

  /** @param stall time in ms after which an unchanged copy is stalled */
  constructor(stall: number = STALL_MS) {
    this.#stall = stall
  }

  /** Whether an indexer that does not lead should ask for the lead (`stalled`). @param height height of the indexer's last block */
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
