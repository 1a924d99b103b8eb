// Every row a fold writes goes through its table's writer: prepared statements for insert, update and delete, and
// the state digest kept in step. Whoever updates or deletes a row holds it already, so nothing is read twice; the
// undo journal is written by the tables' triggers and cannot be gone around.
//
// Statements are OR FAIL: a failure ends the whole batch's transaction, so SQLite need not be able to undo the one
// statement, which with triggers it would keep copies of pages for.
import type Database from 'better-sqlite3'
import { columnNames, list, quote } from './ddl.ts'
import { type Digest, RowHasher, type Value } from './digest.ts'
import type { Columns, RowOf, Table } from './table.ts'

/** What writers keep up to date between them. */
export interface DigestHolder {
  /** Of the state; replaced as a whole when the state goes back. */
  digest: Digest
  /** Names of the tables written to since it was last emptied. */
  readonly touched: Set<string>
}

export class TableWriter<C extends Columns> {
  readonly #columns: readonly string[]
  readonly #key: readonly string[]
  readonly #rest: readonly string[]
  readonly #integers: readonly string[]
  readonly #hasher: RowHasher
  readonly #holder: DigestHolder
  readonly #name: string
  readonly #insert: Database.Statement
  readonly #update: Database.Statement
  readonly #delete: Database.Statement
  readonly #get: Database.Statement

  constructor(database: Database.Database, table: Table<C>, holder: DigestHolder) {
    const { name, key, columns } = table
    this.#columns = columnNames(table)
    this.#key = key
    this.#rest = this.#columns.filter((column) => !key.includes(column))
    const hasBigints = this.#columns.some((column) => columns[column]?.type === 'bigint')
    this.#integers = hasBigints ? this.#columns.filter((column) => columns[column]?.type === 'integer') : []
    this.#hasher = new RowHasher(table)
    this.#holder = holder
    const where = key.map((column) => `${quote(column)} = ?`).join(' AND ')
    const places = `(${this.#columns.map(() => '?').join(', ')})`
    this.#name = name
    const set = this.#rest.map((column) => `${quote(column)} = ?`).join(', ')
    this.#insert = database.prepare(
      `INSERT OR FAIL INTO ${quote(name)} (${list(this.#columns)}) VALUES ${places}`,
    )
    this.#update = database.prepare(`UPDATE OR FAIL ${quote(name)} SET ${set} WHERE ${where}`)
    this.#delete = database.prepare(`DELETE FROM ${quote(name)} WHERE ${where}`)
    this.#get = database
      .prepare(`SELECT ${list(this.#columns)} FROM ${quote(name)} WHERE ${where}`)
      .safeIntegers(hasBigints)
  }

  /** The row with this key. */
  get(...key: readonly Value[]): RowOf<C> | undefined {
    const row = this.#get.get(...key) as RowOf<C> | undefined
    return row === undefined || this.#integers.length === 0 ? row : this.#narrow(row)
  }

  insert(row: RowOf<C>): void {
    const values = this.#values(row, this.#columns)
    this.#insert.run(values)
    this.#holder.touched.add(this.#name)
    this.#holder.digest.add(this.#hasher.hash(values))
  }

  /** @param before the row as it is; `after` has the same key. */
  update(before: RowOf<C>, after: RowOf<C>): void {
    this.#holder.touched.add(this.#name)
    this.#update.run([...this.#values(after, this.#rest), ...this.#values(before, this.#key)])
    this.#holder.digest.subtract(this.#hasher.hash(this.#values(before, this.#columns)))
    this.#holder.digest.add(this.#hasher.hash(this.#values(after, this.#columns)))
  }

  /** @param row the row as it is. */
  delete(row: RowOf<C>): void {
    this.#holder.touched.add(this.#name)
    this.#delete.run(this.#values(row, this.#key))
    this.#holder.digest.subtract(this.#hasher.hash(this.#values(row, this.#columns)))
  }

  #values(row: RowOf<C>, columns: readonly string[]): Value[] {
    const values = new Array<Value>(columns.length)
    for (let index = 0; index < columns.length; index++) {
      const name = columns[index]
      if (name !== undefined) values[index] = (row as Readonly<Record<string, Value>>)[name] ?? null
    }
    return values
  }

  /** In a table with 64-bit columns every integer is read as a bigint; these go back to numbers. */
  #narrow(row: RowOf<C>): RowOf<C> {
    const narrowed: Record<string, unknown> = { ...row }
    for (const name of this.#integers) {
      const value = narrowed[name]
      if (typeof value === 'bigint') narrowed[name] = Number(value)
    }
    return narrowed as RowOf<C>
  }
}
