// Writes one commit of the mirror: removed rows, current rows, blocks, the copy's state and, for a later fork, the keys of changed rows.
// All statements are sent together, so a commit takes one round trip. The first statement checks the version, and changes a row that every
// commit changes. If another writer was faster, this statement and all later ones fail.
import { columnNames, list, quote } from '../../../engine/table/ddl.ts'
import { positionOf, type Table } from '../../../engine/table/table.ts'
import { columnsOf } from '../../protocol/commit.ts'
import type { WrittenDifference, WrittenKeys } from '../../protocol/copied-difference.ts'
import type { CopiedBlock } from '../../protocol/copy-state.ts'
import type { TableDifference } from '../../source/table-reader.ts'
import { typeOf } from '../column-type.ts'
import { columnList, LAST, named } from '../layout.ts'
import { writeState } from '../read-mirror.ts'
import { rowsOf, rowsOfKept, type Session, sendTogether, type TextRow } from '../session.ts'

const BATCH = 5_000

const PRUNE_EVERY = 100

/** One array per column. PostgreSQL turns the arrays back into rows. */
type Columns = readonly (readonly (string | null)[])[]

const typeNames = (table: Table, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const column = table.columns[name]
    return column === undefined ? [] : [typeOf(column)]
  })

const unnest = (types: readonly string[]): string =>
  `unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})`

const inBatches = (session: Session, sql: string, columns: Columns): Promise<unknown>[] => {
  const writes: Promise<unknown>[] = []
  for (let at = 0; at < (columns[0]?.length ?? 0); at += BATCH)
    writes.push(
      rowsOfKept(
        session,
        sql,
        columns.map((values) => values.slice(at, at + BATCH)),
      ),
    )
  return writes
}

const tableStatements = (
  schema: string,
  table: Table,
): { readonly cut: string; readonly remove: string; readonly put: string } => {
  const name = named(schema, table.name)
  const names = columnNames(table)
  const key = list(table.key)
  const same = table.key.map((column) => `t.${quote(column)} = k.${quote(column)}`).join(' AND ')
  const update = names
    .filter((column) => !table.key.includes(column))
    .map((column) => `${quote(column)} = excluded.${quote(column)}`)
    .join(', ')
  return {
    cut: `DELETE FROM ${name} WHERE ${key} BETWEEN $1 AND ${LAST}`,
    remove: `DELETE FROM ${name} AS t USING ${unnest(typeNames(table, table.key))} AS k (${key}) WHERE ${same}`,
    put:
      `INSERT INTO ${name} (${columnList(table)}) SELECT * FROM ${unnest(typeNames(table, names))} ` +
      `ON CONFLICT (${key}) DO ${update === '' ? 'NOTHING' : `UPDATE SET ${update}`}`,
  }
}

/** The order is one that the constraints allow. */
const writeTable = (
  session: Session,
  schema: string,
  { table, touched }: TableDifference,
  columns: Columns,
  cutAt: number | undefined,
): Promise<unknown>[] => {
  const { cut, remove, put } = tableStatements(schema, table)
  const gone = touched.flatMap(({ values, row }) => (row === undefined ? [values] : []))
  return [
    ...(cutAt === undefined || !table.isPositioned ? [] : [rowsOfKept(session, cut, [cutAt])]),
    ...inBatches(session, remove, columnsOf(table, table.key, gone)),
    ...inBatches(session, put, columns),
  ]
}

/**
 * Writes in one transaction.
 * @param session pipelined; must not be used after an error
 * @throws {Fenced} if another writer has committed since the state was read; nothing is written
 */
export const writeDifference = async (
  session: Session,
  schema: string,
  commit: WrittenDifference,
  tables: readonly TableDifference[],
): Promise<void> => {
  const { from, state, shared, blocks, oldest } = commit
  const columns = new Map(commit.tables.map(({ table, columns }) => [table, columns]))
  const isFork = shared < (from?.slot ?? 0)
  const cutAt = isFork ? positionOf(shared + 1, 0) : undefined
  const before = { load: state.load, version: state.version - 1, digest: from?.digest ?? '' }
  // If a statement fails, the COMMIT after it rolls everything back.
  await sendTogether(session, () => [
    session.query('BEGIN'),
    writeState(session, schema, before, state),
    ...tables.flatMap((table) => {
      const written = columns.get(table.table.name)
      return written === undefined ? [] : writeTable(session, schema, table, written, cutAt)
    }),
    ...writeBlocks(session, schema, blocks, isFork ? shared : undefined),
    writeVersion(session, schema, commit),
    ...(state.version % PRUNE_EVERY === 0 ? prune(session, schema, oldest) : []),
    session.query('COMMIT'),
  ])
}

/** Keys of the rows that a commit has changed. */
export const writeVersion = async (
  session: Session,
  schema: string,
  { state, tables }: Pick<WrittenDifference, 'state' | 'tables'>,
): Promise<void> => {
  const keys = { tables: tables.map(({ table, touched }) => ({ table, touched })), changes: [] }
  await rowsOfKept(session, `INSERT INTO ${named(schema, 'versions')} VALUES ($1, $2, $3, now())`, [
    state.version,
    state.slot,
    JSON.stringify(keys satisfies WrittenKeys),
  ])
}

const BLOCK_COLUMNS = ['slot', 'id', 'height', 'seq', 'journaled', 'transactions', 'digest'] as const
const BLOCK_TYPES = ['bigint', 'text', 'bigint', 'bigint', 'boolean', 'bigint', 'text']

export const blockTexts = (block: CopiedBlock): TextRow =>
  BLOCK_COLUMNS.map((name) => (block[name] === null ? null : String(block[name])))

/** @param cutAt the copy's blocks after this slot are first removed; undefined to remove none */
const writeBlocks = (
  session: Session,
  schema: string,
  blocks: readonly CopiedBlock[],
  cutAt: number | undefined,
): Promise<unknown>[] => {
  const table = named(schema, 'blocks')
  const rows = blocks.map(blockTexts)
  return [
    ...(cutAt === undefined
      ? []
      : [rowsOfKept(session, `DELETE FROM ${table} WHERE slot BETWEEN $1 AND ${LAST}`, [cutAt + 1])]),
    ...inBatches(
      session,
      `INSERT INTO ${table} SELECT * FROM ${unnest(BLOCK_TYPES)}`,
      BLOCK_TYPES.map((_, at) => rows.map((row) => row[at] ?? null)),
    ),
  ]
}

/** Blocks that can no longer be rolled back, and their versions. */
const prune = (session: Session, schema: string, oldest: number): Promise<unknown>[] => [
  rowsOf(session, `DELETE FROM ${named(schema, 'blocks')} WHERE slot < $1`, [oldest]),
  rowsOf(session, `DELETE FROM ${named(schema, 'versions')} WHERE slot <= $1`, [oldest]),
]
