// A connection to PostgreSQL. Every value is sent as text (column-text.ts). A killed, stopped or cut-off process must not keep the leader's
// lock, so the server ends a writer's idle session after some seconds. A reader's session may idle for minutes, since its connection may be
// slow.
import { createHash } from 'node:crypto'
import pg from 'pg'

export type Session = pg.Client

export type TextRow = readonly (string | null)[]

/** Time in ms after which the server ends an idle session. */
const READER_IDLE_MS = 300_000
export const WRITER_IDLE = 10_000

const QUERY_TIMEOUT_MS = 60_000

const CONNECT_TIMEOUT_MS = 10_000

/** Shorter limits of a server or a role stay in force. */
const limitsSql = (idle: number): string => `SELECT set_config(name, '${idle}', false) FROM pg_settings
  WHERE name IN ('idle_session_timeout', 'idle_in_transaction_session_timeout', 'client_connection_check_interval',
    'tcp_user_timeout', 'lock_timeout') AND setting::bigint NOT BETWEEN 1 AND ${idle}`

/** pg 8 uses `verify-full` for `prefer`, `require` and `verify-ca`, and prints a warning as plain text among the log lines. */
const withExactTls = (url: string): string =>
  /[?&]uselibpqcompat=true/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')

/**
 * @param isPipelined statements are sent without waiting for earlier responses, and the session must not use COPY; responses keep the
 * order, and after a failed statement in a transaction the later ones fail
 * @param signal ends the connection, or the attempt to connect
 * @param idle maximum idle ms; short for a writer, which may hold locks
 * @throws {Error} if the server cannot be reached or refuses
 */
export const connect = async (
  url: string,
  isPipelined: boolean,
  signal?: AbortSignal,
  idle = READER_IDLE_MS,
): Promise<Session> => {
  const client = new pg.Client({
    connectionString: withExactTls(url),
    pipeline: isPipelined,
    application_name: 'launchpad mirror',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    types: { getTypeParser: () => (text: string) => text },
  })
  // A current query fails with the error. Without a listener the error would end the process.
  client.on('error', () => {})
  const end = (): void => abandon(client)
  signal?.addEventListener('abort', end)
  client.once('end', () => signal?.removeEventListener('abort', end))
  signal?.throwIfAborted()
  // Suppresses a plain-text warning of pg 8 among the log lines: pg 9 will not read the file in PGPASSFILE.
  process.noDeprecation = true
  await client.connect()
  try {
    await client.query(limitsSql(idle))
    // A database may have other values, with which texts and arrays would be read differently.
    await client.query("SET bytea_output = 'hex'; SET standard_conforming_strings = on; SET array_nulls = on")
    // Generic plans are made once. A custom plan for some values could be slow for others.
    await client.query('SET plan_cache_mode = force_generic_plan')
  } catch (error) {
    abandon(client)
    throw error
  }
  return client
}

/** Does not wait for the server. */
export const abandon = (session: Session): void => {
  session.connection.stream.destroy()
}

/** @param name of the statement, if the session keeps it prepared */
export const rowsOf = async (
  session: Session,
  text: string,
  values: readonly unknown[] = [],
  name?: string,
): Promise<readonly TextRow[]> => {
  const named = name === undefined ? {} : { name }
  const { rows } = await session.query<string[]>({ ...named, text, values: [...values], rowMode: 'array' })
  return rows
}

/** Names by text. A pool may share prepared statements between processes, so different texts must have different names in all processes. */
const kept = new Map<string, string>()

/** For a statement of every block. The session keeps its plan, which must suit all values. */
export const rowsOfKept = (session: Session, text: string, values: readonly unknown[]) => {
  const name = kept.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  kept.set(text, name)
  return rowsOf(session, text, values, name)
}

/** After an error the caller must abandon the session, which also ends the transaction. */
export const inTransaction = async <T>(session: Session, work: () => Promise<T>): Promise<T> => {
  await session.query('BEGIN')
  const result = await work()
  await session.query('COMMIT')
  return result
}

/**
 * Sends all statements in one write, because each single statement would wake the server.
 * @param send sends before it returns, and returns the results in the same order
 * @throws {Error} of the first failed statement, after the responses to all; in a transaction, the later ones fail only because of it
 */
export const sendTogether = async (
  session: Session,
  send: () => readonly Promise<unknown>[],
): Promise<void> => {
  const { stream } = session.connection
  stream.cork()
  let sent: readonly Promise<unknown>[]
  try {
    sent = send()
  } finally {
    stream.uncork()
  }
  const failed = (await Promise.allSettled(sent)).find((answer) => answer.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
