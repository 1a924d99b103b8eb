// What changed in one table of the models' file since a block: rows that were made, and those that were touched, as they
// are now. Which were touched is in the undo journal. A row that was touched often, or made and gone again, is read once.
import type Database from 'better-sqlite3'
import type { Column, Stored } from '../engine/column.ts'
import { columnNames, list, quote, undoName } from '../engine/ddl.ts'
import { POSITIONS_PER_SLOT, positionOf, type Table } from '../engine/table.ts'
import { keyColumns, keyOfText, keyText } from './row-key.ts'

/** A row that was changed, by its key. */
export interface TouchedRow {
  /** See `keyText`. */
  readonly key: string
  readonly values: readonly Stored[]
  /** Slot of the last block that changed it; of a row that only the other side changed, the block's that both have. */
  readonly slot: number
  /** As it is now; undefined when it is gone, `made` when it is among the rows made since. */
  readonly row: readonly Stored[] | 'made' | undefined
}

/** Rows that were made since and are still there, of a table whose keys are positions; without a key none. */
export type MadeRows = readonly (readonly Stored[])[]

export class TableReader {
  readonly #table: Table
  readonly #key: readonly Column[]
  readonly #touched: Database.Statement<[number], Stored[]> | undefined
  readonly #get: Database.Statement<Stored[], Stored[]>
  readonly #made: Database.Statement<[number], Stored[]> | undefined

  /** @param sqlName the table's name in the file. */
  constructor(database: Database.Database, table: Table, sqlName: string) {
    const prepare = <Values extends Stored[]>(sql: string): Database.Statement<Values, Stored[]> =>
      database.prepare<Values, Stored[]>(sql).raw().safeIntegers()
    const select = `SELECT ${list(columnNames(table))} FROM ${quote(sqlName)} WHERE`
    const key = list(table.key)
    this.#table = table
    this.#key = keyColumns(table)
    this.#get = prepare(`${select} ${table.key.map((column) => `${quote(column)} = ?`).join(' AND ')}`)
    this.#made = table.isPositioned ? prepare(`${select} ${key} >= ?`) : undefined
    this.#touched =
      table.kind === 'append'
        ? undefined
        : prepare(
            `SELECT ${key}, max(undo_slot) FROM ${quote(undoName(sqlName))} WHERE undo_slot > ? GROUP BY ${key}`,
          )
  }

  /**
   * @param slot of the block.
   * @param further keys of rows to read too.
   */
  since(
    slot: number,
    further: readonly string[],
  ): { readonly touched: readonly TouchedRow[]; readonly made: MadeRows } {
    const boundary = positionOf(slot + 1, 0)
    const row = (values: readonly Stored[]): TouchedRow['row'] =>
      this.#table.isPositioned && Number(values[0]) >= boundary ? 'made' : this.#get.get(...values)
    const touched = new Map<string, TouchedRow>()
    for (const read of this.#touched?.iterate(slot) ?? []) {
      const values = read.slice(0, -1)
      const key = keyText(values)
      touched.set(key, { key, values, slot: Number(read.at(-1)), row: undefined })
    }
    for (const key of further)
      if (!touched.has(key))
        touched.set(key, { key, values: keyOfText(this.#key, key), slot, row: undefined })
    return {
      touched: [...touched.values()].map((one) => ({ ...one, row: row(one.values) })),
      made: this.#made?.all(boundary) ?? [],
    }
  }

  /** Keys in the journal, each with the slot of the last block that changed it. */
  touchedKeys(): { readonly key: string; readonly slot: number }[] {
    return (this.#touched?.all(Number.MIN_SAFE_INTEGER) ?? []).map((read) => ({
      key: keyText(read.slice(0, -1)),
      slot: Number(read.at(-1)),
    }))
  }
}

/** The slot of a position as SQLite stores it. */
export const slotOfStored = (position: Stored): number => Math.floor(Number(position) / POSITIONS_PER_SLOT)
