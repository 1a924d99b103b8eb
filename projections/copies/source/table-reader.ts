// Changes of one table of the models' file between two blocks: new rows, and touched rows in their form after the second block. The undo
// journal lists the touched rows. For rows that later blocks changed, the journal also contains their earlier form. A row that changed
// several times, or was added and removed, is read once.
import type Database from 'better-sqlite3'
import type { Column, Stored } from '../../engine/table/column.ts'
import { columnNames, list, quote, undoName } from '../../engine/table/ddl.ts'
import { positionOf, type Table } from '../../engine/table/table.ts'
import { type Change, keyColumns, keyOfText, keyText, topicsText } from './row-key.ts'

interface TouchedRow {
  /** Key of the row, see `keyText`. */
  readonly key: string
  readonly values: readonly Stored[]
  /** If only the copy changed the row, the slot is the shared block's. */
  readonly slot: number
  /** Undefined if the row was removed; `made` if it is in `MadeRows`. */
  readonly row: readonly Stored[] | 'made' | undefined
}

/** Made after the shared block, in a table whose keys are positions; empty for other tables. */
type MadeRows = readonly (readonly Stored[])[]

export interface TableDifference {
  readonly table: Table
  readonly touched: readonly TouchedRow[]
  readonly made: MadeRows
  /** Each row, under its topics before and after the commit. */
  readonly changes: readonly Change[]
}

/** Rows before later blocks changed them, by key; undefined if the row did not exist. */
type Earlier = ReadonlyMap<string, readonly Stored[] | undefined>

const NONE: Earlier = new Map()

interface Journaled {
  readonly values: readonly Stored[]
  slot: number
  /** Undefined if there was no row, or changes are not announced. */
  readonly topics: string | undefined
}

export class TableReader {
  readonly #table: Table
  readonly #key: readonly Column[]
  readonly #topicColumns: readonly string[]
  /** Indexes in a row. */
  readonly #keyPlaces: readonly number[]
  readonly #touched: Database.Statement<[number, number], Stored[]> | undefined
  readonly #later: Database.Statement<[number], Stored[]> | undefined
  readonly #get: Database.Statement<Stored[], Stored[]>
  readonly #made: Database.Statement<[number, number], Stored[]> | undefined

