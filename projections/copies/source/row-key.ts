// Keys and topics of rows as text: the JSON in `changes` of the models' file.
import type { Column, Stored } from '../../engine/table/column.ts'
import type { Table } from '../../engine/table/table.ts'

export interface Change {
  readonly table: string
  readonly key: string
  readonly topics: string
}

type Value = string | number | null

const plain = (stored: Stored): Value => {
  if (Buffer.isBuffer(stored)) return stored.toString('hex')
  return typeof stored === 'bigint' ? Number(stored) : stored
}

export const keyText = (values: readonly Stored[]): string => JSON.stringify(values.map(plain))

const storedOf = ({ sqlite }: Column, value: Value): Stored =>
  sqlite === 'BLOB' && typeof value === 'string' ? Buffer.from(value, 'hex') : value

/** @throws {TypeError} if JSON cannot represent a column's integers */
export const keyColumns = (table: Table): Column[] =>
  table.key.flatMap((name) => {
    const column = table.columns[name]
    if (column?.is64Bit) throw new TypeError(`table ${table.name}: a key of 64-bit integers cannot be copied`)
    return column === undefined ? [] : [column]
  })

export const keyOfText = (columns: readonly Column[], text: string): Stored[] => {
  const values: Value[] = JSON.parse(text)
  return columns.map((column, at) => storedOf(column, values[at] ?? null))
}

/** @param values of the columns that the table's topics name, in their order */
export const topicsText = (topics: Readonly<Record<string, string>>, values: readonly Stored[]): string =>
  JSON.stringify(
    Object.fromEntries(Object.keys(topics).map((topic, at) => [topic, plain(values[at] ?? null)])),
  )
