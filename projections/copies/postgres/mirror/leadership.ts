// Decides which of several indexers writes the copy: the leader has PostgreSQL's advisory lock. A standby compares its models with the copy
// once a second, and the leader at each commit. The table MOVES says what the indexer then does. An indexer that asks for the lead waits for
// the lock. The leader sees this within two seconds and returns the lock, which PostgreSQL gives directly to the waiting indexer.
import pg from 'pg'
import type { Uptime } from '../../../../schema/platform/clocks.ts'
import type { CopyState } from '../../protocol/copy-state.ts'
import type { Comparison, SyncResult } from '../../protocol/sync.ts'
import { rowsOf, type Session } from '../session.ts'

/** Models that can be copied: none now, all except a model that is being folded again, or all. */
export type Fitness = 'unfit' | 'partial' | 'whole'

/**
 * The state of the lead for one indexer. `stalled`: this indexer does not lead. Its models are newer than the copy, which has not
 * advanced for `STALL`, or the copy contains a model that is being folded again. `asked`: this indexer leads, and another one waits
 * for the lead.
 */
type Lead = 'standby' | 'stalled' | 'leading' | 'asked'

/** `try` becomes the leader if there is none; `ask` waits for the lead. */
export type Move = 'leave' | 'try' | 'ask' | 'keep' | 'return'

export const MOVES: Readonly<Record<Fitness, Readonly<Record<Lead, Move>>>> = {
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

/** Key of the lock, made from the name of the copy (parameter 1). */
const KEY = 'hashtextextended($1, 0)'

const lockName = (schema: string): string => `launchpad mirror ${schema}`

/** Acquires the lock if it is free. @returns whether the session has the lock */
export const tryLead = async (session: Session, schema: string): Promise<boolean> => {
  const [row] = await rowsOf(session, `SELECT pg_try_advisory_lock(${KEY})`, [lockName(schema)])
  return row?.[0] === 't'
}

/** PostgreSQL's code for a wait for a lock that was too long. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Waits for the lock, up to the session's limit for locks. @returns whether the session has the lock */
export const askForLead = async (session: Session, schema: string): Promise<boolean> => {
  try {
    await rowsOf(session, `SELECT pg_advisory_lock(${KEY})`, [lockName(schema)])
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

/** Whether another session waits for the lock. */
export const isAskedFor = async (session: Session, schema: string): Promise<boolean> => {
  const [row] = await rowsOf(
    session,
    `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objsubid = 1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32 | objid::bigint) = ${KEY})`,
    [lockName(schema)],
  )
  return row?.[0] === 't'
}

export const returnLead = async (session: Session, schema: string): Promise<void> => {
  await rowsOf(session, `SELECT pg_advisory_unlock(${KEY})`, [lockName(schema)])
}
