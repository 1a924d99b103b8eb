// Log messages for a failed session, which say what an operator can do about it.
import { statSync } from 'node:fs'
import pg from 'pg'
import { messageOf } from '../../schema/platform/message-of.ts'

/** PostgreSQL's codes for a prepared statement that another client of a pool has left behind, or that another session has. */
const NOT_THIS_SESSION: readonly (string | undefined)[] = ['42P05', '26000']

/** Bits of a file's mode that let others than its owner use it. */
const OTHERS = 0o077

/** Problem of a connection through a pool in transaction mode. */
export const SHARED_SESSIONS =
  'the statements of one connection reach several sessions: connect to PostgreSQL itself, or to a pool with pool_mode = session'

/** Why the file with the password gave none. */
const passwordProblem = (file: string | undefined): string => {
  const stats = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })
  if (file === undefined) return 'put it into POSTGRES_URL, or into a file that PGPASSFILE names'
  if (stats === undefined) return `PGPASSFILE names ${file}, which does not exist`
  if ((stats.mode & OTHERS) !== 0)
    return `${file}, which PGPASSFILE names, is not read, because others than its owner may: chmod 600 ${file}`
  return `${file}, which PGPASSFILE names, has no line for this host, port, database and user`
}

/** @param passFile path in PGPASSFILE */
export const sessionProblem = (error: unknown, passFile = process.env.PGPASSFILE): string => {
  const message = messageOf(error)
  if (message.includes('client password must be a string'))
    return `PostgreSQL asks for a password: ${passwordProblem(passFile)}`
  if (!(error instanceof pg.DatabaseError)) return message
  const { code, detail, hint } = error
  if (NOT_THIS_SESSION.includes(code)) return `${SHARED_SESSIONS} (${message})`
  return [message, detail, hint].filter((part) => part !== undefined).join('; ')
}
