// The read models' file. It is made from the tables' descriptions, and records its network and rules. A file that was folded by other rules
// is never converted, since models can always be folded again from the log: a new file is made beside it (models-files.ts).
import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { StartupError } from '../../../schema/errors.ts'
import { openSqlite } from '../../../schema/platform/sqlite.ts'
import { storageError } from '../../../schema/platform/storage-error.ts'
import type { Network } from '../../../schema/primitives.ts'
import type { EventSource } from '../fold/event-source.ts'
import { events } from '../fold/event-table.ts'
import type { Model } from '../fold/model.ts'
import { createSql } from '../table/create-table.ts'
import { quote } from '../table/ddl.ts'
import { syncIndexes } from '../table/indexes.ts'
import type { Table } from '../table/table.ts'
import { checkForms, checkWritten } from './check-models-schema.ts'
import {
  areCurrent,
  GENERATIONS_SQL,
  type Generation,
  readGenerations,
  sqlNameOf,
  syncDigest,
  syncGenerations,
  versionOf,
} from './generations.ts'

/** Meaning of the engine's own tables. Stored in `user_version`, which readers see first. */
const ENGINE_VERSION = 3

/** A reader whose last refresh is older than so many commits cannot know what changed. */
export const CHANGES_KEPT = 5_000

/**
 * control: journal on or off, and the slot being written. checkpoint: the last block, its place in the log, and a version that every commit
 * increases. blocks: the last folded blocks, with their numbers of transactions. digests: each part's digest after each slot that changed
 * it. changes: changed keys of the last CHANGES_KEPT versions.
 */
const ENGINE_SQL = [
  'CREATE TABLE control (only INTEGER PRIMARY KEY CHECK (only = 1), journal INTEGER NOT NULL, slot INTEGER NOT NULL) STRICT',
  'INSERT INTO control VALUES (1, 0, 0)',
  `CREATE TABLE checkpoint (only INTEGER PRIMARY KEY CHECK (only = 1), version INTEGER NOT NULL, seq INTEGER NOT NULL,
     slot INTEGER NOT NULL, id TEXT NOT NULL, height INTEGER NOT NULL, digest TEXT NOT NULL) STRICT`,
  `CREATE TABLE blocks (slot INTEGER PRIMARY KEY, id TEXT NOT NULL, height INTEGER NOT NULL, seq INTEGER NOT NULL,
     journaled INTEGER NOT NULL, transactions INTEGER NOT NULL) STRICT`,
  'CREATE INDEX blocks_height ON blocks (height)',
  'CREATE TABLE digests (part TEXT NOT NULL, slot INTEGER NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (part, slot)) STRICT, WITHOUT ROWID',
  'CREATE TABLE changes (version INTEGER NOT NULL, table_name TEXT NOT NULL, key TEXT NOT NULL, topics TEXT NOT NULL, PRIMARY KEY (version, table_name, key, topics)) STRICT, WITHOUT ROWID',
  GENERATIONS_SQL,
  // is_serving: readers open the newest file with this flag. replaced_by: number of the file to open instead.
  'CREATE TABLE identity (network TEXT NOT NULL, source TEXT NOT NULL, is_serving INTEGER NOT NULL, replaced_by INTEGER) STRICT',
]

/** These tables are in no digest, and are neither append nor state tables. */
export const ENGINE_TABLES = [
  'control',
  'checkpoint',
  'blocks',
  'digests',
  'changes',
  'model_generations',
  'identity',
] as const

const ENGINE_OBJECTS = ENGINE_SQL.filter((sql) => sql.startsWith('CREATE '))

/** Covers everything that determines the ledger's rows and the events. */
export const fingerprintOf = (source: Pick<EventSource<unknown>, 'tables' | 'version'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ENGINE_VERSION,
        ENGINE_SQL,
        [events, ...source.tables].flatMap((table) => createSql(table)),
        source.version,
      ]),
    )
    .digest('hex')

export interface ModelsOptions<Event> {
  readonly network: Network
  readonly source: EventSource<Event>
  readonly models: readonly Model<Event>[]
  /** Query of each view, by name. Other views in the file are not changed. */
  readonly views?: ReadonlyMap<string, string>
}