  /** @param sqlName of the table in the file */
  constructor(database: Database.Database, table: Table, sqlName: string) {
    const prepare = <Values extends Stored[]>(sql: string): Database.Statement<Values, Stored[]> =>
      database.prepare<Values, Stored[]>(sql).raw().safeIntegers()
    const select = `SELECT ${list(columnNames(table))} FROM ${quote(sqlName)} WHERE`
    const key = list(table.key)
    this.#table = table
    this.#key = keyColumns(table)
    this.#topicColumns = Object.values(table.topics ?? {})
    this.#keyPlaces = table.key.map((column) => columnNames(table).indexOf(column))
    this.#get = prepare(`${select} ${table.key.map((column) => `${quote(column)} = ?`).join(' AND ')}`)
    this.#made = table.isPositioned ? prepare(`${select} ${key} >= ? AND ${key} < ?`) : undefined
    if (table.kind === 'append') return
    const undo = quote(undoName(sqlName))
    this.#touched = prepare(
      `SELECT undo_slot, existed, ${list([...table.key, ...this.#topicColumns])} FROM ${undo} ` +
        'WHERE undo_slot > ? AND undo_slot <= ? ORDER BY undo_slot',
    )
    this.#later = prepare(
      `SELECT existed, ${list(columnNames(table))} FROM ${undo} WHERE undo_slot > ? ORDER BY undo_slot`,
    )
  }

  /**
   * @param further keys of more rows
   * @param until slot of the second block; without it, current rows are read
   */
  since(slot: number, further: readonly string[], until = Number.POSITIVE_INFINITY): TableDifference {
    const boundary = positionOf(slot + 1, 0)
    const end = until === Number.POSITIVE_INFINITY ? Number.MAX_SAFE_INTEGER : positionOf(until + 1, 0)
    const earlier = this.#earlierThan(until)
    const read = (key: string, values: readonly Stored[]): TouchedRow['row'] => {
      const isLater = this.#table.isPositioned && Number(values[0]) >= boundary
      if (isLater) return Number(values[0]) < end ? 'made' : undefined
      return earlier.has(key) ? earlier.get(key) : this.#get.get(...values)
    }
    const journaled = this.#journaled(slot, until)
    for (const key of further)
      if (!journaled.has(key))
        journaled.set(key, { values: keyOfText(this.#key, key), slot, topics: undefined })
    const touched = [...journaled].map(([key, one]) => ({
      key,
      values: one.values,
      slot: one.slot,
      row: read(key, one.values),
    }))
    const made = this.#madeBetween(boundary, end, earlier)
    return { table: this.#table, touched, made, changes: this.#changes(journaled, touched, made) }
  }

  recent(slot: number): {
    readonly touched: readonly Pick<TouchedRow, 'key' | 'slot'>[]
    readonly changes: readonly Change[]
  } {
    if (this.#table.topics !== undefined) return this.since(slot, [])
    const touched = Array.from(this.#journaled(slot), ([key, { slot }]) => ({ key, slot }))
    return { touched, changes: [] }
  }

  #earlierThan(slot: number): Earlier {
    if (this.#later === undefined || slot === Number.POSITIVE_INFINITY) return NONE
    const earlier = new Map<string, readonly Stored[] | undefined>()
    for (const [existed, ...row] of this.#later.iterate(slot)) {
      const key = this.#keyOf(row)
      if (!earlier.has(key)) earlier.set(key, existed === 1n ? row : undefined)
    }
    return earlier
  }

  #madeBetween(from: number, to: number, earlier: Earlier): MadeRows {
    if (this.#made === undefined) return []
    const unchanged = this.#made.all(from, to).filter((row) => !earlier.has(this.#keyOf(row)))
    const changed = [...earlier.values()].filter((row): row is readonly Stored[] => {
      const position = Number(row?.[this.#keyPlaces[0] ?? 0])
      return row !== undefined && position >= from && position < to
    })
    return [...unchanged, ...changed]
  }

  #keyOf(row: readonly Stored[]): string {
    return keyText(this.#keyPlaces.map((at) => row[at] ?? null))
  }

  #journaled(after: number, until = Number.POSITIVE_INFINITY): Map<string, Journaled> {
    const { key, topics } = this.#table
    const journaled = new Map<string, Journaled>()
    for (const [slot, existed, ...row] of this.#touched?.iterate(
      after,
      Math.min(until, Number.MAX_SAFE_INTEGER),
    ) ?? []) {
      const values = row.slice(0, key.length)
      const name = keyText(values)
      const first = journaled.get(name)
      if (first !== undefined) first.slot = Number(slot)
      else
        journaled.set(name, {
          values,
          slot: Number(slot),
          topics:
            topics === undefined || existed !== 1n ? undefined : topicsText(topics, row.slice(key.length)),
        })
    }
    return journaled
  }

  #changes(
    journaled: ReadonlyMap<string, Journaled>,
    touched: readonly TouchedRow[],
    made: MadeRows,
  ): Change[] {
    const { name: table, topics } = this.#table
    if (topics === undefined) return []
    const names = columnNames(this.#table)
    const places = this.#topicColumns.map((column) => names.indexOf(column))
    const topicsOf = (row: readonly Stored[]): string =>
      topicsText(
        topics,
        places.map((at) => row[at] ?? null),
      )
    const before = [...journaled].flatMap(([key, { topics }]) =>
      topics === undefined ? [] : [{ table, key, topics }],
    )
    const now = touched.flatMap(({ key, row }) =>
      row === undefined || row === 'made' ? [] : [{ table, key, topics: topicsOf(row) }],
    )
    const fresh = made.map((row) => ({
      table,
      key: this.#keyOf(row),
      topics: topicsOf(row),
    }))
    return [...before, ...now, ...fresh]
  }
}
