// Checks that all statements of a connection reach one session. A pool in transaction mode distributes them to any of its
// sessions, so that the leader's lock would stay with a session that other clients use.

import { abandon, connect, rowsOf, type Session } from '../session.ts'
import { SHARED_SESSIONS } from '../session-problem.ts'

const processOf = async (session: Session): Promise<unknown> =>
  (await rowsOf(session, 'SELECT pg_backend_pid()'))[0]?.[0]

/**
 * A second connection gets the session of the first one, if a pool allows it, and keeps it with an open transaction.
 * @throws {Error} if other connections can use the connection's session
 */
export const assertOwnSession = async (url: string, session: Session, signal: AbortSignal): Promise<void> => {
  const before = await processOf(session)
  const other = await connect(url, false, signal)
  try {
    await other.query('BEGIN')
    const others = await processOf(other)
    const after = await processOf(session)
    if (others === before || after !== before) throw new Error(SHARED_SESSIONS)
  } finally {
    abandon(other)
  }
}