/** `generations` has each model's serving generation or, after a change, the folding one. */
export interface OpenModels {
  readonly database: Database.Database
  readonly generations: readonly Generation[]
}

/** The file was folded by other rules, or made by a version with other tables. A new file must be folded from the log. */
export class OtherRules extends StartupError {}

export const otherRules = (path: string, how: string): OtherRules =>
  new OtherRules(`${path} was ${how}: start the service, which folds the log again`)

/** Wait in ms for another program's lock on the file, when it is opened and at each write. */
const OPEN_WAIT_MS = 10_000
const WRITE_WAIT_MS = 1_000

const open = (path: string, journal: 'WAL' | 'OFF' = 'WAL'): Database.Database => {
  const database = openSqlite(path, { timeout: OPEN_WAIT_MS })
  // Commits change rows at random places, so small pages save writes. The size must be set before the first table is made.
  database.pragma('page_size = 4096')
  database.pragma(`journal_mode = ${journal}`)
  database.pragma('synchronous = NORMAL')
  // With a WAL of 128 MiB, a page of several commits is checkpointed once. The cache of 128 MiB keeps a batch's pages in memory until its
  // commit.
  database.pragma('wal_autocheckpoint = 32768')
  database.pragma('journal_size_limit = 268435456')
  database.pragma('cache_size = -131072')
  database.pragma('temp_store = MEMORY')
  database.pragma('recursive_triggers = ON')
  return database
}

const createEngine = (database: Database.Database, network: string, source: string): void => {
  for (const sql of ENGINE_SQL) database.exec(sql)
  database.prepare('INSERT INTO identity VALUES (?, ?, 0, NULL)').run(network, source)
  database.pragma(`user_version = ${ENGINE_VERSION}`)
}

const create = <Event>(database: Database.Database, { network, source }: ModelsOptions<Event>): void => {
  createEngine(database, network, fingerprintOf(source))
  for (const table of [events, ...source.tables]) for (const sql of createSql(table)) database.exec(sql)
}

/**
 * Without a rollback journal, each page is written once, and after a failed statement the file cannot be used.
 * @param source fingerprint of the original's rules (`fingerprintOf`)
 */
export const createCopiedModels = (path: string, network: string, source: string): Database.Database => {
  const database = open(path, 'OFF')
  createEngine(database, network, source)
  return database
}

/** After a power cut the file may lack the last commits. */
export const openCopiedModels = (path: string): Database.Database => open(path)

/** Names in the file. */
const storedTables = <Event>(
  { source, models }: Pick<ModelsOptions<Event>, 'source' | 'models'>,
  generations: readonly Generation[],
): (readonly [table: Table, sqlName: string])[] => [
  ...[events, ...source.tables].map((table) => [table, table.name] as const),
  ...generations.flatMap(({ name, generation }) =>
    (models.find((model) => model.name === name)?.tables ?? []).map(
      (table) => [table, sqlNameOf(table.name, generation)] as const,
    ),
  ),
]

/** @throws {StorageError} if somebody else has changed the file */
export const checkSchema = <Event>(
  database: Database.Database,
  options: Pick<ModelsOptions<Event>, 'source' | 'models'>,
): void => {
  const generations = readGenerations(database)
  const current = generations.filter(({ name, version }) =>
    options.models.some((model) => model.name === name && versionOf(model) === version),
  )
  checkWritten(database, ENGINE_TABLES, storedTables(options, current), generations)
}

/** Replaces views whose query has changed. Runs within the caller's transaction. */
const syncViews = (database: Database.Database, views: ReadonlyMap<string, string>): void => {
  const stored = database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ?").pluck()
  for (const [name, select] of views) {
    const sql = `CREATE VIEW ${quote(name)} AS ${select}`
    if (stored.get(name) === sql) continue
    database.exec(`DROP VIEW IF EXISTS ${quote(name)}`)
    database.exec(sql)
  }
}

