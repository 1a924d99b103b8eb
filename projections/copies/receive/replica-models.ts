// A file with copied models: the tables under the plain names that readers use, without journals, and the engine's own tables. After each
// commit, the digest of all rows of the copy must equal the indexer's digest, so each error is found immediately. The file is made under a
// name that readers do not open. It records which state of which source it has, so the next process can continue it.

import { renameSync, rmSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { messageOf } from '../../../schema/platform/message-of.ts'
import type { Point } from '../../../schema/primitives.ts'
import {
  CHANGES_KEPT,
  createCopiedModels,
  fingerprintOf,
  openCopiedModels,
  openModelsForReading,
  servingStateOf,
  startServing,
} from '../../engine/file/models-database.ts'
import type { Stored } from '../../engine/table/column.ts'
import { columnNames, indexesSql, list, quote, tableSql } from '../../engine/table/ddl.ts'
import { Digest, RowHasher } from '../../engine/table/digest.ts'
import { positionOf, type Table } from '../../engine/table/table.ts'
import { CopyDamaged, differenceName } from '../files/layout.ts'
import { fromText } from '../protocol/column-text.ts'
import type { WrittenDifference, WrittenTable } from '../protocol/copied-difference.ts'
import type { CopiedBlock, CopyState } from '../protocol/copy-state.ts'
import { copiedTables, type DescribedModels } from '../source/models-source.ts'
import { keyColumns, keyOfText } from '../source/row-key.ts'

/** The copy's digest differs from the source's. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers'
}

/** @throws {CopyDamaged} instead of the errors of decoding */
const decoded = <T>(name: string, decode: () => T): T => {
  try {
    return decode()
  } catch (error) {
    throw new CopyDamaged(`${name} has a value that does not fit its column: ${messageOf(error)}`)
  }
}

class TableCopy {
  readonly #table: Table
  readonly #hasher: RowHasher
  readonly #digest: Digest
  readonly #insert: Database.Statement
  readonly #get: Database.Statement
  readonly #delete: Database.Statement
  readonly #after: Database.Statement | undefined
  readonly #cut: Database.Statement | undefined

  constructor(database: Database.Database, table: Table, digest: Digest) {
    const names = columnNames(table)
    const name = quote(table.name)
    const where = table.key.map((column) => `${quote(column)} = ?`).join(' AND ')
    const select = `SELECT ${list(names)} FROM ${name} WHERE`
    const read = (sql: string): Database.Statement => database.prepare(sql).raw().safeIntegers()
    this.#table = table
    this.#digest = digest
    this.#hasher = new RowHasher(table.name)
    this.#insert = database.prepare(`INSERT INTO ${name} VALUES (${names.map(() => '?').join(', ')})`)
    this.#get = read(`${select} ${where}`)
    this.#delete = database.prepare(`DELETE FROM ${name} WHERE ${where}`)
    if (table.isPositioned) {
      this.#after = read(`${select} ${list(table.key)} >= ?`)
      this.#cut = database.prepare(`DELETE FROM ${name} WHERE ${list(table.key)} >= ?`)
    }
  }

  insert(row: readonly Stored[]): void {
    this.#insert.run(row)
    this.#digest.add(this.#hasher.hash(row))
  }

  /** @throws {Error} if a text is invalid for its column's kind */
  rowsOf(columns: WrittenTable['columns']): Stored[][] {
    const described = Object.values(this.#table.columns)
    return (columns[0] ?? []).map((_, row) =>
      described.map((column, at) => fromText(column, columns[at]?.[row] ?? null)),
    )
  }

  /**
   * @returns a function that applies the changes; all deletes come before the inserts, because two rows may have exchanged a unique value
   * @throws {Error} if a text is invalid for its column's kind
   */
  prepare({ touched, columns }: WrittenTable, shared: number): () => void {
    const key = keyColumns(this.#table)
    const keys = touched.map(([text]) => keyOfText(key, text))
    const rows = this.rowsOf(columns)
    return () => {
      const boundary = positionOf(shared + 1, 0)
      for (const row of this.#after?.iterate(boundary) ?? []) this.#subtract(row as Stored[])
      this.#cut?.run(boundary)
      for (const key of keys) {
        const row = this.#get.get(...key) as Stored[] | undefined
        if (row === undefined) continue
        this.#subtract(row)
        this.#delete.run(...key)
      }
      for (const row of rows) this.insert(row)
    }
  }

  #subtract(row: readonly Stored[]): void {
    this.#digest.subtract(this.#hasher.hash(row))
  }
}

const prepareStatements = (database: Database.Database) => ({
  cutBlocks: database.prepare('DELETE FROM blocks WHERE slot > ? OR slot < ?'),
  blockBefore: database.prepare('SELECT slot, id FROM blocks WHERE slot <= ? ORDER BY slot DESC LIMIT 1'),
  block: database.prepare('INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?)'),
  change: database.prepare('INSERT INTO changes VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING'),
  forget: database.prepare('DELETE FROM changes WHERE version < ?'),
  checkpoint: database.prepare('INSERT OR REPLACE INTO checkpoint VALUES (1, ?, ?, ?, ?, ?, ?)'),
  generation: database.prepare(
    "INSERT OR REPLACE INTO model_generations VALUES (?, 1, ?, 'serving', -1, ?, ?)",
  ),
  copied: database.prepare('UPDATE copied SET state = ?, digest = ?'),
})

/** `state` is the source's as JSON. `digest` is that of this file's own rows. Empty before the first copy. */
const COPIED_SQL = 'CREATE TABLE "copied" ("state" TEXT NOT NULL, "digest" TEXT NOT NULL) STRICT'

/** Readers do not open a file of this name. */
const unfinished = (path: string): string => `${path}.part`

const openFile = (database: Database.Database, described: DescribedModels, digest: Digest) => ({
  database,
  tables: new Map(
    copiedTables(described).map((table) => [table.name, new TableCopy(database, table, digest)]),
  ),
  statements: prepareStatements(database),
})

/** A finished copy. */
interface Copied {
  readonly state: CopyState | undefined
  readonly digest: Digest
  readonly version: number
}

/** Undefined if there is no copy, it was folded by other rules, or an index is missing. */
const readCopied = (path: string, described: DescribedModels): Copied | undefined => {
  const database = openModelsForReading(path)
  try {
    const one = (sql: string) => database.prepare(sql).raw().get() as string[] | undefined
    const sqlOf = database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck()
    const isOfRules = copiedTables(described).every(
      (table) =>
        sqlOf.get(table.name) === tableSql(table, table.name) &&
        [...indexesSql(table)].every(([name, { sql }]) => sqlOf.get(name) === sql),
    )
    const [identity = [], [text = '', digest = ''] = []] = [
      one('SELECT network, source FROM identity'),
      sqlOf.get('copied') === COPIED_SQL ? one('SELECT state, digest FROM copied') : undefined,
    ]
    const { isServing, isReplaced } = servingStateOf(database)
    if (!isServing || isReplaced || !isOfRules || text === '') return undefined
    if (identity[0] !== described.network || identity[1] !== fingerprintOf(described.source)) return undefined
    const version = database.prepare('SELECT version FROM checkpoint').pluck().get()
    return { state: JSON.parse(text), digest: Digest.parse(digest), version: Number(version) }
  } finally {
    database.close()
  }
}

export class ReplicaModels {
  readonly #path: string
  readonly #described: DescribedModels
  readonly #digest: Digest
  #file: ReturnType<typeof openFile>
  #state: CopyState | undefined
  /** Each source has its own versions, so the file counts its own commits. */
  #version = 0
  /** Every write succeeded, so rows and state belong together, and an interrupted copy can continue. */
  isIntact = true

  private constructor(
    path: string,
    described: DescribedModels,
    database: Database.Database,
    { state, digest, version }: Copied = { state: undefined, digest: new Digest(), version: 0 },
  ) {
    this.#path = path
    this.#described = described
    this.#digest = digest
    this.#state = state
    this.#version = version
    this.#file = openFile(database, described, digest)
  }

  /** Readers do not find the file until `finish`. */
  static create(path: string, described: DescribedModels): ReplicaModels {
    rmSync(unfinished(path), { force: true })
    const database = createCopiedModels(unfinished(path), described.network, fingerprintOf(described.source))
    database.exec(COPIED_SQL)
    database.exec("INSERT INTO copied VALUES ('', '')")
    for (const table of copiedTables(described)) database.exec(tableSql(table, table.name))
    return new ReplicaModels(path, described, database)
  }

  /**
   * @returns undefined if an earlier process left no copy, or it was folded by other rules
   * @throws {Error} if the file cannot be opened
   */
  static open(path: string, described: DescribedModels): ReplicaModels | undefined {
    const copied = readCopied(path, described)
    return copied && new ReplicaModels(path, described, openCopiedModels(path), copied)
  }

  /** Undefined before the first commit. */
  get state(): CopyState | undefined {
    return this.#state
  }

  /** Neither this process nor the next one uses damaged rows. */
  distrust(): void {
    this.isIntact = false
    this.#file.statements.copied.run('', '')
  }

  /** True if the copy contains the block, or all of its kept blocks are later. */
  hasPassed({ slot, id }: Point): boolean {
    const known = this.#file.statements.blockBefore.get(slot) as Point | undefined
    return known === undefined || known.id === id
  }

  /**
   * Rows of the first copy, in one commit.
   * @param name file of the rows
   * @returns number of rows
   * @throws {CopyDamaged} if a value does not fit its column, or the table is not copied
   */
  load(name: string, { table, columns }: Pick<WrittenTable, 'table' | 'columns'>): number {
    const copy = this.#file.tables.get(table)
    if (copy === undefined) throw new CopyDamaged(`${name} has a table that this service does not know`)
    const rows = decoded(name, () => copy.rowsOf(columns))
    this.#commit(() => {
      for (const row of rows) copy.insert(row)
    })
    return rows.length
  }

  loadBlocks(blocks: readonly CopiedBlock[]): void {
    this.#commit(() => this.#saveBlocks(blocks))
  }

  /**
   * Lets readers find the file.
   * @param state undefined for a file that is served without a block
   * @throws {CopyDiffers} if the digest of the copied rows differs from that in `state`
   */
  finish(state: CopyState | undefined): void {
    const { database } = this.#file
    this.#commit(() => {
      if (state !== undefined) this.#checkDigest(state)
      for (const table of copiedTables(this.#described))
        for (const { sql } of indexesSql(table).values()) database.exec(sql)
      if (state === undefined) this.#saveGenerations({})
      else this.#save(state, state.version)
      startServing(database)
    })
    this.isIntact = false
    database.close()
    renameSync(unfinished(this.#path), this.#path)
    this.#file = openFile(openCopiedModels(this.#path), this.#described, this.#digest)
    this.isIntact = true
    this.#version = state?.version ?? 0
    this.#state = state
  }

  /**
   * @throws {CopyDamaged} if a value does not fit its column
   * @throws {CopyDiffers} if the digest then differs from the source's; the file must no longer be used
   */
  apply(difference: WrittenDifference): void {
    const { statements } = this.#file
    const { state, changes } = difference
    const version = this.#version + 1
    const change = this.#prepared(difference)
    this.#commit(() => {
      change()
      for (const { table, key, topics } of changes) statements.change.run(version, table, key, topics)
      statements.forget.run(version - CHANGES_KEPT)
      this.#checkDigest(state)
      this.#save(state, version)
    })
    this.#version = version
    this.#state = state
  }

  close(): void {
    this.#file.database.close()
  }

  discard(): void {
    this.close()
    rmSync(unfinished(this.#path), { force: true })
  }

  #commit(work: () => void): void {
    this.isIntact = false
    this.#file.database.transaction(work)()
    this.isIntact = true
  }

  /** @returns a function that changes the rows and blocks */
  #prepared({ state, shared, blocks, oldest, tables }: WrittenDifference): () => void {
    const changes = decoded(differenceName(state), () =>
      tables.map((table) => this.#file.tables.get(table.table)?.prepare(table, shared)),
    )
    return () => {
      for (const change of changes) change?.()
      this.#file.statements.cutBlocks.run(shared, oldest)
      this.#saveBlocks(blocks)
    }
  }

  #saveBlocks(blocks: readonly CopiedBlock[]): void {
    for (const { slot, id, height, seq, journaled, transactions } of blocks)
      this.#file.statements.block.run(slot, id, height, seq, journaled, transactions)
  }

  #checkDigest({ slot, id, digest, models }: CopyState): void {
    // The source's digest lacks a model that is being folded again, so the digests cannot be compared.
    const isWhole = Object.values(models).every(({ stopped }) => stopped === null)
    if (isWhole && this.#digest.toString() !== digest)
      throw new CopyDiffers(
        `at block ${slot}.${id} the copy of this process has digest ${this.#digest}, but its source has ${digest}`,
      )
  }

  #save(state: CopyState, version: number): void {
    const { seq, slot, id, height, digest, models } = state
    this.#file.statements.checkpoint.run(version, seq, slot, id, height, digest)
    this.#file.statements.copied.run(JSON.stringify(state), `${this.#digest}`)
    // A generation's row changes only with its version and `stopped`.
    if (JSON.stringify(models) !== JSON.stringify(this.#state?.models)) this.#saveGenerations(models)
  }

  #saveGenerations(models: CopyState['models']): void {
    for (const { name, tables } of this.#described.models) {
      const model = models[name]
      this.#file.statements.generation.run(
        name,
        model?.version ?? '',
        JSON.stringify(tables.map((table) => table.name)),
        model?.stopped ?? null,
      )
    }
  }
}
