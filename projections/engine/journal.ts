// The way back. While the journal is on, triggers keep the first pre-image of every key a slot touches; rolling
// back to a slot puts the earliest pre-images past it in place again, and cuts append tables off there. No model
// takes part, so none can forget a column.
import type Database from 'better-sqlite3'
import { columnNames, list, quote, undoName } from './ddl.ts'
import { positionOf, type Table } from './table.ts'

export class Journal {
  readonly #database: Database.Database
  readonly #set: Database.Statement
  readonly #tables: readonly TableJournal[]

  constructor(database: Database.Database, tables: readonly Table[]) {
    this.#database = database
    this.#set = database.prepare('UPDATE control SET journal = ?, slot = ?')
    this.#tables = tables.map((table) => tableJournal(database, table))
  }

  /** Stamps what is written from now on with a slot, journaled or not. */
  begin(slot: number, journal: boolean): void {
    this.#set.run(journal ? 1 : 0, slot)
  }

  /** Announces the keys that `slot` touched in published tables under a seq; only those in `touched` are looked at. */
  publish(seq: number, slot: number, touched: ReadonlySet<string>): void {
    for (const table of this.#tables)
      if (touched.has(table.name)) table.publish?.run({ seq, from: slot, to: slot })
  }

  /** Takes every table back to the end of `slot`, and announces the keys that changed under `seq`. */
  rollBack(slot: number, seq: number): void {
    this.#database.prepare('UPDATE control SET journal = 0').run()
    for (const table of this.#tables) {
      table.publish?.run({ seq, from: slot + 1, to: Number.MAX_SAFE_INTEGER })
      for (const statement of table.rollBack) statement.run({ slot, position: positionOf(slot + 1, 0) })
    }
  }

  /** Forgets the pre-images of slots before `slot`: the chain cannot return there any more. */
  prune(slot: number): void {
    for (const table of this.#tables) table.prune?.run({ slot })
  }
}

interface TableJournal {
  readonly name: string
  readonly publish: Database.Statement | undefined
  readonly rollBack: readonly Database.Statement[]
  readonly prune: Database.Statement | undefined
}

const tableJournal = (database: Database.Database, table: Table): TableJournal => {
  const name = quote(table.name)
  const announce = (rows: string): Database.Statement | undefined =>
    table.published
      ? database.prepare(
          `INSERT INTO changes (seq, model, key) SELECT DISTINCT @seq, '${table.name}', json_array(${list(table.key)}) ` +
            `FROM ${rows} ON CONFLICT DO NOTHING`,
        )
      : undefined
  if (table.kind === 'append')
    return {
      name: table.name,
      // Positions of the slots from..to; a slot holds 65,536.
      publish: announce(`${name} WHERE position >= @from * 65536 AND position < (@to + 1) * 65536.0`),
      rollBack: [database.prepare(`DELETE FROM ${name} WHERE position >= @position`)],
      prune: undefined,
    }

  const undo = quote(undoName(table))
  const key = list(table.key)
  const all = columnNames(table)
  const rest = all.filter((column) => !table.key.includes(column))
  // With min(), SQLite takes the bare columns from the row that holds the minimum.
  const earliest = (existed: 0 | 1, columns: string): string =>
    `SELECT ${columns} FROM (SELECT ${list(all)}, existed, min(undo_slot) FROM ${undo} ` +
    `WHERE undo_slot > @slot GROUP BY ${key}) WHERE existed = ${existed}`
  const replace =
    rest.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${rest.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ')}`
  return {
    name: table.name,
    publish: announce(`${undo} WHERE undo_slot BETWEEN @from AND @to`),
    rollBack: [
      database.prepare(`DELETE FROM ${name} WHERE (${key}) IN (${earliest(0, key)})`),
      database.prepare(
        `INSERT INTO ${name} (${list(all)}) ${earliest(1, list(all))} ON CONFLICT (${key}) DO ${replace}`,
      ),
      database.prepare(`DELETE FROM ${undo} WHERE undo_slot > @slot`),
    ],
    prune: database.prepare(`DELETE FROM ${undo} WHERE undo_slot < @slot`),
  }
}
