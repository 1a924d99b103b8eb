// The digest worked out from the rows themselves, table by table: what the digest kept with the checkpoint must
// equal, whatever path led to the state.
import type Database from 'better-sqlite3'
import { columnNames, list, quote } from './ddl.ts'
import { Digest, RowHasher, type Value } from './digest.ts'
import type { Table } from './table.ts'

export interface ScannedState {
  /** Of the whole state. */
  readonly digest: string
  /** Of each table alone, by name: where two states differ. */
  readonly tables: Readonly<Record<string, string>>
}

/** Reads every row of every table, in one read transaction. */
export const scanState = (database: Database.Database, tables: readonly Table[]): ScannedState => {
  const whole = new Digest()
  const scan = database.transaction(() =>
    Object.fromEntries(
      tables.map((table) => {
        const hasher = new RowHasher(table)
        const digest = new Digest()
        const rows = database
          .prepare(`SELECT ${list(columnNames(table))} FROM ${quote(table.name)}`)
          .raw()
          .safeIntegers()
          .iterate() as IterableIterator<Value[]>
        for (const row of rows) {
          const hash = hasher.hash(row)
          digest.add(hash)
          whole.add(hash)
        }
        return [table.name, digest.toString()]
      }),
    ),
  )
  const digests = scan()
  return { digest: whole.toString(), tables: digests }
}
