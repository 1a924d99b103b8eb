// A connection to PostgreSQL. Every value crosses as text (column-text.ts). A session that the process left behind when it
// was killed, stopped or cut off must not keep the leader's lock: the server ends a writer's after some seconds without a word, and
// a reader's, to which a slow link may carry an answer for as long, after minutes.
import pg from 'pg'

export type Session = pg.Client

/** A row as PostgreSQL writes it. */
export type TextRow = readonly (string | null)[]

/** Milliseconds after which the server ends a session that says nothing. */
const READER_IDLE = 300_000
const WRITER_IDLE = 10_000

/** Milliseconds after which a query has failed. */
const ANSWER = 60_000

/** Milliseconds that connecting may take. */
const CONNECTING = 10_000

/** Limits that end what a session left behind. A server or a role may have shorter ones, which stay. */
const limitsSql = (idle: number): string => `SELECT set_config(name, '${idle}', false) FROM pg_settings
  WHERE name IN ('idle_session_timeout', 'idle_in_transaction_session_timeout', 'client_connection_check_interval',
    'tcp_user_timeout', 'lock_timeout') AND setting::bigint NOT BETWEEN 1 AND ${idle}`

/** Errors that ended sessions. */
const losses = new WeakMap<Session, Error>()

/** The error that ended a session; of one that did not end, the given error. */
export const causeOf = (session: Session, error: unknown): unknown => losses.get(session) ?? error

/** Names the mode that pg 8 takes `require` and `verify-ca` for: it would say so in plain text, among the lines of a log. */
const withExactTls = (url: string): string =>
  /[?&]uselibpqcompat=true/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')

/**
 * Connects.
 * @param isPipelined whether statements are sent without waiting for the answers of those before, which then must not be
 * COPY. They are answered in their order; after one that failed in a transaction, the others fail.
 * @param signal ends the connection, or the wait for it.
 * @throws {Error} when the server cannot be reached or refuses.
 */
export const connect = async (url: string, isPipelined: boolean, signal?: AbortSignal): Promise<Session> => {
  const client = new pg.Client({
    connectionString: withExactTls(url),
    pipeline: isPipelined,
    application_name: 'launchpad mirror',
    connectionTimeoutMillis: CONNECTING,
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECTING,
    query_timeout: ANSWER,
    types: { getTypeParser: () => (text: string) => text },
  })
  // The query that is under way fails with it, or the next one does with words of its own.
  client.on('error', (error) => {
    if (!losses.has(client)) losses.set(client, error)
  })
  const end = (): void => abandon(client)
  signal?.addEventListener('abort', end)
  client.once('end', () => signal?.removeEventListener('abort', end))
  signal?.throwIfAborted()
  // pg 8 reads the file that PGPASSFILE names, and says that pg 9 will not: in plain text, among the lines of a log.
  process.noDeprecation = true
  await client.connect()
  try {
    await client.query(limitsSql(READER_IDLE))
    await client.query("SET bytea_output = 'hex'")
    // Plans that are good for any values are made once. Plans that depend on the values could turn bad with them.
    await client.query('SET plan_cache_mode = force_generic_plan')
  } catch (error) {
    abandon(client)
    throw error
  }
  return client
}

/** Connects a writer, which may hold locks. */
export const connectWriter: typeof connect = async (url, isPipelined, signal) => {
  const session = await connect(url, isPipelined, signal)
  try {
    await session.query(limitsSql(WRITER_IDLE))
  } catch (error) {
    abandon(session)
    throw error
  }
  return session
}

/** Ends a connection without waiting for the server. */
export const abandon = (session: Session): void => {
  session.connection.stream.destroy()
}

/** The rows of a query. */
export const rowsOf = async (
  session: Session,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly TextRow[]> => {
  const { rows } = await session.query<string[]>({ text, values: [...values], rowMode: 'array' })
  return rows
}

/** Names of the statements that sessions keep, by their texts. */
const kept = new Map<string, string>()

/**
 * The rows of a statement that is sent for every block: the session keeps it with its plan. Its plan must be good for any
 * values.
 */
export const rowsOfKept = async (
  session: Session,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly TextRow[]> => {
  const name = kept.get(text) ?? `kept_${kept.size}`
  kept.set(text, name)
  const { rows } = await session.query<string[]>({ name, text, values: [...values], rowMode: 'array' })
  return rows
}

/**
 * Does work in a transaction. After an error the caller must abandon the session, which ends the transaction too.
 */
export const inTransaction = async <T>(session: Session, work: () => Promise<T>): Promise<T> => {
  await session.query('BEGIN')
  const result = await work()
  await session.query('COMMIT')
  return result
}

/**
 * Sends what some statements say at once: one by one, each would wake the server.
 * @param send sends them before it returns, in the order of what it returns.
 * @throws {Error} of the first that failed, once all have been answered: in a transaction those after it fail for that alone.
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
