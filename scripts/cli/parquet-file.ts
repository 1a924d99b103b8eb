// Writes rows as a Parquet file. Integers have 64 bits, and larger numbers are decimals of 38 digits; no number is a float. Rows are
// written in groups, so memory does not grow with the file.
import type { SchemaElement } from 'hyparquet'
import { fileWriter, parquetWriteRows } from 'hyparquet-writer'
import type { ColumnKind } from '../../projections/engine/table/column.ts'
import { StartupError } from '../../schema/errors.ts'
import { plainText } from './row-text.ts'

export interface Field {
  readonly name: string
  readonly kind: ColumnKind
}

/** Rows of a group, which is in memory. */
const GROUP = 50_000

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const

/** Bytes are written as text, as in other formats. */
const TYPES: Readonly<Record<ColumnKind, Omit<SchemaElement, 'name'>>> = {
  integer: { type: 'INT64' },
  flag: { type: 'BOOLEAN' },
  text: TEXT,
  bytes: TEXT,
  natural: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    precision: 38,
    scale: 0,
  },
}

/** First number that a decimal cannot have. Its bytes would be those of another number. */
const TOO_LARGE = 10n ** 38n

/** @throws {StartupError} if the number does not fit its type */
const written = ({ name, kind }: Field, value: unknown): unknown => {
  if (value === null || kind === 'flag') return value
  if (kind !== 'integer' && kind !== 'natural') return plainText(value)
  const number = BigInt(`${value}`)
  if (number >= TOO_LARGE)
    throw new StartupError(
      `${name} has a number of more than 38 digits, which Parquet does not hold: use --format csv or ndjson`,
    )
  return number
}

function* objectsOf(
  fields: readonly Field[],
  rows: Iterable<readonly unknown[]>,
  onRows: (count: number) => void,
): Generator<Record<string, unknown>> {
  let count = 0
  for (const row of rows) {
    yield Object.fromEntries(fields.map((field, at) => [field.name, written(field, row[at])]))
    if (++count % GROUP === 0) onRows(count)
  }
  onRows(count)
}

/**
 * @param onRows called with the number of rows so far
 * @throws {StartupError} if a number has more than 38 digits
 * @throws {Error} of the file system
 */
export const writeParquet = async (
  path: string,
  fields: readonly Field[],
  rows: Iterable<readonly unknown[]>,
  onRows: (count: number) => void,
): Promise<void> => {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: fields.length },
    ...fields.map(({ name, kind }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...TYPES[kind] })),
  ]
  await parquetWriteRows({
    writer: fileWriter(path),
    rows: objectsOf(fields, rows, onRows),
    columns: fields.map(({ name }) => ({ name })),
    schema,
    rowGroupSize: GROUP,
  })
}
