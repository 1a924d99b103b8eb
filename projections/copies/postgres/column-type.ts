// Types of columns in PostgreSQL, and values in its COPY format.
import type { Column, ColumnKind } from '../../engine/table/column.ts'

/** Text is compared by bytes, as in SQLite, whatever the server's locale. */
const TYPES: Readonly<Record<ColumnKind, string>> = {
  integer: 'bigint',
  flag: 'boolean',
  text: 'text',
  bytes: 'bytea',
  natural: 'numeric',
}

export const typeOf = ({ kind }: Column): string => TYPES[kind]

export const columnTypeSql = (column: Column): string =>
  `${typeOf(column)}${column.kind === 'text' ? ' COLLATE "C"' : ''}${column.isNullable ? '' : ' NOT NULL'}`

/** COPY's text format. */
export const copyText = (text: string | null): string =>
  text === null
    ? '\\N'
    : text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
