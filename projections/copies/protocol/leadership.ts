// Decides which of several indexers writes a copy. A standby compares its models with the copy once a second, and the leader at each commit.
// The table MOVES says what the indexer then does. An indexer that asks for the lead waits for it. The leader sees this within two seconds and
// returns the lead.
import type { Uptime } from '../../../schema/platform/clocks.ts'
import type { CopyState } from './copy-state.ts'
import type { Comparison, SyncResult } from './sync.ts'

/** Time in ms without a sign of the leader, which gives one each second, after which another process may lead. */
export const REST_MS = 3_500

/** The right to write a copy, which one process has. */
export interface Lead {
  /** Takes it if nobody has it. @returns whether this process has it now */
  try(): Promise<boolean>
  /** Asks the leader for it. @returns whether this process has it now */
  ask(): Promise<boolean>
  /** Whether another process asks for it. */
  isAskedFor(): Promise<boolean>
  return(): Promise<void>
}

/** Models that can be copied: none now, all except a model that is being folded again, or all. */
export type Fitness = 'unfit' | 'partial' | 'whole'

/**
 * The state of the lead for one indexer. `stalled`: this indexer does not lead. Its models are newer than the copy, which has not
 * advanced for `STALL`, or the copy contains a model that is being folded again. `asked`: this indexer leads, and another one waits
 * for the lead.
 */
type Standing = 'standby' | 'stalled' | 'leading' | 'asked'

/** `try` becomes the leader if there is none; `ask` waits for the lead. */
export type Move = 'leave' | 'try' | 'ask' | 'keep' | 'return'

export const MOVES: Readonly<Record<Fitness, Readonly<Record<Standing, Move>>>> = {
  unfit: { standby: 'leave', stalled: 'leave', leading: 'return', asked: 'return' },
  partial: { standby: 'try', stalled: 'try', leading: 'keep', asked: 'return' },
  whole: { standby: 'try', stalled: 'ask', leading: 'keep', asked: 'return' },
}

/** Time in ms after which an indexer asks for the lead, if the copy is behind its models and makes no progress. */
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

/** An indexer's watch of a copy that another writes. */
export class CopyWatch {
  readonly #stall: number
  #seen = ''
  #since = 0

  /** @param stall milliseconds */
  constructor(stall: number = STALL_MS) {
    this.#stall = stall
  }

  /**
   * State of the lead for an indexer that does not have it.
   * @param height height of the indexer's last block
   */
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
