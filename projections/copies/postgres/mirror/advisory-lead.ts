// The lead as an advisory lock of PostgreSQL. The lock ends with the session, and PostgreSQL gives it directly to a waiting process.
import pg from 'pg'
import type { Lead } from '../../protocol/leadership.ts'
import { rowsOf, type Session } from '../session.ts'

/** A lock wait took too long. */
const LOCK_NOT_AVAILABLE = '55P03'

/** Hash of the copy's name (parameter 1). */
const KEY = 'hashtextextended($1, 0)'

export const advisoryLead = (session: Session, schema: string): Lead => {
  const answer = async (sql: string): Promise<boolean> =>
    (await rowsOf(session, sql, [`launchpad mirror ${schema}`]))[0]?.[0] === 't'
  return {
    try: () => answer(`SELECT pg_try_advisory_lock(${KEY})`),
    // Waits for the lock, up to the session's lock timeout.
    async ask() {
      try {
        await answer(`SELECT pg_advisory_lock(${KEY})`)
        return true
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
        throw error
      }
    },
    isAskedFor: () =>
      answer(
        `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objsubid = 1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32 | objid::bigint) = ${KEY})`,
      ),
    async return() {
      await answer(`SELECT pg_advisory_unlock(${KEY})`)
    },
  }
}
