// Pages of rows of any model's table, made from its description. A page starts after the last row of the previous page, so rows are neither
// missed nor repeated while others change. Rows of a state table are in the order of the key. Rows of an append table are in the order of
// the chain. After a fork, a reader that reads the oldest rows first also gets the rows of the new blocks.
import type Database from 'better-sqlite3'
import { type ChainPlace, continuationOf, placeAt, writePlace } from '../../schema/chain-place.ts'
import { editionQuery } from '../engine/file/generations.ts'
import type { Stored } from '../engine/table/column.ts'
import { columnNames, list, quote } from '../engine/table/ddl.ts'
import { positionOf, slotOf, type Table } from '../engine/table/table.ts'
import { blockHeightQueries, blockIdQueries } from '../read/queries/blocks.ts'

export interface OwnRowsRead {
  /** In stored form. */
  readonly where: Readonly<Record<string, Stored>>
  readonly limit: number
  /** Only for an append table. */
  readonly order: 'newest' | 'oldest'
  /** Key of the previous page's last row, in stored form. */
  readonly afterKey?: readonly Stored[] | undefined
  /** Place of the previous page's last row, for an append table. */
  readonly afterPlace?: ChainPlace | undefined
  /** Height of the newest confirmed block. */
  readonly confirmed: number
}

type OwnRow = Readonly<Record<string, unknown>>

export interface OwnRowsPage {
  readonly rows: readonly OwnRow[]
  readonly isEnd: boolean
  /** Cursor for an append table; null if there are no further rows. */
  readonly place: string | null
  /** If a fork undid blocks of earlier pages, the height above which rows must be dropped; 0 if their edition ended; otherwise null. */
  readonly undoneAfter: number | null
}

/** The key's first columns in order, and the first column of each index. */
export const selectableColumns = ({ key, indexes, kind }: Table): readonly string[] => [
  ...new Set([
    ...(kind === 'state' ? key : []),
    ...Object.values(indexes).flatMap(({ parts: [first] }) =>
      first === undefined || first.bytes !== undefined ? [] : [first.column],
    ),
  ]),
]

/** The key or an index can find rows by these columns. */
export const isIndexed = ({ key, indexes }: Table, columns: readonly string[]): boolean =>
  columns.length === 0 ||
  columns.every((column) => key.slice(0, columns.length).includes(column)) ||
  (columns.length === 1 && Object.values(indexes).some(({ parts }) => parts[0]?.column === columns[0]))

/** Query of pages of a model's table. */
export const ownRowsQuery = (database: Database.Database, model: string, table: Table) => {
  const names = columnNames(table)
  const editionOf = editionQuery(database, model)
  const key = list(table.key)
  const blocks = { ...blockIdQueries(database), ...blockHeightQueries(database) }
  const statements = new Map<string, Database.Statement>()
  const rowsBy = (conditions: readonly string[], direction: 'ASC' | 'DESC') => {
    const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
    const order = table.key.map((column) => `${quote(column)} ${direction}`).join(', ')
    const sql = `SELECT ${list(names)} FROM ${quote(table.name)}${where} ORDER BY ${order} LIMIT +?`
    const statement = statements.get(sql) ?? database.prepare(sql).raw().safeIntegers()
    statements.set(sql, statement)
    return statement
  }
  const rowOf = (stored: readonly Stored[]): OwnRow =>
    Object.fromEntries(names.map((name, at) => [name, table.columns[name]?.decode(stored[at] ?? null)]))

  /** A reader of the oldest rows first continues here. */
  const positionAfter = ({ position, confirmed }: ChainPlace, isUndone: boolean): number => {
    if (!isUndone) return position + 1
    const slot = blocks.firstAbove(confirmed)
    return slot === undefined ? Number.MAX_SAFE_INTEGER : positionOf(slot, 0)
  }
  const placeOf = (position: number, confirmed: number, edition: string): ChainPlace => {
    const slot = slotOf(position)
    const height = blocks.heightAt(slot) ?? confirmed
    return placeAt(position, blocks.idAt(slot), { confirmed: Math.min(confirmed, height), edition })
  }

  const isOnChain = ({ position, block }: ChainPlace): boolean => blocks.isOnChain(slotOf(position), block)

  return ({ where, limit, order, afterKey, afterPlace: given, confirmed }: OwnRowsRead): OwnRowsPage => {
    const edition = editionOf()
    const { after, isUndone, undoneAfter } = continuationOf(given, edition, isOnChain)
    const isNewest = table.kind === 'append' && order === 'newest'
    const conditions = Object.keys(where).map((column) => `${quote(column)} = ?`)
    const values: Stored[] = Object.values(where)
    if (afterKey !== undefined) {
      conditions.push(`(${key}) > (${table.key.map(() => '?').join(', ')})`)
      values.push(...afterKey)
    }
    if (after !== undefined) {
      conditions.push(`position ${isNewest ? '<' : '>='} ?`)
      values.push(isNewest ? after.position : positionAfter(after, isUndone))
    }
    const found = rowsBy(conditions, isNewest ? 'DESC' : 'ASC').all(...values, limit) as Stored[][]
    const last = found.at(-1)
    const isEnd = found.length < limit
    // The position is the first column of an append table.
    const isOfChain = table.kind === 'append'
    const place = last === undefined || !isOfChain ? given : placeOf(Number(last[0]), confirmed, edition)
    return {
      rows: found.map(rowOf),
      isEnd,
      place: place === undefined || (isEnd && order === 'newest') ? null : writePlace({ ...place, edition }),
      undoneAfter,
    }
  }
}
