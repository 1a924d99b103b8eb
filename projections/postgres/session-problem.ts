// Log messages for a failed session, which say what an operator can do about it.
import pg from 'pg'
import { messageOf } from '../../schema/platform/message-of.ts'

/** PostgreSQL's codes for a prepared statement that another client of a pool has left behind, or that another session has. */
const NOT_THIS_SESSION: readonly (string | undefined)[] = ['42P05', '26000']

export const sessionProblem = (error: unknown): string => {
  const message = messageOf(error)
  if (message.includes('client password must be a string'))
    return 'PostgreSQL asks for a password: put it into POSTGRES_URL, or into a file that PGPASSFILE names'
  if (!(error instanceof pg.DatabaseError)) return message
  const { code, detail, hint } = error
  if (NOT_THIS_SESSION.includes(code))
    return `the statements of one connection reach several sessions (${message}): connect to PostgreSQL itself, or to a pool with pool_mode = session`
  return [message, detail, hint].filter((part) => part !== undefined).join('; ')
}
