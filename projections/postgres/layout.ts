// The tables of the mirror's schema: the folded tables, under their plain names and made from their descriptions, and the
// mirror's own tables.
import { columnNames, indexName, list, quote } from '../engine/table/ddl.ts'
import type { Index, Table } from '../engine/table/table.ts'
import { columnTypeSql } from './column-text.ts'

/** Raised when the mirror's own tables, its views or the form of values change; the copy is then loaded again. */
export const LAYOUT_VERSION = 4

/**
 * mirror: one row, the state of the copy. blocks: the last blocks, as in the models' file, each with the digest after it.
 * versions: one row for each commit, with the slot of its last block and its changes (see `WrittenDifference`). reports: the
 * indexer's reports.
 */
export const MIRROR_TABLES: Readonly<Record<string, string>> = {
  mirror: `one boolean PRIMARY KEY DEFAULT true CHECK (one), layout integer NOT NULL, load text NOT NULL,
    version bigint NOT NULL, network text NOT NULL, source text NOT NULL, models text NOT NULL, seq bigint NOT NULL,
    slot bigint NOT NULL, id text NOT NULL, height bigint NOT NULL, digest text NOT NULL, written timestamptz NOT NULL`,
  blocks: `slot bigint PRIMARY KEY, id text NOT NULL, height bigint NOT NULL, seq bigint NOT NULL,
    journaled boolean NOT NULL, transactions bigint NOT NULL, digest text`,
  versions:
    'version bigint PRIMARY KEY, slot bigint NOT NULL, difference text NOT NULL, written timestamptz NOT NULL',
  reports: 'part text PRIMARY KEY, report text NOT NULL',
}

const MIRROR_INDEXES = ['versions (slot)']

/**
 * Indexes that only queries of people need, by table: trades by the time in the views, trades by the order that they filled, and
 * open orders.
 */
const QUERY_INDEXES: Readonly<Record<string, readonly string[]>> = {
  trades: ['(to_timestamp("time"))', '("order_transaction", "order_index")'],
  orders: [`("id") WHERE status = 'open'`],
}

/**
 * No position, slot or version is larger. A plan made without the values assumes that a range with two bounds is a small part of
 * a table, and a range with one bound a third of it.
 */
export const LAST = '9223372036854775807'

/** A table with its schema. */
export const named = (schema: string, table: string): string => `${quote(schema)}.${quote(table)}`

/** Makes all tables, without the indexes, which are made when the tables are full. */
export const createTablesSql = (schema: string, tables: readonly Table[]): string[] => [
  ...Object.entries(MIRROR_TABLES).map(
    ([name, columns]) => `CREATE TABLE ${named(schema, name)} (${columns})`,
  ),
  // It is written once and soon read by every replica, so compressing it costs more than it saves.
  `ALTER TABLE ${named(schema, 'versions')} ALTER difference SET STORAGE EXTERNAL`,
  ...tables.map((table) => {
    const columns = Object.entries(table.columns).map(
      ([name, column]) => `${quote(name)} ${columnTypeSql(column)}`,
    )
    return `CREATE TABLE ${named(schema, table.name)} (${columns.join(', ')})`
  }),
]

const indexSql = (schema: string, table: Table, name: string, { parts }: Index): string => {
  const [first] = parts
  const kind = parts.length === 1 && first !== undefined ? table.columns[first.column]?.kind : undefined
  // A B-tree refuses values beyond about 2,700 bytes, and values from the chain may be longer.
  const using = kind === 'bytes' || kind === 'text' ? 'USING hash ' : ''
  const columns = parts.map(({ column, isDescending }) => quote(column) + (isDescending ? ' DESC' : ''))
  return `CREATE INDEX ${quote(indexName(table.name, name))} ON ${named(schema, table.name)} ${using}(${columns.join(', ')})`
}

/**
 * Keys and indexes. Only the keys are unique: rows of a commit are written in any order, and two rows may exchange a value.
 * Columns of which SQLite indexes only a prefix are indexed by whole values.
 */
export const createIndexesSql = (schema: string, tables: readonly Table[]): string[] => [
  ...MIRROR_INDEXES.map((index) => `CREATE INDEX ON ${quote(schema)}.${index}`),
  ...tables.flatMap((table) => [
    `ALTER TABLE ${named(schema, table.name)} ADD PRIMARY KEY (${list(table.key)})`,
    ...Object.entries(table.indexes).map(([name, index]) => indexSql(schema, table, name, index)),
    ...(QUERY_INDEXES[table.name] ?? []).map((on) => `CREATE INDEX ON ${named(schema, table.name)} ${on}`),
  ]),
]

/** The columns of a table, in their order, for a statement. */
export const columnList = (table: Table): string => list(columnNames(table))
