// Buffers rows of a table with an integer key until `flush` writes them. A row that is created and deleted in one
// batch, like half of all outputs, is never written, and the others are written in key order, so that each page is
// visited once. The digest counts a row when it is created or deleted, not when it is written.
import type Database from 'better-sqlite3'
import type { Column } from './column.ts'
import { Rows } from './rows.ts'
import type { Columns, RowOf, Table } from './table.ts'
import type { WriteContext } from './write-context.ts'

/** Columns including the key. */
type Keyed<Key extends string> = Columns & Readonly<Record<Key, Column<number>>>

export class HeldRows<C extends Keyed<Key>, Key extends keyof C & string> {
  readonly #rows: Rows<C, Key>
  readonly #key: Key
  readonly #made = new Map<number, RowOf<C>>()
  readonly #deleted = new Map<number, RowOf<C>>()

  /** @throws {TypeError} if the key has more than one column */
  constructor(database: Database.Database, table: Table<C, Key>, context: WriteContext) {
    const [key, ...more] = table.key
    if (key === undefined || more.length > 0) throw new TypeError(`${table.name} has no key of one column`)
    this.#rows = new Rows(database, table, context)
    this.#key = key
  }

  get(key: number): RowOf<C> | undefined {
    const made = this.#made.get(key)
    if (made !== undefined || this.#deleted.has(key)) return made
    return this.#rows.get({ [this.#key]: key } as Pick<RowOf<C>, Key>)
  }

  /** Rows to write. */
  get size(): number {
    return this.#made.size + this.#deleted.size
  }

  /** Whether a row that is still in the file is deleted. */
  isDeleted(key: number): boolean {
    return this.#deleted.has(key)
  }

  insert(row: RowOf<C>): void {
    this.#made.set(Number(row[this.#key]), row)
    this.#rows.countIn(row)
  }

  /** @param row the current row */
  delete(row: RowOf<C>): void {
    const key = Number(row[this.#key])
    if (!this.#made.delete(key)) this.#deleted.set(key, row)
    this.#rows.countOut(row)
  }

  /** @param place place of a row among the inserts, in the order of an index that does not follow the key */
  flush(place?: (row: RowOf<C>) => number): void {
    for (const row of inOrder(this.#deleted.values(), (deleted) => Number(deleted[this.#key])))
      this.#rows.writeDelete(row)
    const made = this.#made.values()
    for (const row of place === undefined ? made : inOrder(made, place)) this.#rows.writeInsert(row)
    this.reset()
  }

  /** Drops the unwritten rows. */
  reset(): void {
    this.#made.clear()
    this.#deleted.clear()
  }
}

const inOrder = <Row>(rows: Iterable<Row>, place: (row: Row) => number): Row[] =>
  [...rows]
    .map((row) => ({ row, at: place(row) }))
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row)
