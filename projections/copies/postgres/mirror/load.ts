// Copies everything into a new schema, which then replaces the current one. All is done in one transaction, so that an
// interrupted load leaves no data. COPY needs a fifth of the time of one statement per row. Renaming a schema does not wait for
// readers of its tables; replacing a table or a view would.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Stored } from '../../../engine/table/column.ts'
import { columnNames, quote } from '../../../engine/table/ddl.ts'
import type { Table } from '../../../engine/table/table.ts'
import { toText } from '../../protocol/column-text.ts'
import { firstCommit } from '../../protocol/commit.ts'
import { type CopyState, LAYOUT_VERSION } from '../../protocol/copy-state.ts'
import type { ModelsSource, WholeModels } from '../../source/models-source.ts'
import { copyText } from '../column-type.ts'
import { createCommentsSql } from '../comments.ts'
import { columnList, createIndexesSql, createTablesSql, named } from '../layout.ts'
import { Fenced } from '../read-mirror.ts'
import { inTransaction, rowsOf, type Session, type TextRow } from '../session.ts'
import { commentOnViews, createViewsSql } from '../views.ts'
import { blockTexts, notify, writeVersion } from './write-difference.ts'

/** Maximum rows of one COPY. Each COPY may take a minute; the whole load may take longer. */
const BATCH = 100_000

/** Characters sent in one message. */
const CHUNK = 65_536

/** Time in ms that making all indexes may take. */
const INDEXING_TIMEOUT_MS = 3_600_000

const slow = (text: string) => ({ text, query_timeout: INDEXING_TIMEOUT_MS })

/** Loaded rows and all rows. */
type OnLoadProgress = (done: number, whole: number) => void

function* copyLines(rows: Iterable<TextRow>): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += `${row.map(copyText).join('\t')}\n`
    if (chunk.length >= CHUNK) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}

/** @param table the table and, in parentheses, its columns; without them all columns in their order */
const copyInto = async (
  session: Session,
  table: string,
  rows: Iterable<TextRow>,
  onRows: (count: number) => void = () => {},
): Promise<void> => {
  const left = rows[Symbol.iterator]()
  try {
    for (let count = BATCH; count === BATCH; onRows(count)) {
      count = 0
      const batch = function* (): Generator<TextRow> {
        for (; count < BATCH; count++) {
          const next = left.next()
          if (next.done === true) return
          yield next.value
        }
      }
      const copy = session.query(copyFrom(`COPY ${table} FROM STDIN`))
      await pipeline(Readable.from(copyLines(batch())), copy)
    }
  } finally {
    // The unsent rest of an interrupted load is not read from the models.
    left.return?.()
  }
}

/** @param read starts to read the rows; a generator that never starts has nothing to close, so it starts with the first row */
function* textRows(table: Table, read: () => Iterable<readonly Stored[]>): Generator<TextRow> {
  const columns = columnNames(table).flatMap((name) => table.columns[name] ?? [])
  for (const row of read()) yield columns.map((column, at) => toText(column, row[at] ?? null))
}

/** Name of a schema that a load has replaced; without a load, the beginning of all such names. */
export const oldSchema = (schema: string, load: string): string => `${schema}_old_${load}`
const newSchema = (schema: string, load: string): string => `${schema}_new_${load}`

const copyAll = async (
  session: Session,
  schema: string,
  whole: WholeModels,
  onProgress: OnLoadProgress,
): Promise<void> => {
  const tables = whole.tables.map(({ table }) => table)
  await session.query([...createTablesSql(schema, tables), ...createCommentsSql(schema, tables)].join(';'))
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
  await session.query(slow(createIndexesSql(schema, tables).join(';')))
  const names = tables.map(({ name }) => name)
  await session.query(createViewsSql(schema, names).join(';'))
  await commentOnViews(session, schema)
  await session.query(slow(`ANALYZE ${tables.map(({ name }) => named(schema, name)).join(', ')}`))
}

/**
 * Loads everything and replaces the earlier copy by it.
 * @param session a session that is not pipelined
 * @param state state of the copy; undefined when there is none
 * @throws {Fenced} when another writer has committed since the state was read; nothing is changed.
 */
export const load = async (
  session: Session,
  schema: string,
  source: ModelsSource,
  state: CopyState | undefined,
  onProgress: OnLoadProgress = () => {},
): Promise<CopyState> =>
  source.whole((whole) =>
    inTransaction(session, async () => {
      const id = randomBytes(8).toString('hex')
      const next = newSchema(schema, id)
      const { checkpoint, network, source: rules, models } = whole
      const after: CopyState = {
        ...checkpoint,
        load: id,
        version: (state?.version ?? 0) + 1,
        layout: LAYOUT_VERSION,
        network,
        source: rules,
        models,
      }
      await session.query(`CREATE SCHEMA ${quote(next)}`)
      await copyAll(session, next, whole, onProgress)
      await rowsOf(
        session,
        `INSERT INTO ${named(next, 'mirror')} (layout, load, version, network, source, models, seq, slot, id, height, digest, written)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now())`,
        [
          LAYOUT_VERSION,
          id,
          after.version,
          network,
          rules,
          JSON.stringify(models),
          checkpoint.seq,
          after.slot,
          after.id,
          after.height,
          after.digest,
        ],
      )
      await writeVersion(session, next, firstCommit(whole, after))
      if (state !== undefined) await replace(session, schema, next, id, state)
      await takePlace(session, next, schema)
      await notify(session, schema, after)
      return after
    }),
  )

/** PostgreSQL's code for a schema that already exists. */
const DUPLICATE_SCHEMA = '42P06'

/** @throws {Fenced} when another writer was first. */
const takePlace = async (session: Session, next: string, schema: string): Promise<void> => {
  try {
    await session.query(`ALTER SCHEMA ${quote(next)} RENAME TO ${quote(schema)}`)
  } catch (error) {
    const isTaken = error instanceof pg.DatabaseError && error.code === DUPLICATE_SCHEMA
    throw isTaken ? new Fenced('another mirror has loaded the copy') : error
  }
}

/** Renames the current schema. Its row changes, so that a writer that waits for the row finds that another was faster. */
const replace = async (
  session: Session,
  schema: string,
  next: string,
  load: string,
  state: CopyState,
): Promise<void> => {
  const { rowCount } = await session.query(
    `UPDATE ${named(schema, 'mirror')} SET version = -1 WHERE load = $1 AND version = $2`,
    [state.load, state.version],
  )
  if (rowCount !== 1) throw new Fenced('another mirror writes the copy')
  await session.query(`INSERT INTO ${named(next, 'reports')} SELECT * FROM ${named(schema, 'reports')}`)
  await session.query(`ALTER SCHEMA ${quote(schema)} RENAME TO ${quote(oldSchema(schema, load))}`)
}
