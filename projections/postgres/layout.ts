// The tables of the mirror's schema: those that are folded, under their plain names and made from their descriptions,
// and the mirror's own.
import { columnNames, indexName, list, quote } from '../engine/ddl.ts'
import type { Index, Table } from '../engine/table.ts'
import { columnTypeSql } from './column-text.ts'

/** Raised when the mirror's own tables, or the way values are written, change: everything is then loaded again. */
export const LAYOUT_VERSION = 1

/**
 * mirror: one row, where the copy stands. blocks: the last blocks, as in the models' file, each with the digest after it.
 * versions: one row for each commit. changes: the rows each commit changed. reports: what the indexer says of itself.
 */
export const MIRROR_TABLES: Readonly<Record<string, string>> = {
  mirror: `one boolean PRIMARY KEY DEFAULT true CHECK (one), layout integer NOT NULL, load text NOT NULL,
    version bigint NOT NULL, network text NOT NULL, source text NOT NULL, models text NOT NULL, seq bigint NOT NULL,
    slot bigint NOT NULL, id text NOT NULL, height bigint NOT NULL, digest text NOT NULL, written timestamptz NOT NULL`,
  blocks: `slot bigint PRIMARY KEY, id text NOT NULL, height bigint NOT NULL, seq bigint NOT NULL,
    journaled boolean NOT NULL, transactions bigint NOT NULL, digest text`,
  versions: 'version bigint PRIMARY KEY, shared bigint NOT NULL, written timestamptz NOT NULL',
  changes: `version bigint NOT NULL, table_name text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
    topics text COLLATE "C", slot bigint NOT NULL`,
  reports: 'part text PRIMARY KEY, report text NOT NULL',
}

const MIRROR_INDEXES = ['changes (version)', 'changes (slot)']

/** A table with its schema. */
export const named = (schema: string, table: string): string => `${quote(schema)}.${quote(table)}`

/** Makes all tables, without the indexes that are made once they are full. */
export const createTablesSql = (schema: string, tables: readonly Table[]): string[] => [
  ...Object.entries(MIRROR_TABLES).map(
    ([name, columns]) => `CREATE TABLE ${named(schema, name)} (${columns})`,
  ),
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
  // A tree refuses values past some 2,700 bytes, and those of strangers may be longer.
  const using = kind === 'bytes' || kind === 'text' ? 'USING hash ' : ''
  const columns = parts.map(({ column, isDescending }) => quote(column) + (isDescending ? ' DESC' : ''))
  return `CREATE INDEX ${quote(indexName(table.name, name))} ON ${named(schema, table.name)} ${using}(${columns.join(', ')})`
}

/**
 * Keys and indexes. None but the keys is unique: rows of a commit are written in any order, and two of them may exchange
 * a value. Where only a prefix is indexed in SQLite, whole values are here.
 */
export const createIndexesSql = (schema: string, tables: readonly Table[]): string[] => [
  ...MIRROR_INDEXES.map((index) => `CREATE INDEX ON ${quote(schema)}.${index}`),
  ...tables.flatMap((table) => [
    `ALTER TABLE ${named(schema, table.name)} ADD PRIMARY KEY (${list(table.key)})`,
    ...Object.entries(table.indexes).map(([name, index]) => indexSql(schema, table, name, index)),
  ]),
]

/** The columns of a table, in their order, for a statement. */
export const columnList = (table: Table): string => list(columnNames(table))
