// Log messages for a failed session, which say what an operator can do about it.
import pg from 'pg'
import { messageOf } from '../../schema/platform/message-of.ts'

/** PostgreSQL's codes for a prepared statement that another client of a pool has left behind, or that another session has. */
const NOT_THIS_SESSION: readonly (string | undefined)[] = ['42P05', '26000']

/** Problem of a connection through a pool in transaction mode. */
export const SHARED_SESSIONS =
  'the statements of one connection reach several sessions: connect to PostgreSQL itself, or to a pool with pool_mode = session'

export const sessionProblem = (error: unknown): string => {
  const message = messageOf(error)
  if (message.includes('client password must be a string'))
    return 'PostgreSQL asks for a password: put it into POSTGRES_URL, or into a file that PGPASSFILE names'
  if (!(error instanceof pg.DatabaseError)) return message
  const { code, detail, hint } = error
  if (NOT_THIS_SESSION.includes(code)) return `${SHARED_SESSIONS} (${message})`
  return [message, detail, hint].filter((part) => part !== undefined).join('; ')
}
