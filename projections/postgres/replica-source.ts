// The copy in PostgreSQL as a replica reads it: where it stands, all of its rows, and what changed since a version, each
// in one snapshot, so that rows and checkpoint are of the same block.
import type { Column, Stored } from '../engine/column.ts'
import { columnNames, list, quote } from '../engine/ddl.ts'
import { versionOf } from '../engine/generations.ts'
import { fingerprintOf } from '../engine/models-database.ts'
import { positionOf, type Table } from '../engine/table.ts'
import { toText, typeOf } from './column-text.ts'
import { copiedRows, storedRows } from './copied-rows.ts'
import { LAYOUT_VERSION, named } from './layout.ts'
import { type MirrorState, readMirror } from './mirror-state.ts'
import type { SourceBlock } from './models-source.ts'
import type { CopiedDifference, CopiedTable } from './replica-models.ts'
import { keyColumns, keyOfText } from './row-key.ts'
import { rowsOf, type Session } from './session.ts'

/** What a replica's own code folds by: it reads nothing that was folded by other rules. */
export interface OwnRules {
  readonly source: Parameters<typeof fingerprintOf>[0]
  readonly models: readonly Parameters<typeof versionOf>[0][]
}

/** Why a replica cannot use the copy; undefined when it can. */
export const reasonNotToCopy = (
  { layout, source, models }: MirrorState,
  rules: OwnRules,
): string | undefined => {
  const isOfRules =
    layout === LAYOUT_VERSION &&
    source === fingerprintOf(rules.source) &&
    rules.models.every((model) => models[model.name]?.version === versionOf(model))
  return isOfRules
    ? undefined
    : 'PostgreSQL holds models of another version of this service: run the same version as the indexer'
}

/** Another load has taken the copy's place while it was read: it is to be read again. */
export class CopyMoved extends Error {
  override readonly name = 'CopyMoved'
}

/**
 * A snapshot holds for rows, but not for names: after a load, a schema's name means other tables, which are empty in it. So
 * where the copy stands is read first and last.
 */
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

const assertUnmoved = (first: MirrorState | undefined, last: MirrorState | undefined): void => {
  if (last === undefined || last.load !== first?.load) throw new CopyMoved('the copy was replaced')
}

const selectAll = (schema: string, table: Table): string =>
  `SELECT ${columnNames(table)
    .map((name) => `t.${quote(name)}`)
    .join(', ')} FROM ${named(schema, table.name)} AS t`

const readBlocks = async (session: Session, schema: string, after: number): Promise<SourceBlock[]> => {
  const rows = await rowsOf(
    session,
    `SELECT slot, id, height, seq, journaled, transactions, digest FROM ${named(schema, 'blocks')} WHERE slot > $1 ORDER BY slot`,
    [after],
  )
  return rows.map(([slot, id, height, seq, journaled, transactions, digest]) => ({
    slot: Number(slot),
    id: id ?? '',
    height: Number(height),
    seq: Number(seq),
    journaled: journaled === 't' ? 1 : 0,
    transactions: Number(transactions),
    digest: digest ?? null,
  }))
}

export interface WholeCopy {
  readonly state: MirrorState
  readonly blocks: readonly SourceBlock[]
}

/**
 * Reads everything.
 * @param begin gets the state before any row; what it returns gets rows of one table after the other, some at a time.
 * @throws {CopyMoved}
 */
export const readWhole = async (
  session: Session,
  schema: string,
  tables: readonly Table[],
  begin: (state: MirrorState) => (table: Table, rows: readonly (readonly Stored[])[]) => void,
): Promise<WholeCopy> => {
  await session.query(BEGIN)
  const state = await readMirror(session, schema)
  if (state === undefined) throw new Error(`the schema ${schema} was dropped`)
  const onRows = begin(state)
  for (const table of tables) for await (const rows of copiedRows(session, schema, table)) onRows(table, rows)
  const blocks = await readBlocks(session, schema, Number.MIN_SAFE_INTEGER)
  const last = await readMirror(session, schema)
  await session.query('COMMIT')
  assertUnmoved(state, last)
  return { state, blocks }
}

interface ChangedKeys {
  /** Keys of rows that are to be read, by table. */
  readonly keys: ReadonlyMap<string, readonly string[]>
  readonly changes: CopiedDifference['changes']
}

