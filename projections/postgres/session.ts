// A connection to PostgreSQL. Every value crosses as text (column-text.ts). A session that the process left behind when it
// was killed, stopped or cut off must not keep the leader's lock: the server ends it after some seconds without a word.
import pg from 'pg'

export type Session = pg.Client

/** A row as PostgreSQL writes it. */
export type TextRow = readonly (string | null)[]

/** Milliseconds after which the server ends a session that says nothing, and after which a query has failed. */
const IDLE = 15_000
const ANSWER = 60_000

const SETTINGS: Readonly<Record<string, string | number>> = {
  idle_session_timeout: IDLE,
  idle_in_transaction_session_timeout: IDLE,
  client_connection_check_interval: 5_000,
  tcp_user_timeout: IDLE,
  lock_timeout: IDLE,
  bytea_output: 'hex',
  extra_float_digits: 1,
}

/**
 * Connects.
 * @param isPipelined whether statements are sent without waiting for the answers of those before, which then must not be
 * COPY. They are answered in their order; after one that failed in a transaction, the others fail.
 * @param onEnd called once when the connection is lost or ended.
 * @throws {Error} when the server cannot be reached or refuses.
 */
export const connect = async (
  url: string,
  isPipelined: boolean,
  onEnd: (error: Error | undefined) => void = () => {},
): Promise<Session> => {
  const client = new pg.Client({
    connectionString: url,
    pipeline: isPipelined,
    application_name: 'launchpad mirror',
    connectionTimeoutMillis: IDLE,
    keepAlive: true,
    keepAliveInitialDelayMillis: IDLE,
    query_timeout: ANSWER,
    types: { getTypeParser: () => (text: string) => text },
  })
  let failure: Error | undefined
  client.on('error', (error) => {
    failure ??= error
  })
  client.once('end', () => onEnd(failure))
  await client.connect()
  try {
    const settings = Object.entries(SETTINGS).map(([name, value]) => `SET ${name} = '${value}'`)
    await client.query(settings.join(';'))
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

/** The rows of a query. */
export const rowsOf = async (
  session: Session,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly TextRow[]> => {
  const { rows } = await session.query<string[]>({ text, values: [...values], rowMode: 'array' })
  return rows
}

/**
 * Does something in a transaction. After an error the session is of no use: whoever has it abandons it, which ends the
 * transaction too.
 */
export const inTransaction = async <T>(session: Session, work: () => Promise<T>): Promise<T> => {
  await session.query('BEGIN')
  const result = await work()
  await session.query('COMMIT')
  return result
}

/**
 * Sends what some statements say at once: one by one, each would wake the server.
 * @param send sends them before it returns.
 */
export const sendTogether = <T>(session: Session, send: () => T): T => {
  const { stream } = session.connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}
