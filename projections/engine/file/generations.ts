// Generations of models. A model's tables have a generation number in their names, and views with the plain names show the serving
// generation. If a model's version has changed, `syncGenerations` makes a new generation at the start. `Projector.foldModels` folds it from
// the stored events, and then one commit switches the views. Until then, readers get the rows of the old generation, which no longer
// change. A query that needs a new table or column is unavailable (`read/reader/prepare-served.ts`).
import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { EDITION_DIGITS } from '../../../schema/chain-place.ts'
import { messageOf } from '../../../schema/platform/message-of.ts'
import { damaged } from '../../../schema/platform/storage-error.ts'
import { type Point, parsePoint } from '../../../schema/primitives.ts'
import type { Model } from '../fold/model.ts'
import { createSql, dropSql } from '../table/create-table.ts'
import { quote } from '../table/ddl.ts'
import { Digest } from '../table/digest.ts'

export interface Generation {
  readonly name: string
  readonly generation: number
  /** See `versionOf`; `SUPERSEDED` if another generation will replace this one. */
  readonly version: string
  /** `serving`: the views show this generation. `folding`: it is being folded beside the serving one. */
  readonly state: 'serving' | 'folding'
  /** Last folded slot; used only in the state `folding`. */
  readonly slot: number
  /** Names of the generation's tables. */
  readonly tables: readonly string[]
  /** Last block of a superseded generation that is still served. */
  readonly stopped: Point | null
}

export const GENERATIONS_SQL =
  `CREATE TABLE model_generations (name TEXT NOT NULL, generation INTEGER NOT NULL, version TEXT NOT NULL, ` +
  `state TEXT NOT NULL, slot INTEGER NOT NULL, tables TEXT NOT NULL, stopped TEXT, PRIMARY KEY (name, generation)) STRICT, WITHOUT ROWID`

/** A generation that serves but is no longer folded. No model has this version. */
const SUPERSEDED = 'superseded'

type Described = Pick<Model<unknown>, 'name' | 'version' | 'tables'>

export const sqlNameOf = (table: string, generation: number): string => `${table}_${generation}`

/** Readers and mirrors need versions at each commit. */
const versions = new WeakMap<Described, string>()

/** Includes the layout of the tables, so that a new column is detected even if the version was not increased. */
export const versionOf = (model: Described): string => {
  const known = versions.get(model)
  if (known !== undefined) return known
  const layout = createHash('sha256')
    .update(JSON.stringify(model.tables.flatMap((table) => createSql(table))))
    .digest('hex')
    .slice(0, 16)
  const version = `${model.version}-${layout}`
  versions.set(model, version)
  return version
}

/** Readers of a file run the statement at each commit. */
const reads = new WeakMap<Database.Database, Database.Statement>()

export const readGenerations = (database: Database.Database): Generation[] => {
  const read =
    reads.get(database) ??
    database.prepare('SELECT name, generation, version, state, slot, tables, stopped FROM model_generations')
  reads.set(database, read)
  const rows = read.all() as (Omit<Generation, 'tables' | 'stopped'> & {
    readonly tables: string
    readonly stopped: string | null
  })[]
  try {
    return rows.map((row) => ({
      ...row,
      tables: JSON.parse(row.tables),
      stopped: row.stopped === null ? null : readPoint(row.stopped),
    }))
  } catch (error) {
    throw damaged(database.name, 'models', `model_generations: ${messageOf(error)}`, error)
  }
}

const readPoint = (text: string): Point => {
  const point = parsePoint(text)
  if (point === 'origin') throw new Error('a generation cannot have stopped before the first block')
  return point
}

/** The edition of a model's rows. Another version of the model, or other rules of the ledger, give other rows, maybe at the same positions. */
export const editionQuery = (database: Database.Database, model: string): (() => string) => {
  const versions = database
    .prepare<[string], string>(
      "SELECT source || '.' || version FROM identity, model_generations WHERE name = ? AND state = 'serving'",
    )
    .pluck()
  return () =>
    createHash('sha256')
      .update(versions.get(model) ?? '')
      .digest('hex')
      .slice(0, EDITION_DIGITS)
}

const drop = (database: Database.Database, { name, generation, tables }: Generation): void => {
  for (const table of tables) for (const sql of dropSql(sqlNameOf(table, generation))) database.exec(sql)
  database.prepare('DELETE FROM model_generations WHERE name = ? AND generation = ?').run(name, generation)
  database.prepare('DELETE FROM digests WHERE part = ?').run(`${name}_${generation}`)
}

/** The view has the table's plain name. */
export const showSql = (table: string, generation: number): string =>
  `CREATE VIEW ${quote(table)} AS SELECT * FROM ${quote(sqlNameOf(table, generation))}`

const show = (database: Database.Database, table: string, generation: number): void => {
  database.exec(`DROP VIEW IF EXISTS ${quote(table)}`)
  database.exec(showSql(table, generation))
}

