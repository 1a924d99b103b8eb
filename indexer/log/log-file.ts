// The log's file: its layout, its network and start, and how one writer and any number of readers open it. The message of every error of
// SQLite names the file and says what to do.
import type Database from 'better-sqlite3'
import { StartupError } from '../../schema/errors.ts'
import { checkObjects } from '../../schema/platform/check-schema.ts'
import { openSqlite } from '../../schema/platform/sqlite.ts'
import { StorageError, storageError } from '../../schema/platform/storage-error.ts'
import { formatPoint, type Network, type Point, parsePoint } from '../../schema/primitives.ts'
import { PAYLOAD_VERSION } from './payload.ts'
import { REDUCED_VERSION } from './reduced-payload.ts'
import { COLUMNS, type LogRow, NO_CHECKSUM, wholeRows } from './row-checksum.ts'

/** Stored in `user_version`. Layout 1 has no checksums; layout 3 has a base. */
const LAYOUT_VERSION = 2
const LAYOUT_WITH_BASE = 3
const CHECKSUM_COLUMN = `checksum INTEGER NOT NULL DEFAULT ${NO_CHECKSUM}`

export const FORWARD = 0
export const BACKWARD = 1

/** Wait in ms for another program's lock, at opening and at each append. */
const OPEN_WAIT_MS = 10_000
const WRITE_WAIT_MS = 1_000

interface LogFileOptions {
  readonly network: Network
  /** For a file without blocks; a file with blocks keeps its start. Without this option the file must exist. */
  readonly start?: Point | 'origin'
  /** For a file without blocks. Without this option the log keeps whole blocks. */
  readonly base?: Point | undefined
}

const LOG_COLUMNS = `seq INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL CHECK (kind IN (${FORWARD}, ${BACKWARD})),
  slot INTEGER NOT NULL,
  id BLOB NOT NULL,
  height INTEGER NOT NULL,
  target INTEGER CHECK ((target IS NOT NULL) = (kind = ${BACKWARD})),
  version INTEGER NOT NULL,
  payload BLOB CHECK ((payload IS NOT NULL) = (kind = ${FORWARD}))`

const LOG_SQL = `CREATE TABLE log (${LOG_COLUMNS}, ${CHECKSUM_COLUMN}) STRICT`

const OTHER_SQL = [
  'CREATE TABLE identity (network TEXT NOT NULL, start TEXT NOT NULL) STRICT',
  `CREATE INDEX log_forward ON log (slot) WHERE kind = ${FORWARD}`,
  `CREATE INDEX log_backward ON log (seq, target) WHERE kind = ${BACKWARD}`,
]

/** The base moves up to `target`. `seq` is the row of its current block; null before the first reduction. */
const BASE_SQL =
  'CREATE TABLE base (only INTEGER PRIMARY KEY CHECK (only = 1), target TEXT NOT NULL, seq INTEGER, digest TEXT) STRICT'

const withoutSpaces = (sql: string): string => sql.replace(/\s+/g, '')

/** Statements of all layouts. A file upgraded from layout 1 has the tables of layout 2. */
const KNOWN_SQL = new Set(
  [...OTHER_SQL, LOG_SQL, BASE_SQL, `CREATE TABLE log (${LOG_COLUMNS}) STRICT`].map(withoutSpaces),
)

const create = (database: Database.Database, { network }: LogFileOptions): void => {
  database.transaction(() => {
    for (const sql of [LOG_SQL, ...OTHER_SQL]) database.exec(sql)
    database.prepare("INSERT INTO identity VALUES (?, 'origin')").run(network)
    database.pragma(`user_version = ${LAYOUT_VERSION}`)
  })()
}

const layoutOf = (database: Database.Database): number =>
  Number(database.pragma('user_version', { simple: true }))

/** Rows of layout 1 stay without checksums. */
const raise = (database: Database.Database): void => {
  database.transaction(() => {
    database.exec(`ALTER TABLE log ADD COLUMN ${CHECKSUM_COLUMN}`)
    database.pragma(`user_version = ${LAYOUT_VERSION}`)
  })()
}

/** A file that is only read may have layout 1. */
export const rowColumns = (database: Database.Database): string =>
  `${COLUMNS}, ${layoutOf(database) === 1 ? `${NO_CHECKSUM} AS checksum` : 'checksum'}`

const newerVersion = (path: string, what: string, newest: number): StartupError =>
  new StartupError(
    `${path} was written by a newer version (${what}, this version reads up to ${newest}): upgrade, or choose another DATA_DIR`,
  )

/** A newer version continues a log with its own payloads, maybe in the same layout. */
const checkPayload = (database: Database.Database, start: Point | 'origin'): void => {
  const row = database
    .prepare<[], LogRow>(`SELECT ${rowColumns(database)} FROM log ORDER BY seq DESC LIMIT 1`)
    .get()
  if (row === undefined || row.version <= PAYLOAD_VERSION || row.version === REDUCED_VERSION) return
  if (wholeRows(start)(row)) throw newerVersion(database.name, `payload ${row.version}`, PAYLOAD_VERSION)
}

