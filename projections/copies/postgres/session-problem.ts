// Log messages for a failed session, with what the operator can do.
import { statSync } from 'node:fs'
import pg from 'pg'
import { messageOf } from '../../../schema/platform/message-of.ts'
import { codeOf } from '../../../schema/platform/storage-error.ts'

/** A prepared statement already exists or does not exist. Behind a pool, another client may have made it, or it is in another session. */
const NOT_THIS_SESSION: readonly (string | undefined)[] = ['42P05', '26000']

/** pg_hba.conf does not allow the connection. */
const INVALID_AUTHORIZATION = '28000'

/** Users other than the owner may use the file. */
const OTHERS = 0o077

/** A pool in transaction mode. */
export const SHARED_SESSIONS =
  'the statements of one connection reach several sessions: connect to PostgreSQL itself, or to a pool with pool_mode = session'

const passwordProblem = (file: string | undefined): string => {
  const stats = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })
  if (file === undefined) return 'put it into POSTGRES_URL, or into a file that PGPASSFILE names'
  if (stats === undefined) return `PGPASSFILE names ${file}, which does not exist`
  if ((stats.mode & OTHERS) !== 0)
    return `${file}, which PGPASSFILE names, is not read, because other users may read it: run chmod 600 ${file}`
  return `${file}, which PGPASSFILE names, has no line for this host, port, database and user`
}

/** Keys are error codes. */
const TLS_PROBLEMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ].map((code) => [
      code,
      "PostgreSQL's certificate is signed by an unknown authority: name the PEM file of the authority that signed it as sslrootcert in POSTGRES_URL",
    ]),
  ),
  ERR_TLS_CERT_ALTNAME_INVALID:
    "PostgreSQL's certificate is for another host: use a host name of the certificate in POSTGRES_URL",
  CERT_HAS_EXPIRED: "PostgreSQL's certificate has expired: renew it on the database server",
}

/** The problem if a file that POSTGRES_URL names, such as sslrootcert, cannot be read; undefined for other errors. */
const unreadFile = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && error.syscall === 'open'
    ? `a file that POSTGRES_URL names cannot be read (${error.message})`
    : undefined

/** @returns undefined for an error that is not about TLS */
const tlsProblem = (error: unknown, message: string): string | undefined => {
  const code = codeOf(error)
  const problem = TLS_PROBLEMS[code]
  if (problem !== undefined) return `${problem} (${message})`
  if (message === 'The server does not support SSL connections')
    return 'PostgreSQL does not offer TLS: set ssl = on on the database server, or take sslmode out of POSTGRES_URL'
  return code === INVALID_AUTHORIZATION && message.endsWith('no encryption')
    ? `PostgreSQL refuses connections without TLS: add sslmode=verify-full to POSTGRES_URL (${message})`
    : undefined
}

/**
 * @param error of connecting or of a query
 * @param passFile path in PGPASSFILE
 */
export const sessionProblem = (error: unknown, passFile = process.env.PGPASSFILE): string => {
  const message = messageOf(error)
  const problem = tlsProblem(error, message) ?? unreadFile(error)
  if (problem !== undefined) return problem
  if (message.includes('client password must be a string'))
    return `PostgreSQL asks for a password: ${passwordProblem(passFile)}`
  if (!(error instanceof pg.DatabaseError)) return message
  const { code, detail, hint } = error
  if (NOT_THIS_SESSION.includes(code)) return `${SHARED_SESSIONS} (${message})`
  return [message, detail, hint].filter((part) => part !== undefined).join('; ')
}
