// Writes a table's rows with prepared statements, and updates the digest with each row. The caller of an update or a delete already has the
// row, so no row is read twice. Triggers write the journal, so no write can skip it.
//
// Statements have OR FAIL. Without OR FAIL, SQLite would copy pages in order to undo a single statement with triggers. Such an undo is not
// needed, since a failure rolls back the whole batch.
import type Database from 'better-sqlite3'
import type { Column, Stored } from './column.ts'
import { columnNames, list, quote } from './ddl.ts'
import { RowHasher } from './digest.ts'
import { type Columns, positionOf, type RowOf, slotOf, type Table } from './table.ts'
import type { WriteContext } from './write-context.ts'

export interface StateRows<C extends Columns, Key extends keyof C & string> {
  get(key: Pick<RowOf<C>, Key>): RowOf<C> | undefined
  /** The row with the largest key among those with these values in all key columns except the last. */
  newest(...values: readonly unknown[]): RowOf<C> | undefined
  /** @param values of the index's first columns: only rows with these values count */
  first(index: string, ...values: readonly unknown[]): RowOf<C> | undefined
  /** @param next makes the row, without its key, from the current row; null removes it */
  change(
    key: Pick<RowOf<C>, Key>,
    next: (row: RowOf<C> | undefined) => Omit<RowOf<C>, Key> | null | undefined,
  ): void
}

export interface AppendRows<C extends Columns> {
  /** @returns the row's position */
  append(row: Omit<RowOf<C>, 'position'>): number
}

export class Rows<C extends Columns, Key extends keyof C & string> implements StateRows<C, Key> {
  readonly #sqlName: string
  readonly #context: WriteContext
  readonly #all: readonly NamedColumn[]
  readonly #key: readonly NamedColumn[]
  readonly #rest: readonly NamedColumn[]
  /** The key, if it is a position in a state table. */
  readonly #position: string | undefined
  readonly #hasher: RowHasher
  readonly #insert: Database.Statement
  readonly #update: Database.Statement | undefined
  readonly #delete: Database.Statement
  readonly #get: Database.Statement
  readonly #newest: Database.Statement
  /** Prepared on first use, because most indexes are never used. */
  readonly #first: (index: string, values: number) => IndexedQuery
  readonly #firstPrepared = new Map<string, IndexedQuery>()