/** The start has the form of `formatPoint`. */
const identityOf = (database: Database.Database) =>
  database
    .prepare('SELECT network, start, NOT EXISTS (SELECT 1 FROM log) AS isEmpty FROM identity')
    .get() as { readonly network: string; readonly start: string; readonly isEmpty: number }

const otherNetwork = (path: string, stored: string, network: Network): StartupError =>
  new StartupError(
    `${path} has blocks of ${stored}, but this process is for ${network}: choose another DATA_DIR or NETWORK`,
  )

/** While the file has no block, the given start and base replace the stored ones. */
const startOf = (database: Database.Database, options: LogFileOptions): Point | 'origin' => {
  const { network, start, isEmpty } = identityOf(database)
  const { start: given, base } = options
  if (isEmpty === 0 || given === undefined) {
    if (network !== options.network) throw otherNetwork(database.name, network, options.network)
    return parsePoint(start)
  }
  if (layoutOf(database) === 1) raise(database)
  database.transaction(() => {
    database.prepare('UPDATE identity SET network = ?, start = ?').run(options.network, formatPoint(given))
    database.exec('DROP TABLE IF EXISTS base')
    if (base !== undefined) {
      database.exec(BASE_SQL)
      database.prepare('INSERT INTO base VALUES (1, ?, NULL, NULL)').run(formatPoint(base))
    }
    database.pragma(`user_version = ${base === undefined ? LAYOUT_VERSION : LAYOUT_WITH_BASE}`)
  })()
  return given
}

/** Closes the file if it cannot be used as a log. */
const open = <T>(path: string, how: Database.Options, use: (database: Database.Database) => T): T => {
  let database: Database.Database | undefined
  try {
    database = openSqlite(path, { ...how, timeout: OPEN_WAIT_MS })
    const layout = layoutOf(database)
    if (layout > LAYOUT_WITH_BASE) throw newerVersion(path, `layout ${layout}`, LAYOUT_WITH_BASE)
    checkObjects(database, 'log', ({ sql }) => KNOWN_SQL.has(withoutSpaces(sql)))
    const used = use(database)
    database.pragma(`busy_timeout = ${WRITE_WAIT_MS}`)
    return used
  } catch (error) {
    database?.close()
    if (error instanceof StartupError) throw error
    throw new StartupError(
      storageError(error, path, 'log')?.message ??
        `${path} cannot be opened as a log (${error instanceof Error ? error.message : error}): check DATA_DIR`,
      { cause: error },
    )
  }
}

/**
 * Makes the file if it is missing.
 * @param use opens the caller's statements on the file; if it throws, the file is closed
 * @throws {StartupError} if the file cannot be opened, or has blocks of another network
 */
export const openLogFile = <T>(
  path: string,
  options: LogFileOptions,
  use: (database: Database.Database, start: Point | 'origin') => T,
): T =>
  open(path, {}, (database) => {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = NORMAL')
    database.pragma('wal_autocheckpoint = 4000')
    if (layoutOf(database) === 0) create(database, options)
    const start = startOf(database, options)
    checkPayload(database, start)
    if (layoutOf(database) === 1) raise(database)
    return use(database, start)
  })

export const openLogFileForReading = <T>(
  path: string,
  network: Network,
  use: (database: Database.Database, start: Point | 'origin') => T,
): T =>
  open(path, { readonly: true, fileMustExist: true }, (database) => {
    const identity = identityOf(database)
    if (identity.network !== network) throw otherNetwork(path, identity.network, network)
    const start = parsePoint(identity.start)
    checkPayload(database, start)
    return use(database, start)
  })

/** Undefined if the log has no block, or cannot be read: a later open reports the error. */
export const networkOfLog = (path: string): string | undefined => {
  try {
    const { database, network } = open(path, { readonly: true, fileMustExist: true }, (database) => ({
      database,
      network: identityOf(database).network,
    }))
    database.close()
    return network
  } catch (error) {
    if (error instanceof StartupError) return undefined
    throw error
  }
}

export type Statement = Pick<Database.Statement, 'run' | 'get' | 'all'>

/** Errors of the statement name the file and say what to do. */
export const statement = (database: Database.Database, sql: string): Statement => {
  const prepared = database.prepare(sql)
  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw storageError(error, database.name, 'log') ?? error
    }
  }
  return {
    run: (...values) => attempt(() => prepared.run(...values)),
    get: (...values) => attempt(() => prepared.get(...values)),
    all: (...values) => attempt(() => prepared.all(...values)),
  }
}

/** Seq 0 stands for a log without rows. */
export const newestSeq = (database: Database.Database): (() => number) => {
  const newest = statement(database, 'SELECT coalesce(max(seq), 0) AS seq FROM log')
  return () => (newest.get() as { readonly seq: number }).seq
}

export const writtenByAnother = (path: string): StorageError =>
  new StorageError(
    path,
    'is also written by another process: stop that process, then restart this one',
    false,
  )

/** Made on demand, because a file that is only read may lack the checksum column. */
export const insertRow = (database: Database.Database): ((row: LogRow) => void) => {
  let insert: Statement | undefined
  return ({ seq, kind, slot, id, height, target, version, payload, checksum }) => {
    insert ??= statement(
      database,
      `INSERT INTO log (${COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    insert.run(seq, kind, slot, id, height, target, version, payload, checksum)
  }
}
