// Buffers rows of a table with a growing integer key until `flush` writes them. A row that is created and deleted in one batch, as half of
// all outputs are, is neither written nor hashed. The others are written in the order of their keys, so each page is written once. Rows are
// added to the digest when they are written.
import type Database from 'better-sqlite3'
import type { Column } from './column.ts'
import { Rows } from './rows.ts'
import type { Columns, RowOf, Table } from './table.ts'
import type { WriteContext } from './write-context.ts'

type Keyed<Key extends string> = Columns & Readonly<Record<Key, Column<number>>>

export class BufferedRows<C extends Keyed<Key>, Key extends keyof C & string> {
  readonly #rows: Rows<C, Key>
  readonly #key: Key
  /** In key order; undefined for a row that was deleted again. */
  #made: (RowOf<C> | undefined)[] = []
  #keys: number[] = []
  #deleted = new Map<number, RowOf<C>>()

  /** @throws {TypeError} if the key has more than one column */
  constructor(database: Database.Database, table: Table<C, Key>, context: WriteContext) {
    const [key, ...more] = table.key
    if (key === undefined || more.length > 0) throw new TypeError(`${table.name} has no key of one column`)
    this.#rows = new Rows(database, table, context)
    this.#key = key
  }

  get(key: number): RowOf<C> | undefined {
    const place = this.#placeOf(key)
    if (place !== -1) return this.#made[place]
    return this.#deleted.has(key) ? undefined : this.#rows.get({ [this.#key]: key } as Pick<RowOf<C>, Key>)
  }

  /** Upper limit of the rows that the next flush writes. */
  get size(): number {
    return this.#made.length + this.#deleted.size
  }

  /** Whether the deletion of a row in the file is buffered. */
  isDeleted(key: number): boolean {
    return this.#deleted.has(key)
  }

  /** @throws {RangeError} if its key is not above the keys of all buffered rows */
  insert(row: RowOf<C>): void {
    const key = Number(row[this.#key])
    if (key <= (this.#keys.at(-1) ?? -1)) throw new RangeError(`the key ${key} does not ascend`)
    this.#keys.push(key)
    this.#made.push(row)
  }

  /** @param row the current row */
  delete(row: RowOf<C>): void {
    const key = Number(row[this.#key])
    const place = this.#placeOf(key)
    if (place === -1) this.#deleted.set(key, row)
    else this.#made[place] = undefined
  }

  /** @param order sorts the inserts by a number, to follow an index instead of the key */
  flush(order?: (row: RowOf<C>) => number): void {
    for (const row of inOrder(this.#deleted.values(), (deleted) => Number(deleted[this.#key])))
      this.#rows.delete(row)
    const made = this.#made.filter((row) => row !== undefined)
    for (const row of order === undefined ? made : inOrder(made, order)) this.#rows.insertLate(row)
    this.reset()
  }

  reset(): void {
    this.#made = []
    this.#keys = []
    this.#deleted = new Map()
  }

  /** -1 if the key is not among the inserts. */
  #placeOf(key: number): number {
    let low = 0
    let high = this.#keys.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.#keys[middle] ?? 0
      if (found === key) return middle
      if (found < key) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

const inOrder = <Row>(rows: Iterable<Row>, place: (row: Row) => number): Row[] =>
  [...rows]
    .map((row) => ({ row, at: place(row) }))
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row)
