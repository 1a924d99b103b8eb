// Which of several indexers writes the copy: the one that holds PostgreSQL's advisory lock leads. Each indexer looks once a
// second how its models stand to the copy, and MOVES says what it then does about the lead. An indexer that asks waits for the
// lock, and the leader sees it wait: the lock then passes from the one to the other, and no third takes it in between.
import pg from 'pg'
import type { MirrorState } from '../mirror-state.ts'
import { rowsOf, type Session } from '../session.ts'
import type { Comparison } from './sync.ts'

/** Whether models can be copied: not at all now, without a model that is being folded again, or whole. */
export type Fitness = 'unfit' | 'partial' | 'whole'

/**
 * The lead as an indexer sees it. `stalled`: another leads or nobody does, and the copy stands still below this indexer's models,
 * or holds a model that is being folded again. `asked`: this one leads, and another waits for the lead.
 */
export type Lead = 'standby' | 'stalled' | 'leading' | 'asked'

/** `try` takes a lead that is free, `ask` waits for one that is not. */
export type Move = 'leave' | 'try' | 'ask' | 'keep' | 'return'

export const MOVES: Readonly<Record<Fitness, Readonly<Record<Lead, Move>>>> = {
  unfit: { standby: 'leave', stalled: 'leave', leading: 'return', asked: 'return' },
  partial: { standby: 'try', stalled: 'try', leading: 'keep', asked: 'return' },
  whole: { standby: 'try', stalled: 'ask', leading: 'keep', asked: 'return' },
}

/** Milliseconds for which a copy below an indexer's models stands still before that indexer asks for the lead. */
export const STALL = 30_000

export const fitnessOf = ({ kind, isComplete }: Pick<Comparison, 'kind' | 'isComplete'>): Fitness => {
  if (kind === 'behind' || kind === 'incomplete') return 'unfit'
  return isComplete ? 'whole' : 'partial'
}

type Copy = Pick<MirrorState, 'load' | 'version' | 'height' | 'models'>

/** An indexer's watch of a copy that another writes. */
export class CopyWatch {
  readonly #stall: number
  #seen = ''
  #since = 0

  /** @param stall milliseconds */
  constructor(stall: number = STALL) {
    this.#stall = stall
  }

  /**
   * The lead as it is seen by an indexer without it.
   * @param height of the indexer's last block
   * @param now milliseconds of a clock that only goes forward
   */
  observe(copy: Copy | undefined, height: number, now: number): 'standby' | 'stalled' {
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

/** The lock's key, of the name of the copy as parameter 1. */
const KEY = 'hashtextextended($1, 0)'

const lockName = (schema: string): string => `launchpad mirror ${schema}`

/** Takes the lock if it is free. @returns whether it did */
export const tryLead = async (session: Session, schema: string): Promise<boolean> => {
  const [row] = await rowsOf(session, `SELECT pg_try_advisory_lock(${KEY})`, [lockName(schema)])
  return row?.[0] === 't'
}

/** PostgreSQL's code for a lock that was waited for too long. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Waits for the lock, for as long as the session waits for any lock. @returns whether it has it then */
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
