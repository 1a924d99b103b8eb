// The read models' file: made from the tables' descriptions, stamped with what they were made for. The models
// can always be folded again from the log, so a file of another layout is dropped, never converted.
import { createHash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { StartupError } from '../../schema/errors.ts'
import type { Network } from '../../schema/primitives.ts'
import { Sqlite } from '../../schema/sqlite.ts'
import { storageError } from '../../schema/storage-error.ts'
import { createSql, indexName, indexSql, quote } from './ddl.ts'
import type { Table } from './table.ts'

/** Raised when the engine's own tables or the meaning of a fold change: the models are then folded again. */
const ENGINE_VERSION = 2

/**
 * control: whether the journal is on, and the slot being written. checkpoint: the last event the models hold.
 * blocks: the last blocks folded, with the digest after each. changes: keys touched, by the seq of the event.
 * indexer: what the indexer last said of itself and of the node, as JSON.
 */
const ENGINE_SQL = [
  'CREATE TABLE control (only INTEGER PRIMARY KEY CHECK (only = 1), journal INTEGER NOT NULL, slot INTEGER NOT NULL) STRICT',
  'INSERT INTO control VALUES (1, 0, 0)',
  `CREATE TABLE checkpoint (only INTEGER PRIMARY KEY CHECK (only = 1), seq INTEGER NOT NULL, slot INTEGER NOT NULL,
     id TEXT NOT NULL, height INTEGER NOT NULL, digest TEXT NOT NULL) STRICT`,
  `CREATE TABLE blocks (slot INTEGER PRIMARY KEY, id TEXT NOT NULL, height INTEGER NOT NULL, seq INTEGER NOT NULL,
     digest TEXT NOT NULL, journaled INTEGER NOT NULL) STRICT`,
  'CREATE INDEX blocks_by_height ON blocks (height)',
  'CREATE TABLE changes (seq INTEGER NOT NULL, model TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (seq, model, key)) STRICT, WITHOUT ROWID',
  'CREATE TABLE indexer (only INTEGER PRIMARY KEY CHECK (only = 1), status TEXT NOT NULL) STRICT',
  'CREATE TABLE identity (network TEXT NOT NULL, fingerprint TEXT NOT NULL) STRICT',
]

/** Names of the tables above: the engine's own, in neither class and in no digest. */
export const ENGINE_TABLES = ['control', 'checkpoint', 'blocks', 'changes', 'indexer', 'identity'] as const

/** What rows depend on: the tables' layout and `meaning`, the settings a fold reads. */
const fingerprintOf = (tables: readonly Table[], meaning: string): string =>
  createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, ENGINE_SQL, tables.flatMap(createSql), meaning]))
    .digest('hex')

export interface ModelsOptions {
  readonly network: Network
  readonly tables: readonly Table[]
  /** Text that changes when a fold would give other rows for the same blocks, see foldedConfig. */
  readonly meaning: string
}

/** Milliseconds that opening waits for a lock another program holds on the file, and that a write does. */
const OPEN_WAIT = 10_000
const WRITE_WAIT = 1_000

const open = (path: string): Database.Database => {
  const database = new Sqlite(path, { timeout: OPEN_WAIT })
  // A large page suits the many small rows of one wallet or pool; it must be set before the first table.
  database.pragma('page_size = 8192')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('wal_autocheckpoint = 8000')
  database.pragma('journal_size_limit = 67108864')
  database.pragma('cache_size = -24576')
  database.pragma('temp_store = MEMORY')
  database.pragma('recursive_triggers = ON')
  return database
}

const create = (database: Database.Database, { network, tables, meaning }: ModelsOptions): void => {
  database.transaction(() => {
    for (const sql of [...ENGINE_SQL, ...tables.flatMap(createSql)]) database.exec(sql)
    database.prepare('INSERT INTO identity VALUES (?, ?)').run(network, fingerprintOf(tables, meaning))
  })()
}

/** Makes the indexes that are described and drops those that no longer are. Rows do not depend on them. */
const syncIndexes = (database: Database.Database, tables: readonly Table[]): void => {
  const existing = new Set(
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .pluck()
      .all() as string[],
  )
  const described = new Map(
    tables.flatMap((table) => {
      const sql = indexSql(table)
      return table.indexes.map(({ columns }, at) => [indexName(table, columns), sql[at] ?? ''] as const)
    }),
  )
  database.transaction(() => {
    for (const name of existing)
      if (!described.has(name) && name !== 'blocks_by_height') database.exec(`DROP INDEX ${quote(name)}`)
    for (const [name, sql] of described) if (!existing.has(name)) database.exec(sql)
  })()
}

/**
 * Opens the models for writing, or makes them.
 * @returns the database and, when an older file had to be dropped, why.
 * @throws {StartupError} when the file belongs to another network or cannot be opened.
 */
export const openModels = (
  path: string,
  options: ModelsOptions,
): { database: Database.Database; dropped?: string } => {
  let database: Database.Database | undefined
  try {
    database = open(path)
    const isNew = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
    let dropped: string | undefined
    if (!isNew) {
      const identity = database.prepare('SELECT network, fingerprint FROM identity').get() as {
        network: string
        fingerprint: string
      }
      if (identity.network !== options.network)
        throw new StartupError(
          `${path} holds models of ${identity.network}, but NETWORK is ${options.network}: choose another DATA_DIR or NETWORK`,
        )
      if (identity.fingerprint !== fingerprintOf(options.tables, options.meaning)) {
        dropped = 'they were folded by other rules'
        database.close()
        dropModels(path)
        database = open(path)
      }
    }
    if (isNew || dropped !== undefined) create(database, options)
    syncIndexes(database, options.tables)
    // A longer wait would hold up the thread; whoever writes tries again.
    database.pragma(`busy_timeout = ${WRITE_WAIT}`)
    return { database, ...(dropped === undefined ? undefined : { dropped }) }
  } catch (error) {
    database?.close()
    if (error instanceof StartupError) throw error
    throw new StartupError(unopened(error, path), { cause: error })
  }
}

const unopened = (error: unknown, path: string): string =>
  storageError(error, path, 'models')?.message ??
  `${path} cannot be opened as read models (${error instanceof Error ? error.message : error}): ` +
    'run npm run rebuild, or check DATA_DIR'

/**
 * Takes everything out of models that are open, in one commit. Whoever reads them keeps the file, and sees them as
 * they were or empty.
 */
export const emptyModels = (database: Database.Database, options: ModelsOptions): void => {
  database.transaction(() => {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all() as string[]
    for (const table of tables) database.exec(`DROP TABLE ${quote(table)}`)
    create(database, options)
    syncIndexes(database, options.tables)
  })()
}

/**
 * Opens the models for reading beside their writer.
 * @throws {StartupError} when they cannot be opened.
 */
export const openModelsForReading = (path: string): Database.Database => {
  try {
    const database = new Sqlite(path, { readonly: true, fileMustExist: true })
    database.pragma('cache_size = -65536')
    database.pragma('temp_store = MEMORY')
    return database
  } catch (error) {
    throw new StartupError(unopened(error, path), { cause: error })
  }
}

/** Deletes the models' file and what belongs to it. */
export const dropModels = (path: string): void => {
  // The file first: what is left of a write-ahead log without its file is dropped when a new file is made.
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

/**
 * Puts models that were closed in the place of others that nobody has open. Ended in between, it leaves none, and
 * they are folded again from the log.
 */
export const replaceModels = (path: string, by: string): void => {
  dropModels(path)
  renameSync(by, path)
}