  /** @param sqlName of the table in the file */
  constructor(
    database: Database.Database,
    table: Table<C, Key>,
    context: WriteContext,
    sqlName = table.name,
  ) {
    const { columns } = table
    const key: readonly string[] = table.key
    const names = columnNames(table)
    const rest = names.filter((name) => !key.includes(name))
    this.#sqlName = sqlName
    this.#context = context
    this.#all = namedColumns(columns, names)
    this.#key = namedColumns(columns, key)
    this.#rest = namedColumns(columns, rest)
    this.#position = table.kind === 'state' && table.isPositioned ? table.key[0] : undefined
    this.#hasher = new RowHasher(table.name)
    const where = key.map((column) => `${quote(column)} = ?`).join(' AND ')
    const places = names.map(() => '?').join(', ')
    this.#insert = database.prepare(
      `INSERT OR FAIL INTO ${quote(sqlName)} (${list(names)}) VALUES (${places})`,
    )
    const set = rest.map((column) => `${quote(column)} = ?`).join(', ')
    this.#update =
      rest.length === 0
        ? undefined
        : database.prepare(`UPDATE OR FAIL ${quote(sqlName)} SET ${set} WHERE ${where}`)
    this.#delete = database.prepare(`DELETE FROM ${quote(sqlName)} WHERE ${where}`)
    const has64Bit = Object.values(columns).some(({ is64Bit }) => is64Bit)
    const select = `SELECT ${list(names)} FROM ${quote(sqlName)} WHERE`
    this.#get = database.prepare(`${select} ${where}`).raw().safeIntegers(has64Bit)
    const prefix = key.slice(0, -1).map((column) => `${quote(column)} = ?`)
    const last = quote(key.at(-1) ?? '')
    this.#first = (index, count) => {
      const parts = table.indexes[index]?.parts
      if (parts === undefined) throw new TypeError(`table ${table.name} has no index ${index}`)
      const given = parts.slice(0, count).map((part) => part.column)
      const order = parts.map(({ column, isDescending }) => quote(column) + (isDescending ? ' DESC' : ''))
      const conditions = ['1', ...given.map((column) => `${quote(column)} = ?`)].join(' AND ')
      return {
        given: namedColumns(columns, given),
        statement: database
          .prepare(`${select} ${conditions} ORDER BY ${order.join(', ')} LIMIT 1`)
          .raw()
          .safeIntegers(has64Bit),
      }
    }
    this.#newest = database
      .prepare(`${select} ${['1', ...prefix].join(' AND ')} ORDER BY ${last} DESC LIMIT 1`)
      .raw()
      .safeIntegers(has64Bit)
  }

  get(key: Pick<RowOf<C>, Key>): RowOf<C> | undefined {
    const stored = this.#get.get(encode(key, this.#key)) as Stored[] | undefined
    return stored === undefined ? undefined : this.#decode(stored)
  }

  newest(...values: readonly unknown[]): RowOf<C> | undefined {
    const prefix = this.#key.slice(0, -1).map((column, at) => column.encode(values[at]))
    const stored = this.#newest.get(prefix) as Stored[] | undefined
    return stored === undefined ? undefined : this.#decode(stored)
  }

  first(index: string, ...values: readonly unknown[]): RowOf<C> | undefined {
    const name = `${index}/${values.length}`
    const query = this.#firstPrepared.get(name) ?? this.#first(index, values.length)
    this.#firstPrepared.set(name, query)
    const stored = query.statement.get(query.given.map((column, at) => column.encode(values[at]))) as
      | Stored[]
      | undefined
    return stored === undefined ? undefined : this.#decode(stored)
  }

  change(
    key: Pick<RowOf<C>, Key>,
    next: (row: RowOf<C> | undefined) => Omit<RowOf<C>, Key> | null | undefined,
  ): void {
    const before = this.get(key)
    const rest = next(before)
    if (rest === null || rest === undefined) {
      if (before !== undefined) this.delete(before)
      return
    }
    // The key comes last, because `rest` may contain the key of another row.
    const after = { ...rest, ...key } as RowOf<C>
    if (before === undefined) this.insert(after)
    else this.update(before, after)
  }

  insert(row: RowOf<C>): void {
    if (this.#position !== undefined && slotOf(Number(row[this.#position])) !== this.#context.slot)
      throw new RangeError(`${this.#sqlName}: a row's position is not in the block that makes it`)
    this.insertLate(row)
  }

  /** The row may belong to an earlier block of the batch. */
  insertLate(row: RowOf<C>): void {
    const values = encode(row, this.#all)
    this.#context.touched.add(this.#sqlName)
    this.#context.digest.add(this.#hasher.hash(values))
    this.#insert.run(values)
  }

  /** @param before the current row; `after` has the same key */
  update(before: RowOf<C>, after: RowOf<C>): void {
    const old = encode(before, this.#all)
    const values = encode(after, this.#all)
    if (this.#update === undefined || old.every((value, at) => isSame(value, values[at]))) return
    this.#context.touched.add(this.#sqlName)
    this.#update.run([...encode(after, this.#rest), ...encode(before, this.#key)])
    this.#context.digest.subtract(this.#hasher.hash(old))
    this.#context.digest.add(this.#hasher.hash(values))
  }

  /** @param row the current row */
  delete(row: RowOf<C>): void {
    this.#context.touched.add(this.#sqlName)
    this.#context.digest.subtract(this.#hasher.hash(encode(row, this.#all)))
    this.#delete.run(encode(row, this.#key))
  }

  #decode(stored: readonly Stored[]): RowOf<C> {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < this.#all.length; at++) {
      const column = this.#all[at]
      if (column !== undefined) row[column.name] = column.decode(stored[at] ?? null)
    }
    return row as RowOf<C>
  }
}

interface NamedColumn extends Column {
  readonly name: string
}

interface IndexedQuery {
  readonly given: readonly NamedColumn[]
  readonly statement: Database.Statement
}

const namedColumns = (columns: Columns, names: readonly string[]): NamedColumn[] =>
  names.flatMap((name) => {
    const column = columns[name]
    return column === undefined ? [] : [{ ...column, name }]
  })

const encode = (row: Readonly<Record<string, unknown>>, columns: readonly NamedColumn[]): Stored[] => {
  const values = new Array<Stored>(columns.length)
  for (let at = 0; at < columns.length; at++) {
    const column = columns[at]
    if (column !== undefined) values[at] = column.encode(row[column.name])
  }
  return values
}

const isSame = (a: Stored, b: Stored | undefined): boolean =>
  a === b || (Buffer.isBuffer(a) && Buffer.isBuffer(b) && a.equals(b))

/** Each row gets the next position of its block. */
export class PositionedRows<C extends Columns> implements AppendRows<C> {
  readonly #rows: { insert(row: RowOf<C>): void }
  readonly #context: WriteContext
  #block = 0
  #next = 0

  constructor(rows: { insert(row: RowOf<C>): void }, context: WriteContext) {
    this.#rows = rows
    this.#context = context
  }

  append(row: Omit<RowOf<C>, 'position'>): number {
    const { blocks, slot } = this.#context
    if (this.#block !== blocks) this.#next = 0
    this.#block = blocks
    const position = positionOf(slot, this.#next++)
    this.#rows.insert({ ...row, position } as RowOf<C>)
    return position
  }
}