/**
 * Makes missing tables, and drops unneeded ones; an outdated generation that serves stays. Runs within the caller's transaction.
 * @param isEmpty no block was folded yet, so a generation serves from the beginning
 * @returns the generations to fold, one of each model: it is either serving or folding
 */
export const syncGenerations = (
  database: Database.Database,
  models: readonly Described[],
  isEmpty: boolean,
): Generation[] => {
  const existing = readGenerations(database)
  const insert = database.prepare('INSERT INTO model_generations VALUES (?, ?, ?, ?, ?, ?, NULL)')
  const supersede = database.prepare(
    `UPDATE model_generations SET version = '${SUPERSEDED}',
       stopped = coalesce(stopped, (SELECT slot || '.' || id FROM checkpoint WHERE slot >= 0))
       WHERE name = ? AND state = 'serving'`,
  )
  for (const generation of existing)
    if (!models.some(({ name }) => name === generation.name)) {
      for (const table of generation.tables) database.exec(`DROP VIEW IF EXISTS ${quote(table)}`)
      drop(database, generation)
    }
  return models.flatMap((model) => {
    const version = versionOf(model)
    const own = existing.filter(({ name }) => name === model.name)
    const serving = own.find(({ state }) => state === 'serving')
    const folding = own.find(({ state }) => state === 'folding')
    if (serving?.version === version) {
      if (folding !== undefined) drop(database, folding)
      return [serving]
    }
    if (folding?.version === version) return [folding]
    if (folding !== undefined) drop(database, folding)
    const generation = Math.max(0, ...own.map((one) => one.generation)) + 1
    for (const table of model.tables)
      for (const sql of createSql(table, sqlNameOf(table.name, generation))) database.exec(sql)
    supersede.run(model.name)
    const state = isEmpty && serving === undefined ? 'serving' : 'folding'
    const tables = model.tables.map(({ name }) => name)
    if (state === 'serving') for (const table of tables) show(database, table, generation)
    insert.run(model.name, generation, version, state, -1, JSON.stringify(tables))
    return [{ name: model.name, generation, version, state, slot: -1, tables, stopped: null }]
  })
}

/** Name of the ledger's part in `digests`. A generation's part has the model's name and the generation's number. */
export const LEDGER_PART = 'ledger'

export const NEWEST_DIGEST_SQL = 'SELECT digest FROM digests WHERE part = ? ORDER BY slot DESC LIMIT 1'

/**
 * The checkpoint's digest becomes that of the parts at the checkpoint, without removed models. Runs within the caller's transaction.
 * @param generations from `syncGenerations`
 */
export const syncDigest = (database: Database.Database, generations: readonly Generation[]): void => {
  const newest = database.prepare(NEWEST_DIGEST_SQL).pluck()
  const serving = generations.filter(({ state }) => state === 'serving')
  const digests = [LEDGER_PART, ...serving.map(({ name, generation }) => sqlNameOf(name, generation))]
    .map((part) => newest.get(part))
    .filter((digest) => typeof digest === 'string')
  const digest = Digest.sum(digests.map(Digest.parse)).toString()
  if (database.prepare('SELECT digest FROM checkpoint').pluck().get() !== digest)
    database.prepare('UPDATE checkpoint SET digest = ?').run(digest)
}

/** One of each model. A model that is being folded again has none. */
export const followingGenerations = (
  existing: readonly Generation[],
  models: readonly Described[],
): Generation[] =>
  models.flatMap((model) =>
    existing.filter(
      ({ name, state, version }) =>
        name === model.name && state === 'serving' && version === versionOf(model),
    ),
  )

/** Names of the models of which this file neither serves nor folds the wanted version. */
export const otherVersions = (existing: readonly Generation[], models: readonly Described[]): string[] =>
  models.flatMap((model) =>
    existing.some(({ name, version }) => name === model.name && version === versionOf(model))
      ? []
      : [model.name],
  )

/** Each model's wanted version serves and follows the chain, and there is no other generation. */
export const areCurrent = (existing: readonly Generation[], models: readonly Described[]): boolean =>
  existing.length === models.length && followingGenerations(existing, models).length === models.length

export const saveProgress = (
  database: Database.Database,
): ((generation: Generation, slot: number) => void) => {
  const update = database.prepare('UPDATE model_generations SET slot = ? WHERE name = ? AND generation = ?')
  return ({ name, generation }, slot) => {
    update.run(slot, name, generation)
  }
}

/** Drops the model's earlier generations. Runs within the caller's transaction. */
export const switchTo = (database: Database.Database, next: Generation): void => {
  const earlier = readGenerations(database).filter(
    ({ name, generation }) => name === next.name && generation !== next.generation,
  )
  for (const table of new Set(earlier.flatMap(({ tables }) => tables)))
    database.exec(`DROP VIEW IF EXISTS ${quote(table)}`)
  for (const table of next.tables) show(database, table, next.generation)
  for (const generation of earlier) drop(database, generation)
  database
    .prepare("UPDATE model_generations SET state = 'serving' WHERE name = ? AND generation = ?")
    .run(next.name, next.generation)
}
