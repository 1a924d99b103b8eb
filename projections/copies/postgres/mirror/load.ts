// Copies everything in one transaction, so an interrupted load leaves no data. COPY takes a fifth of the time of one statement per row. If
// a copy exists, the rows first go to temporary tables, and then only the rows that differ are exchanged. So no reader waits, and the
// tables remain the ones to which views, publications and rights refer.
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Stored } from '../../../engine/table/column.ts'
import { list } from '../../../engine/table/ddl.ts'
import type { Table } from '../../../engine/table/table.ts'
import { toText } from '../../protocol/column-text.ts'
import { firstCommit } from '../../protocol/commit.ts'
import type { CopyState } from '../../protocol/copy-state.ts'
import type { ModelsSource, WholeModels } from '../../source/models-source.ts'
import { copyText } from '../column-type.ts'
import { columnList, createTablesSql, MIRROR_TABLES, named } from '../layout.ts'
import { Fenced, writeState } from '../read-mirror.ts'
import { inTransaction, type Session, type TextRow } from '../session.ts'
import { areCurrent, changeDefinitions, createDefinitions, finishDefinitions } from './definitions.ts'
import { blockTexts, writeVersion } from './write-difference.ts'

const CHUNK = 65_536

/** Time in ms that one statement of a load may take. */
const LOAD_TIMEOUT_MS = 3_600_000

/** Time in ms after which a connection that takes no bytes is lost. On a slow link, the last rows may be in buffers for a minute. */
const SILENCE_MS = 120_000

const slow = (text: string) => ({ text, query_timeout: LOAD_TIMEOUT_MS })

type OnLoadProgress = (done: number, whole: number) => void

function* copyLines(rows: Iterable<TextRow>, onRows: (count: number) => void): Generator<string> {
  let chunk = ''
  let count = 0
  for (const row of rows) {
    chunk += `${row.map(copyText).join('\t')}\n`
    count++
    if (chunk.length < CHUNK) continue
    yield chunk
    onRows(count)
    chunk = ''
    count = 0
  }
  if (chunk !== '') yield chunk
  onRows(count)
}

/**
 * @param table with columns in parentheses; without them, all columns in order
 * @throws {Error} also if the connection is silent
 */
const copyInto = async (
  session: Session,
  table: string,
  rows: Iterable<TextRow>,
  onRows: (count: number) => void = () => {},
): Promise<void> => {
  const copy = Object.assign(copyFrom(`COPY ${table} FROM STDIN`), { query_timeout: LOAD_TIMEOUT_MS })
  const { stream } = session.connection
  // The types of pg do not know that the stream is a socket.
  const socket = stream instanceof Socket ? stream : undefined
  const end = (): void => void socket?.destroy(new Error('PostgreSQL takes no more rows'))
  socket?.setTimeout(SILENCE_MS, end)
  await pipeline(Readable.from(copyLines(rows, onRows)), session.query(copy)).finally(() =>
    socket?.setTimeout(0, end),
  )
}

/** @param read called only when the first row is requested, because closing a generator that has not started would not close the rows */
function* textRows(table: Table, read: () => Iterable<readonly Stored[]>): Generator<TextRow> {
  const columns = Object.values(table.columns)
  for (const row of read()) yield columns.map((column, at) => toText(column, row[at] ?? null))
}

/** Only the load's session sees temporary tables. */
const createStaging = async (session: Session, tables: readonly Table[]): Promise<void> => {
  await session.query('DISCARD TEMP')
  await session.query(createTablesSql('pg_temp', tables).join(';'))
}

const copyRows = async (
  session: Session,
  schema: string,
  whole: WholeModels,
  onProgress: OnLoadProgress,
): Promise<void> => {
  const rows = whole.tables.reduce((sum, { count }) => sum + count, 0)
  let done = 0
  onProgress(done, rows)
  for (const { table, rows: read } of whole.tables.filter(({ count }) => count > 0))
    await copyInto(
      session,
      `${named(schema, table.name)} (${columnList(table)})`,
      textRows(table, read),
      (count) => {
        done += count
        onProgress(done, rows)
      },
    )
  await copyInto(session, named(schema, 'blocks'), whole.blocks.map(blockTexts))
}

const exchangeSql = (schema: string, table: string, key: string, columns: string): string[] => {
  const [of, staged] = [named(schema, table), named('pg_temp', table)].map(
    (name) => `SELECT ${columns} FROM ${name}`,
  )
  return [
    `DELETE FROM ${named(schema, table)} WHERE (${key}) IN (SELECT ${key} FROM (${of} EXCEPT ${staged}) AS old)`,
    `INSERT INTO ${named(schema, table)} (${columns}) (${staged} EXCEPT ${of})`,
  ]
}

const exchangeRows = async (session: Session, schema: string, tables: readonly Table[]): Promise<void> => {
  const blocks = Object.keys(MIRROR_TABLES.blocks?.columns ?? {})
  const exchanges = [
    ...tables.map((table) => exchangeSql(schema, table.name, list(table.key), columnList(table))),
    exchangeSql(schema, 'blocks', 'slot', list(blocks)),
    [`DELETE FROM ${named(schema, 'versions')}`],
  ]
  for (const sql of exchanges.flat()) await session.query(slow(sql))
}

/** The schema exists; another session is creating it. */
const TAKEN: readonly (string | undefined)[] = ['42P06', '23505']

/** @throws {Fenced} if another writer was faster */
const fill = async (
  session: Session,
  schema: string,
  whole: WholeModels,
  tables: readonly Table[],
  onProgress: OnLoadProgress,
): Promise<void> => {
  try {
    await createDefinitions(session, schema, tables)
  } catch (error) {
    const isTaken = error instanceof pg.DatabaseError && TAKEN.includes(error.code)
    throw isTaken ? new Fenced('another mirror has loaded the copy') : error
  }
  await copyRows(session, schema, whole, onProgress)
}

/**
 * Replaces the rows of an earlier copy.
 * @param session must not be pipelined
 * @param state undefined without a copy
 * @param onLost called with users' views that had to be dropped
 * @throws {Fenced} if another writer has committed since the state was read; nothing is changed
 */
export const load = async (
  session: Session,
  schema: string,
  source: ModelsSource,
  state: CopyState | undefined,
  onProgress: OnLoadProgress = () => {},
  onLost: (views: readonly string[]) => void = () => {},
): Promise<CopyState> =>
  source.whole(async (whole) => {
    const tables = whole.tables.map(({ table }) => table)
    const isNew = state === undefined
    if (!isNew) await createStaging(session, tables)
    const isCurrent = !isNew && (await areCurrent(session, schema, tables))
    if (!isNew && !isCurrent) onLost(await changeDefinitions(session, schema, tables))
    return inTransaction(session, async () => {
      const commit = firstCommit(whole, state)
      if (isNew) await fill(session, schema, whole, tables, onProgress)
      else await copyRows(session, 'pg_temp', whole, onProgress)
      await writeState(session, schema, state, commit.state)
      if (!isNew) await exchangeRows(session, schema, tables)
      if (!isCurrent)
        for (const sql of await finishDefinitions(session, schema, tables, isNew))
          await session.query(slow(sql))
      await session.query(slow(`ANALYZE ${tables.map(({ name }) => named(schema, name)).join(', ')}`))
      await writeVersion(session, schema, commit)
      return commit.state
    })
  })
