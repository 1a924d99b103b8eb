// `npm run sql -- [SQL]`: runs queries over the models of the data directory, while the service may be running. The queries are the
// argument, or come from standard input; on a terminal the command asks for queries. Nothing can be written: the file is opened for
// reading, and a statement that SQLite reports as writing is refused.
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type Database from 'better-sqlite3'
import { readGenerations } from '../../projections/engine/file/generations.ts'
import { CHECKPOINT_SQL } from '../../projections/engine/fold/projector-statements.ts'
import type { Settings } from '../../schema/config/settings.ts'
import { StartupError } from '../../schema/errors.ts'
import { messageOf } from '../../schema/platform/message-of.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { storageError } from '../../schema/platform/storage-error.ts'
import { formatPoint } from '../../schema/primitives.ts'
import { isClosedOutput, type RowFormat, rowText } from '../cli/row-text.ts'
import { modelsDirectory, openStoredModels } from '../service/settings/stored-data.ts'

interface SqlOptions {
  /** Undefined to read the queries from standard input. */
  readonly sql: string | undefined
  readonly format: RowFormat
}

/** A statement up to its semicolon. A semicolon in a text, a quoted name or a comment does not count. */
const STATEMENT =
  /(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|[^;'"`[/-]+|[^;])+;?|;/g
const NOTHING = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|;)*$/

const statementsIn = (sql: string): string[] =>
  [...sql.matchAll(STATEMENT)].map(([statement]) => statement).filter((one) => !NOTHING.test(one))

/** Bytes are shown in hex, and integers beyond 2^53 as exact text. */
const shown = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return value.toString('hex')
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** The rows of a query, which begins with the first row that is read. A query that has begun keeps the file from being closed. */
function* shownRows(statement: Database.Statement<[], unknown[]>): Generator<unknown[]> {
  for (const row of statement.iterate()) yield row.map(shown)
}

/** @throws {StartupError} if the statement would write, or has no rows */
const prepare = (database: Database.Database, sql: string): Database.Statement<[], unknown[]> => {
  const statement = database.prepare<[], unknown[]>(sql)
  if (!statement.readonly || !statement.reader)
    throw new StartupError('only queries can be run: the models are open for reading')
  return statement.raw().safeIntegers()
}

/** Last blocks of the models that are being folded again: their rows are older than the checkpoint. */
const stoppedIn = (database: Database.Database) => {
  const stopped = readGenerations(database).flatMap(({ name, stopped }) =>
    stopped === null ? [] : [[name, formatPoint(stopped)]],
  )
  return stopped.length === 0 ? {} : { stopped: Object.fromEntries(stopped) }
}

/** Prints the rows of all statements, which belong to one block. @returns the number of rows, and the block */
const print = async (database: Database.Database, sql: string, format: RowFormat) => {
  const statements = statementsIn(sql)
  let count = 0
  database.exec('BEGIN')
  try {
    for (const [at, text] of statements.entries()) {
      const statement = prepare(database, text)
      const names = statement.columns().map(({ name }) => name)
      let rows = 0
      const lines = rowText(names, shownRows(statement), format, (done) => {
        rows = done
      })
      if (at > 0 && format === 'table') process.stdout.write('\n')
      await pipeline(Readable.from(lines), process.stdout, { end: false })
      count += rows
    }
    const { slot, id, height } = Object(database.prepare(CHECKPOINT_SQL).get())
    return { rows: count, slot, id, height, ...stoppedIn(database) }
  } finally {
    database.exec('COMMIT')
  }
}

/** Reads queries up to their semicolons. Prints the error of a wrong query. */
const converse = async (database: Database.Database, format: RowFormat): Promise<void> => {
  const views = database
    .prepare(
      "SELECT group_concat(name, ', ') FROM (SELECT name FROM sqlite_schema WHERE name LIKE '%_view' ORDER BY name)",
    )
    .pluck()
    .get()
  console.error(`Views: ${views}. A query ends with a semicolon; Ctrl-D leaves.`)
  const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: 'sql> ' })
  let sql = ''
  lines.prompt()
  for await (const line of lines) {
    sql += `${line}\n`
    if (statementsIn(sql).at(-1)?.trimEnd().endsWith(';') !== false) {
      await print(database, sql, format).catch((error: unknown) => console.error(messageOf(error)))
      sql = ''
    }
    lines.setPrompt(sql === '' ? 'sql> ' : '...> ')
    lines.prompt()
  }
}

/** @throws {StartupError} if there are no models, or a statement is wrong or no query */
export const runSql = async (settings: Settings, { sql, format }: SqlOptions): Promise<void> => {
  const { path, database } = openStoredModels(modelsDirectory(settings))
  // Each query's rows are a separate stream, which adds listeners to the output.
  process.stdout.setMaxListeners(0)
  try {
    if (sql === undefined && process.stdin.isTTY) return await converse(database, format)
    const given = sql ?? (await text(process.stdin))
    if (statementsIn(given).length === 0)
      throw new StartupError('there is no query: pass one as the argument, or on the standard input')
    console.error(JSON.stringify(await print(database, given, format)))
  } catch (error) {
    if (isClosedOutput(error)) return
    const stored = storageError(error, path, 'models')
    throw stored ?? (error instanceof Sqlite.SqliteError ? new StartupError(`SQL: ${error.message}`) : error)
  } finally {
    database.close()
  }
}
