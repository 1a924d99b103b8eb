// The tables of the mirror's schema: the models' tables under their plain names, and the mirror's own tables.
import { columnNames, indexName, list, quote } from '../../engine/table/ddl.ts'
import type { Index, Table } from '../../engine/table/table.ts'
import { columnTypeSql } from './column-type.ts'

interface MirrorTable {
  readonly about: string
  /** Type and comment of each column. */
  readonly columns: Readonly<Record<string, readonly [type: string, comment: string]>>
}

export const MIRROR_TABLES: Readonly<Record<string, MirrorTable>> = {
  mirror: {
    about: 'The state of the copy, in one row.',
    columns: {
      one: ['boolean PRIMARY KEY DEFAULT true CHECK (one)', 'Always true.'],
      layout: ['integer NOT NULL', 'Version of the tables of the copy and of the form of their values.'],
      load: ['text NOT NULL', 'Name of the last load, which every load chooses anew.'],
      version: ['bigint NOT NULL', 'Raised by each commit and each load.'],
      network: ['text NOT NULL', 'Network of the chain.'],
      source: ['text NOT NULL', "Fingerprint of the ledger's rules."],
      models: [
        'text NOT NULL',
        'JSON: the version of each model and, while it is being folded again, its last block in the copy.',
      ],
      seq: ['bigint NOT NULL', 'Number of the last block in the log of the indexer that wrote it.'],
      slot: ['bigint NOT NULL', 'Slot of the last block.'],
      id: ['text NOT NULL', 'Hash of the last block.'],
      height: ['bigint NOT NULL', 'Height of the last block.'],
      digest: ['text NOT NULL', 'Digest of all rows of the models.'],
      written: ['timestamptz NOT NULL', 'Time of the commit.'],
    },
  },
  blocks: {
    about: 'The last blocks, at least the 2,160 that a fork may undo.',
    columns: {
      slot: ['bigint PRIMARY KEY', 'Slot of the block.'],
      id: ['text NOT NULL', 'Hash of the block.'],
      height: ['bigint NOT NULL', 'Height of the block.'],
      seq: ['bigint NOT NULL', 'Number of the block in the log of the indexer that wrote it.'],
      journaled: ['boolean NOT NULL', 'Whether the models can undo the block.'],
      transactions: ['bigint NOT NULL', 'Number of its transactions.'],
      digest: [
        'text',
        'Digest of all rows of the models after the block; null while a model is being folded again.',
      ],
    },
  },
  versions: {
    about: 'The commits of the blocks that a fork may undo.',
    columns: {
      version: ['bigint PRIMARY KEY', 'Version after the commit.'],
      slot: ['bigint NOT NULL', 'Slot of its last block.'],
      difference: ['text NOT NULL', 'JSON: the keys of the rows that the commit has changed.'],
      written: ['timestamptz NOT NULL', 'Time of the commit.'],
    },
  },
}

const MIRROR_INDEXES = ['versions (slot)']

/** Only people's own queries need these: trades by time (for the views), trades by filled order, and open orders. */
const QUERY_INDEXES: Readonly<Record<string, readonly string[]>> = {
  trades: ['(to_timestamp("time"))', '("order_transaction", "order_index")'],
  orders: [`("id") WHERE status = 'open'`],
}

/**
 * Upper bound of every position, slot and version. Without values, a plan assumes that a range with two bounds is small, but that a range
 * with one bound is a third of the table.
 */
export const LAST = '9223372036854775807'

export const named = (schema: string, table: string): string => `${quote(schema)}.${quote(table)}`

/** Indexes are made after the tables are filled. */
export const createTablesSql = (schema: string, tables: readonly Table[]): string[] => [
  ...Object.entries(MIRROR_TABLES).map(([name, { columns }]) => {
    const typed = Object.entries(columns).map(([column, [type]]) => `${quote(column)} ${type}`)
    return `CREATE TABLE ${named(schema, name)} (${typed.join(', ')})`
  }),
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
  // A B-tree index refuses values over about 2,700 bytes.
  const using = kind === 'bytes' || kind === 'text' ? 'USING hash ' : ''
  const columns = parts.map(({ column, isDescending }) => quote(column) + (isDescending ? ' DESC' : ''))
  return `CREATE INDEX ${quote(indexName(table.name, name))} ON ${named(schema, table.name)} ${using}(${columns.join(', ')})`
}

export const primaryKeysSql = (schema: string, tables: readonly Table[]): string[] =>
  tables.map((table) => `ALTER TABLE ${named(schema, table.name)} ADD PRIMARY KEY (${list(table.key)})`)

/**
 * Only the keys are unique, because a commit writes its rows in any order, and two rows may exchange a value. Whole values are indexed,
 * also where SQLite indexes a prefix.
 */
export const createIndexesSql = (schema: string, tables: readonly Table[]): string[] => [
  ...MIRROR_INDEXES.map((index) => `CREATE INDEX ON ${quote(schema)}.${index}`),
  ...tables.flatMap((table) => [
    ...Object.entries(table.indexes).map(([name, index]) => indexSql(schema, table, name, index)),
    ...(QUERY_INDEXES[table.name] ?? []).map((on) => `CREATE INDEX ON ${named(schema, table.name)} ${on}`),
  ]),
]

export const columnList = (table: Table): string => list(columnNames(table))
