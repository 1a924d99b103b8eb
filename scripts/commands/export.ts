// `npm run export -- TABLE`: writes rows of the models as NDJSON, CSV or Parquet, while the service may be running. The rows are first
// copied into a temporary SQLite file in one short transaction. So all rows belong to one block even if they are read slowly, and no long
// transaction makes the service's files grow.
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type Database from 'better-sqlite3'
import { readGenerations } from '../../projections/engine/file/generations.ts'
import { otherRules } from '../../projections/engine/file/models-database.ts'
import { decodeEvent } from '../../projections/engine/fold/event-table.ts'
import type { Checkpoint } from '../../projections/engine/fold/projector.ts'
import { CHECKPOINT_SQL } from '../../projections/engine/fold/projector-statements.ts'
import type { Column, Stored } from '../../projections/engine/table/column.ts'
import { columnNames, quote } from '../../projections/engine/table/ddl.ts'
import { positionOf, slotOf, type Table } from '../../projections/engine/table/table.ts'
import { launchpadTables } from '../../projections/launchpad-models.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { storageError } from '../../schema/platform/storage-error.ts'
import { formatPoint } from '../../schema/primitives.ts'
import { fileProblem } from '../backup/file-problem.ts'
import { type Field, writeParquet } from '../cli/parquet-file.ts'
import { Progress } from '../cli/progress.ts'
import { isClosedOutput, rowText } from '../cli/row-text.ts'
import { openStoredModels, storedData } from '../service/settings/stored-data.ts'

interface ExportOptions {
  readonly table: string
  readonly format: 'ndjson' | 'csv' | 'parquet'
  readonly from: number | undefined
  readonly to: number | undefined
  /** File to write; by default standard output. */
  readonly out: string | undefined
}

/** Column whose position on the chain selects and orders the rows; undefined if `--from` and `--to` do not apply. */
const placeOf = ({ kind, name }: Table): string | undefined =>
  kind === 'append' ? 'position' : name === 'orders' ? 'id' : undefined

/** SQL for the token of a row that only names a pool, by NFT (text) or by id (integer). */
const tokenOf = ({ columns }: Table): string | undefined =>
  columns.pool === undefined || columns.token !== undefined
    ? undefined
    : `(SELECT token FROM pools WHERE pools.${columns.pool.kind === 'text' ? 'nft' : 'id'} = pool)`

/** Whether the rows are written with the slot of their position. A table of an own model may have a column of this name. */
const hasSlot = (table: Table): boolean => placeOf(table) !== undefined && table.columns.slot === undefined

const shown = (column: Column, stored: Stored, isAddress: boolean): unknown => {
  const decoded = column.decode(stored)
  const value = Buffer.isBuffer(decoded) ? decoded.toString('hex') : decoded
  return isAddress && typeof value === 'string' ? formatAddress(value) : value
}

/** @throws {StartupError} if the file has the table's rows of an earlier block, or a table of another version */
const checkCurrent = (database: Database.Database, table: Table): void => {
  const read = [table.name, ...(tokenOf(table) === undefined ? [] : ['pools'])]
  for (const { name, tables, stopped } of readGenerations(database))
    if (stopped !== null && tables.some((one) => read.includes(one)))
      throw new StartupError(
        `${name} is being folded again, and its rows end at block ${formatPoint(stopped)}: start the service if it is not running, and export when its /status names nothing under refolding`,
      )
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table.name)
  if (!columnNames(table).every((name) => columns.includes(name)))
    throw otherRules(database.name, 'folded by other rules')
}

/** @returns the number of rows, and their block */
const copyRows = (database: Database.Database, table: Table, { from = 0, to }: ExportOptions) => {
  const place = placeOf(table)
  const names = columnNames(table).map(quote)
  const token = tokenOf(table)
  const end = to === undefined ? Number.MAX_SAFE_INTEGER : positionOf(to + 1, 0)
  const range = place === undefined ? '' : `WHERE ${place} >= ${positionOf(from, 0)} AND ${place} < ${end}`
  const order = place ?? table.key.map(quote).join(', ')
  database.pragma('temp_store = FILE')
  return database.transaction(() => {
    checkCurrent(database, table)
    const columns = [...names, ...(token === undefined ? [] : [`${token} AS token`])].join(', ')
    database.exec(
      `CREATE TEMP TABLE exported AS SELECT ${columns} FROM ${quote(table.name)} ${range} ORDER BY ${order}`,
    )
    return {
      count: Number(database.prepare('SELECT count(*) FROM exported').pluck().get()),
      checkpoint: database.prepare(CHECKPOINT_SQL).get() as Checkpoint | undefined,
    }
  })()
}

