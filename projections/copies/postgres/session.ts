// A connection to PostgreSQL. Every value is sent as text (column-text.ts). A killed, stopped or cut-off process must not keep the leader's
// lock, so the server ends a writer's idle session after some seconds. A reader's session may idle for minutes, since its connection may be
// slow.
import { createHash } from 'node:crypto'
import pg from 'pg'

export type Session = pg.Client

/** A row in PostgreSQL's text form. */
export type TextRow = readonly (string | null)[]

/** Times in ms after which the server ends an idle session. */
const READER_IDLE_MS = 300_000
export const WRITER_IDLE = 10_000

/** Time in ms after which a query has failed. */
const QUERY_TIMEOUT_MS = 60_000

/** Maximum time in ms for connecting. */
const CONNECT_TIMEOUT_MS = 10_000

/** Server-side limits that end abandoned work of a session. Shorter limits of a server or a role stay in force. */
const limitsSql = (idle: number): string => `SELECT set_config(name, '${idle}', false) FROM pg_settings
  WHERE name IN ('idle_session_timeout', 'idle_in_transaction_session_timeout', 'client_connection_check_interval',
    'tcp_user_timeout', 'lock_timeout') AND setting::bigint NOT BETWEEN 1 AND ${idle}`

/**
 * Replaces `prefer`, `require` and `verify-ca` by `verify-full`, the TLS mode that pg 8 uses for them. Otherwise pg prints a warning as
 * plain text among the log lines.
 */
const withExactTls = (url: string): string =>
  /[?&]uselibpqcompat=true/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')

/**
 * Connects.
 * @param isPipelined whether statements are sent without waiting for earlier responses. The session must then not use COPY. Responses come
 *   in the order of the statements. After a failed statement in a transaction, the later ones fail.
 * @param signal ends the connection, or the attempt to connect
 * @param idle maximum idle time in ms; short for a writer, which may hold locks
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
  // A current query fails with the error that ends the session. Without a listener the error would end the process.
  client.on('error', () => {})
  const end = (): void => abandon(client)
  signal?.addEventListener('abort', end)
  client.once('end', () => signal?.removeEventListener('abort', end))
  signal?.throwIfAborted()
  // Suppresses a warning of pg 8, which is plain text among the log lines: pg 9 will not read the file in PGPASSFILE.
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

/** Ends a connection without waiting for the server. */
export const abandon = (session: Session): void => {
  session.connection.stream.destroy()
}

/** The rows of a query. @param name name of the statement, if the session keeps it prepared */
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

/**
 * Names of prepared statements, by their text. Different texts must have different names in all processes, since a pool may share prepared
 * statements between processes.
 */
const kept = new Map<string, string>()

/** Runs a statement that is sent for every block. The session prepares it once and keeps its plan, which must suit all values. */
export const rowsOfKept = (session: Session, text: string, values: readonly unknown[]) => {
  const name = kept.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  kept.set(text, name)
  return rowsOf(session, text, values, name)
}

/** Runs `work` in a transaction. After an error the caller must abandon the session, which also ends the transaction. */
export const inTransaction = async <T>(session: Session, work: () => Promise<T>): Promise<T> => {
  await session.query('BEGIN')
  const result = await work()
  await session.query('COMMIT')
  return result
}

/**
 * Sends several statements in one write. If the statements were sent one by one, each would wake the server.
 * @param send sends them before it returns, and returns their results in the same order
 * @throws {Error} of the first failed statement, after the responses to all. In a transaction, the later statements fail only because of
 *   the first failure.
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
