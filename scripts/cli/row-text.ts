// Rows as text for files, programs and people: NDJSON, CSV (RFC 4180), or a table. The columns of a table are as wide as its first rows
// need.
import { visibleText } from '../../schema/codecs/visible-text.ts'
import { StartupError } from '../../schema/errors.ts'
import { codeOf } from '../../schema/platform/storage-error.ts'

export type RowFormat = 'ndjson' | 'csv' | 'table'

type Values = readonly unknown[]

/** Rows that are joined into one piece of text. */
const ROWS_AT_ONCE = 500

const plainBigints = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value}` : value

/** Null is empty, and an object is JSON. */
export const plainText = (value: unknown): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value, plainBigints) : `${value}`

const field = (value: unknown): string => {
  const text = plainText(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'

type Lines = (rows: readonly Values[]) => string[]

/** Removes the control characters of terminals, because texts may come from the chain. */
const tableLines = (names: readonly string[]): Lines => {
  let columns: readonly { readonly width: number; readonly isRight: boolean }[] | undefined
  return (rows) => {
    const cells = rows.map((row) => row.map((value) => visibleText(plainText(value))))
    const isFirst = columns === undefined
    columns ??= names.map((name, at) => ({
      width: Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)),
      isRight: rows.length > 0 && rows.every((row) => row[at] === null || isNumber(row[at])),
    }))
    const line = (row: readonly string[]): string =>
      (columns ?? [])
        .map(({ width, isRight }, at) => (isRight ? row[at]?.padStart(width) : row[at]?.padEnd(width)))
        .join('  ')
        .trimEnd()
    const head = [line(names), columns.map(({ width }) => '-'.repeat(width)).join('  ')]
    return [...(isFirst ? head : []), ...cells.map(line)]
  }
}

const csvLines = (names: readonly string[]): Lines => {
  let head = [names]
  return (rows) => {
    // Readers skip an empty line, so an empty value that is alone has quotes.
    const lines = [...head, ...rows].map((row: Values) => row.map(field).join(',') || '""')
    head = []
    return lines
  }
}

/** @throws {StartupError} if two columns have one name, because an object keeps only one of them */
const jsonLines = (names: readonly string[]): Lines => {
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined)
    throw new StartupError(`two columns are called ${twice}: name one with AS, or use --format csv`)
  return (rows) =>
    rows.map((row) =>
      JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at]])), plainBigints),
    )
}

const LINES = { table: tableLines, csv: csvLines, ndjson: jsonLines }

/**
 * The text of rows, in pieces.
 * @param onRows called with the number of rows so far
 * @throws {StartupError} for NDJSON if two columns have one name
 */
export function* rowText(
  names: readonly string[],
  rows: Iterable<Values>,
  format: RowFormat,
  onRows: (count: number) => void = () => {},
): Generator<string> {
  const linesOf = LINES[format](names)
  let next: Values[] = []
  let count = 0
  const text = (): string =>
    linesOf(next)
      .map((line) => `${line}\n`)
      .join('')
  for (const row of rows) {
    next.push(row)
    if (++count % ROWS_AT_ONCE > 0) continue
    yield text()
    next = []
    onRows(count)
  }
  if (next.length > 0 || count === 0) yield text()
  onRows(count)
}

/** Whether the reader of a pipe, such as `| head`, has closed it. */
export const isClosedOutput = (error: unknown): boolean =>
  ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(codeOf(error))
