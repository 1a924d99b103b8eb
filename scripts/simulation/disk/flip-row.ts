// Flips a bit of a value in models, as a damaged disk may: no trigger runs, and nobody is told.
import type { Random } from '../../../fixtures/devnet/actors/random.ts'
import { Sqlite } from '../../../schema/platform/sqlite.ts'

const flipped = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value ^ 1n
  if (typeof value === 'string') return `${String.fromCharCode(value.charCodeAt(0) ^ 1)}${value.slice(1)}`
  return Buffer.isBuffer(value) && value.length > 0
    ? Buffer.from(value.map((byte, at) => (at === 0 ? byte ^ 1 : byte)))
    : undefined
}

/**
 * Flips a bit in a table of rows, in the kept blocks, or in the newest digest of a part.
 * @param path path of the models
 * @returns the table; undefined if the row that was drawn has no such value
 */
export const flipRow = (path: string, random: Random): string | undefined => {
  const database = new Sqlite(path)
  try {
    const tables = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'undo%' AND name NOT IN ('control', 'changes', 'checkpoint', 'identity', 'model_generations') ORDER BY name",
      )
      .pluck()
      .all()
    const table = `${random.pick(tables)}`
    const columns = database.pragma(`table_info("${table}")`) as {
      readonly name: string
      readonly pk: number
    }[]
    const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
    const changeable = columns.filter(({ name, pk }) => pk === 0 && !['seq', 'journaled'].includes(name))
    const { name = '' } = random.pick(changeable) ?? {}
    const order = table === 'digests' ? 'slot DESC' : 'random()'
    const row = database.prepare(`SELECT * FROM "${table}" ORDER BY ${order} LIMIT 1`).safeIntegers().get()
    const value = flipped(Object(row)[name])
    if (value === undefined) return undefined
    database.exec('UPDATE control SET journal = 0')
    database
      .prepare(`UPDATE "${table}" SET "${name}" = ? WHERE ${keys.map((key) => `"${key}" = ?`).join(' AND ')}`)
      .run(value, ...keys.map((key) => Object(row)[key]))
    return table
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) return undefined
    throw error
  } finally {
    database.close()
  }
}