const readChanges = async (session: Session, schema: string, version: number): Promise<ChangedKeys> => {
  const rows = await rowsOf(
    session,
    `SELECT DISTINCT table_name, key, topics FROM ${named(schema, 'changes')} WHERE version > $1`,
    [version],
  )
  const keys = new Map<string, string[]>()
  const changes: { table: string; key: string; topics: string }[] = []
  for (const [table, key, topics] of rows) {
    if (typeof table !== 'string' || typeof key !== 'string') continue
    if (typeof topics === 'string') changes.push({ table, key, topics })
    else {
      const of = keys.get(table) ?? []
      of.push(key)
      keys.set(table, of)
    }
  }
  return { keys, changes }
}

const readTable = async (
  session: Session,
  schema: string,
  table: Table,
  keyTexts: readonly string[],
  shared: number,
): Promise<CopiedTable> => {
  const select = selectAll(schema, table)
  const boundary = positionOf(shared + 1, 0)
  const columns = keyColumns(table)
  const keys = keyTexts
    .map((text) => keyOfText(columns, text))
    // Of rows made after the shared block, all are read.
    .filter(([first]) => !table.isPositioned || Number(first) < boundary)
  const [made, changed] = await Promise.all([
    table.isPositioned ? rowsOf(session, `${select} WHERE ${list(table.key)} >= $1`, [boundary]) : [],
    keys.length === 0 ? [] : rowsOf(session, ...byKeys(select, table, columns, keys)),
  ])
  return { table, keys, rows: storedRows(table, [...made, ...changed]) }
}

const byKeys = (
  select: string,
  table: Table,
  columns: readonly Column[],
  keys: readonly (readonly Stored[])[],
): [text: string, values: (string | null)[][]] => {
  const arrays = columns.map((column, at) => `$${at + 1}::${typeOf(column)}[]`).join(', ')
  const same = table.key.map((name) => `t.${quote(name)} = k.${quote(name)}`).join(' AND ')
  return [
    `${select} JOIN unnest(${arrays}) AS k (${list(table.key)}) ON ${same}`,
    columns.map((column, at) => keys.map((key) => toText(column, key[at] ?? null))),
  ]
}

/** How many versions there are after one, and the least slot that they went back to. */
const readVersions = async (
  session: Session,
  schema: string,
  version: number,
): Promise<{ readonly count: number; readonly shared: number }> => {
  const [[count, shared] = []] = await rowsOf(
    session,
    `SELECT count(*), min(shared) FROM ${named(schema, 'versions')} WHERE version > $1`,
    [version],
  )
  return { count: Number(count), shared: Number(shared) }
}

/**
 * Reads what changed since a state, in two round trips on a session that is pipelined.
 * @param tables that are copied.
 * @returns `same` when nothing did; `everything` when it cannot be told, so that everything must be read.
 * @throws {CopyMoved}
 */
export const readDifference = async (
  session: Session,
  schema: string,
  tables: readonly Table[],
  since: MirrorState,
): Promise<CopiedDifference | 'same' | 'everything'> => {
  const [, state, { count, shared }, { keys, changes }] = await Promise.all([
    session.query(BEGIN),
    readMirror(session, schema),
    readVersions(session, schema, since.version),
    readChanges(session, schema, since.version),
  ])
  const isSame = state?.load === since.load && state.version === since.version
  if (isSame || state?.load !== since.load || count !== state.version - since.version) {
    await session.query('COMMIT')
    return isSame ? 'same' : 'everything'
  }
  const [read, blocks, [[oldest] = []], last] = await Promise.all([
    Promise.all(tables.map((table) => readTable(session, schema, table, keys.get(table.name) ?? [], shared))),
    readBlocks(session, schema, shared),
    rowsOf(session, `SELECT min(slot) FROM ${named(schema, 'blocks')}`),
    readMirror(session, schema),
    session.query('COMMIT'),
  ])
  assertUnmoved(state, last)
  return { state, shared, blocks, oldest: Number(oldest), tables: read, changes }
}

/** Lets a session hear of commits, as notifications. */
export const listen = async (session: Session, schema: string): Promise<void> => {
  await session.query(`LISTEN ${quote(schema)}`)
}

/** What the indexer says of itself: JSON by part, as the models' directory has it beside the models. */
export const readReports = async (
  session: Session,
  schema: string,
): Promise<readonly (readonly [part: string, report: string])[]> =>
  (await rowsOf(session, `SELECT part, report FROM ${named(schema, 'reports')}`)).map(([part, report]) => [
    part ?? '',
    report ?? 'null',
  ])
