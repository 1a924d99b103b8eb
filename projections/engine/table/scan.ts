// Computes the digest from the rows, table by table. The result must equal the checkpoint's digest, also after forks.
import type Database from 'better-sqlite3'
import { damaged, storageError } from '../../../schema/platform/storage-error.ts'
import type { Stored } from './column.ts'
import { columnNames, list, quote } from './ddl.ts'
import { Digest, type RowHash, RowHasher } from './digest.ts'
import type { Table } from './table.ts'

export interface ScannedState {
  readonly digest: string
  /** Digest of each table, to find tables that differ between two states. */
  readonly tables: Readonly<Record<string, string>>
}

export const differing = (a: ScannedState, b: ScannedState): string[] =>
  Object.keys(a.tables).filter((name) => a.tables[name] !== b.tables[name])

/** Scanning this number of rows takes about a millisecond. */
const ROWS_BETWEEN_PAUSES = 200

/** @throws {StorageError} with the table's name, if a row cannot be read */
function* scanTable(
  database: Database.Database,
  table: Table,
  onRow: (hash: RowHash) => void,
): Generator<void, void> {
  try {
    const hasher = new RowHasher(table.name)
    const rows = database
      .prepare(`SELECT ${list(columnNames(table))} FROM ${quote(table.name)}`)
      .raw()
      .safeIntegers()
      .iterate() as IterableIterator<Stored[]>
    let count = 0
    for (const row of rows) {
      onRow(hasher.hash(row))
      count += 1
      if (count % ROWS_BETWEEN_PAUSES === 0) yield
    }
  } catch (error) {
    const problem = storageError(error, database.name, 'models')
    if (problem?.isPassing) throw problem
    const reason = error instanceof Error ? error.message : String(error)
    throw damaged(database.name, 'models', `table ${table.name}: ${reason}`, error)
  }
}

/**
 * Runs in one read transaction of the caller, who may pause at each yield.
 * @throws {StorageError} if a row cannot be read
 */
export function* scanning(
  database: Database.Database,
  tables: readonly Table[],
): Generator<void, ScannedState> {
  const whole = new Digest()
  const digests: Record<string, string> = {}
  for (const table of tables) {
    const digest = new Digest()
    yield* scanTable(database, table, (hash) => {
      digest.add(hash)
      whole.add(hash)
    })
    digests[table.name] = digest.toString()
  }
  return { digest: whole.toString(), tables: digests }
}

export const atOnce = <Result>(database: Database.Database, scan: Generator<void, Result>): Result =>
  database.transaction(() => {
    for (;;) {
      const { done, value } = scan.next()
      if (done === true) return value
    }
  })()

/**
 * Runs in one read transaction.
 * @throws {StorageError} if a row cannot be read
 */
export const scanState = (database: Database.Database, tables: readonly Table[]): ScannedState =>
  atOnce(database, scanning(database, tables))