/**
 * Makes the file if it is missing.
 * @throws {OtherRules} if the file was folded by other rules, or made by a version with other tables of the engine
 * @throws {StartupError} if the file belongs to another network or cannot be opened
 */
export const openModels = <Event>(path: string, options: ModelsOptions<Event>): OpenModels => {
  let database: Database.Database | undefined
  try {
    const opened = open(path)
    database = opened
    const generations = opened.transaction(() => {
      const isNew = opened.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
      if (isNew) create(opened, options)
      else if (opened.pragma('user_version', { simple: true }) !== ENGINE_VERSION)
        throw otherRules(path, 'made by another version')
      checkForms(opened, ENGINE_OBJECTS)
      const identity = opened.prepare('SELECT * FROM identity').get() as {
        readonly network: string
        readonly source: string
      }
      if (identity.network !== options.network)
        throw new StartupError(
          `${path} has models of ${identity.network}, but this process is for ${options.network}: choose another DATA_DIR or NETWORK`,
        )
      if (identity.source !== fingerprintOf(options.source)) throw otherRules(path, 'folded by other rules')
      checkSchema(opened, options)
      const isEmpty = opened.prepare('SELECT 1 FROM checkpoint').get() === undefined
      const found = syncGenerations(opened, options.models, isEmpty)
      if (!isEmpty) syncDigest(opened, found)
      syncIndexes(opened, storedTables(options, found))
      syncViews(opened, options.views ?? new Map())
      return found
    })()
    // The wait blocks the thread, so it is short. Afterwards the writer tries again.
    opened.pragma(`busy_timeout = ${WRITE_WAIT_MS}`)
    return { database: opened, generations }
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
 * A writer may have the file open.
 * @throws {OtherRules} if it was made by a version with other tables of the engine
 * @throws {StartupError} if it cannot be opened
 */
export const openModelsForReading = (path: string): Database.Database => {
  let database: Database.Database | undefined
  try {
    database = openSqlite(path, { readonly: true, fileMustExist: true })
    if (database.pragma('user_version', { simple: true }) !== ENGINE_VERSION)
      throw otherRules(path, 'made by another version')
    checkForms(database, ENGINE_OBJECTS)
    database.pragma('cache_size = -65536')
    database.pragma('temp_store = MEMORY')
    return database
  } catch (error) {
    database?.close()
    if (error instanceof OtherRules) throw error
    throw new StartupError(unopened(error, path), { cause: error })
  }
}

export const networkOfModels = (database: Database.Database): string =>
  String(database.prepare('SELECT network FROM identity').pluck().get())

/** No part of the file is being folded again. */
export const isFoldedBy = <Event>(
  database: Database.Database,
  { source, models }: Pick<ModelsOptions<Event>, 'source' | 'models'>,
): boolean =>
  database.prepare('SELECT source FROM identity').pluck().get() === fingerprintOf(source) &&
  areCurrent(readGenerations(database), models)

/** This version folds damaged models again. Models that cannot be written are not marked. */
export const distrust = (database: Database.Database): void => {
  try {
    database.exec("UPDATE identity SET source = 'damaged'")
  } catch {
    // The next comparison finds the damage again.
  }
}

export const startServing = (database: Database.Database): void => {
  database.exec('UPDATE identity SET is_serving = 1')
}

/** @throws {SqliteError} if the file cannot be written */
export const markReplaced = (path: string, by: number): void => {
  // If the directory was replaced, no new file is made.
  const database = openSqlite(path, { fileMustExist: true, timeout: WRITE_WAIT_MS })
  try {
    database.prepare('UPDATE identity SET replaced_by = ?').run(by)
  } finally {
    database.close()
  }
}

/** Readers may have to open another file. */
export const servingStateOf = (
  database: Database.Database,
): { readonly isServing: boolean; readonly isReplaced: boolean } => {
  const row = database.prepare('SELECT is_serving, replaced_by FROM identity').get() as
    | { readonly is_serving: number; readonly replaced_by: number | null }
    | undefined
  return { isServing: row?.is_serving === 1, isReplaced: (row?.replaced_by ?? null) !== null }
}
