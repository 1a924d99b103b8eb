// A commit in the form that all copies share: the changes since the copy's last commit, as text, and the copy's state after them.
import { randomBytes } from 'node:crypto'
import type { Stored } from '../../engine/table/column.ts'
import { columnNames } from '../../engine/table/ddl.ts'
import type { Table } from '../../engine/table/table.ts'
import type { Difference, WholeModels } from '../source/models-source.ts'
import type { Change } from '../source/row-key.ts'
import type { TableDifference } from '../source/table-reader.ts'
import { toText } from './column-text.ts'
import type { WrittenDifference, WrittenTable } from './copied-difference.ts'
import { type CopiedModels, type CopyState, LAYOUT_VERSION } from './copy-state.ts'

export const columnsOf = (
  table: Table,
  names: readonly string[],
  rows: readonly (readonly Stored[])[],
): (string | null)[][] =>
  names.map((name, at) => {
    const column = table.columns[name]
    if (column === undefined) throw new TypeError(`table ${table.name} has no column ${name}`)
    return rows.map((row) => toText(column, row[at] ?? null))
  })

/** Approximate. */
export const bytesOf = (row: readonly Stored[]): number =>
  row.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + value.length
    return sum + (Buffer.isBuffer(value) ? 2 * value.length : 8)
  }, 0)

const keysOf = (
  touched: readonly { readonly key: string; readonly slot: number }[],
): WrittenTable['touched'] => touched.map(({ key, slot }) => [key, slot])

const written = ({ table, touched, made }: TableDifference): WrittenTable => ({
  table: table.name,
  touched: keysOf(touched),
  columns: columnsOf(table, columnNames(table), [
    ...made,
    ...touched.flatMap(({ row }) => (row === undefined || row === 'made' ? [] : [row])),
  ]),
})

const distinct = (changes: Iterable<Change>): Change[] => [
  ...new Map(
    Array.from(changes, (change) => [JSON.stringify([change.table, change.key, change.topics]), change]),
  ).values(),
]

/** Each model keeps the version with which it was loaded. */
const modelsAfter = (before: CopiedModels, now: CopiedModels): CopiedModels =>
  Object.fromEntries(
    Object.entries(before).map(([name, { version }]) => [
      name,
      { version, stopped: now[name]?.stopped ?? null },
    ]),
  )

/** The commit is larger than readers accept. A load replaces it. */
export class TooMuchChanged extends Error {
  override readonly name = 'TooMuchChanged'
}

/**
 * @param shared slot of the newest block that both the models and the copy have
 * @param undone changes announced by commits that a fork has undone
 */
export const nextCommit = (
  state: CopyState,
  shared: number,
  difference: Difference,
  undone: readonly Change[],
): WrittenDifference => {
  const { blocks, tables, oldest, checkpoint } = difference
  const { seq, slot, id, height, digest } = checkpoint
  const models = modelsAfter(state.models, difference.models)
  return {
    from: { slot: state.slot, id: state.id, digest: state.digest },
    state: { ...state, version: state.version + 1, models, seq, slot, id, height, digest },
    shared,
    blocks: [...blocks],
    oldest,
    tables: tables
      .map(written)
      // A fork may have removed rows from tables without new rows.
      .filter(
        ({ touched, columns }) => shared < state.slot || touched.length + (columns[0]?.length ?? 0) > 0,
      ),
    changes: distinct([...tables.flatMap(({ changes }) => changes), ...undone]),
  }
}

/**
 * Lists the changes of all blocks that may be rolled back, as if made by one commit, for a writer that finds the copy on a fork. No reader
 * applies this commit, so it contains no rows.
 * @param before undefined without an earlier copy
 */
export const firstCommit = (
  { checkpoint, network, source, models, tables, oldest }: WholeModels,
  before: CopyState | undefined,
): WrittenDifference => {
  const { seq, slot, id, height, digest } = checkpoint
  const recent = tables.map(({ table, recent }) => ({ ...recent(), table: table.name }))
  return {
    from: null,
    state: {
      load: randomBytes(8).toString('hex'),
      version: (before?.version ?? 0) + 1,
      layout: LAYOUT_VERSION,
      ...{ network, source, models, seq, slot, id, height, digest },
    },
    shared: oldest,
    blocks: [],
    oldest,
    tables: recent.map(({ table, touched }) => ({ table, touched: keysOf(touched), columns: [] })),
    changes: recent.flatMap(({ changes }) => changes),
  }
}