const fieldsOf = (table: Table): Field[] => [
  ...(hasSlot(table) ? [{ name: 'slot', kind: 'integer' } as const] : []),
  ...Object.entries(table.columns).map(([name, { kind }]) => ({ name, kind })),
  ...(tokenOf(table) === undefined ? [] : [{ name: 'token', kind: 'text' } as const]),
]

/** @param isOwn whether the table is of an own model, whose column `address` may have any hex */
function* exportedRows(database: Database.Database, table: Table, isOwn: boolean): Generator<unknown[]> {
  const columns = Object.entries(table.columns)
  const place = columns.findIndex(([name]) => name === placeOf(table))
  const rows = database.prepare('SELECT * FROM exported ORDER BY rowid').raw().safeIntegers().iterate()
  for (const row of rows as IterableIterator<Stored[]>) {
    const values = columns.map(([name, column], at) => {
      const stored = row[at] ?? null
      return table.name === 'events' && name === 'body'
        ? decodeEvent(`${stored}`)
        : shown(column, stored, name === 'address' && column.kind === 'bytes' && !isOwn)
    })
    const slot = hasSlot(table) ? [slotOf(Number(row[place]))] : []
    yield [...slot, ...values, ...row.slice(columns.length)]
  }
}

/** @throws {StartupError} if the table does not exist, or the file cannot be written */
export const exportRows = async (settings: Settings, options: ExportOptions): Promise<void> => {
  const { operations, ownModels, dataDir } = await storedData(settings)
  const tables = launchpadTables(operations, ownModels)
  const table = tables.find(({ name }) => name === options.table)
  if (table === undefined)
    throw new StartupError(
      options.table.endsWith('_view')
        ? `${options.table} is a view: use npm run sql -- --format csv "SELECT * FROM ${options.table}"`
        : `there is no table ${options.table}: name one of ${tables.map(({ name }) => name).join(', ')}`,
    )
  if (placeOf(table) === undefined && (options.from !== undefined || options.to !== undefined))
    throw new StartupError(`--from and --to do not apply to ${table.name}: its rows have no slot`)
  const { from, to, out, format } = options
  if (from !== undefined && to !== undefined && from > to)
    throw new StartupError(`--from ${from} is after --to ${to}: exchange them`)
  if (format === 'parquet' && out === undefined)
    throw new StartupError('a Parquet file is not written to a pipe: name it with --out')
  // The finished file takes the place of what is at the path, also of a device or a pipe.
  if (out !== undefined && existsSync(out) && !statSync(out).isFile())
    throw new StartupError(`${out} is there and is not a file: name another with --out, or leave --out out`)
  const part = `${out}.part`
  const { path, database } = openStoredModels(dataDir)
  const progress = new Progress('exporting', 'rows')
  try {
    const { count, checkpoint } = copyRows(database, table, options)
    const isOwn = !launchpadTables(operations).some(({ name }) => name === table.name)
    const rows = exportedRows(database, table, isOwn)
    const [fields, onRows] = [fieldsOf(table), (done: number): void => progress.show(done, count)]
    const names = fields.map(({ name }) => name)
    // A file gets its name only when it is complete.
    if (format === 'parquet') await writeParquet(part, fields, rows, onRows)
    else
      await pipeline(
        Readable.from(rowText(names, rows, format, onRows)),
        out === undefined ? process.stdout : createWriteStream(part),
        { end: out !== undefined },
      )
    if (out !== undefined) renameSync(part, out)
    progress.end()
    const { slot, id, height } = checkpoint ?? {}
    console.error(JSON.stringify({ table: table.name, rows: count, slot, id, height }))
  } catch (error) {
    if (isClosedOutput(error)) return
    if (out !== undefined) rmSync(part, { force: true })
    throw (
      storageError(error, path, 'models') ??
      (out === undefined ? undefined : fileProblem(error, part)) ??
      error
    )
  } finally {
    progress.end()
    database.close()
  }
}
