// Flips a bit in a file or in a value of the models, as a damaged disk may do silently. The service must find a damaged value within one
// round of its checks.
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import type { Random } from '../../../devnet/actors/random.ts'
import { Sqlite } from '../../../schema/platform/sqlite.ts'
import { modelsPath } from '../../../scripts/service/settings/data-directory.ts'
import type { Life } from '../life.ts'
import type { Circumstances } from './lose-directory.ts'

const flipped = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value ^ 1n
  if (typeof value === 'string') return String.fromCharCode(value.charCodeAt(0) ^ 1) + value.slice(1)
  return Buffer.isBuffer(value) && value.length > 0
    ? Buffer.concat([Buffer.from([Number(value[0]) ^ 1]), value.subarray(1)])
    : undefined
}

/** Includes kept blocks and digests. */
const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'undo%'
  AND name NOT IN ('control', 'changes', 'checkpoint', 'identity', 'model_generations') ORDER BY name`

/** @returns a function that tells whether the models were replaced; always true if the drawn row has no value to flip */
const flipRow = (directory: string, random: Random): (() => boolean) => {
  const path = modelsPath(directory)
  const database = new Sqlite(path)
  try {
    const table = `${random.pick(database.prepare(TABLES).pluck().all())}`
    const columns = database.pragma(`table_info("${table}")`) as {
      readonly name: string
      readonly pk: number
    }[]
    const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
    const changeable = columns.filter(({ name, pk }) => pk === 0 && name !== 'seq' && name !== 'journaled')
    const { name = '' } = random.pick(changeable) ?? {}
    const last = Number(database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()) - 1
    const [order, skipped] =
      table === 'digests' ? ['slot DESC', 0] : [keys.join(), random.integer(0, Math.max(0, last))]
    const rows = `SELECT * FROM "${table}" ORDER BY ${order} LIMIT 1 OFFSET ${skipped}`
    const row = database.prepare(rows).safeIntegers().get()
    const value = flipped(Object(row)[name])
    if (value === undefined) return () => true
    const where = keys.map((key) => `"${key}" = ?`).join(' AND ')
    database.exec('UPDATE control SET journal = 0')
    const update = database.prepare(`UPDATE "${table}" SET "${name}" = ? WHERE ${where}`)
    update.run(value, ...keys.map((key) => Object(row)[key]))
    return () => modelsPath(directory) !== path
  } catch (error) {
    // The flipped value would violate a unique index.
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) return () => true
    throw error
  } finally {
    database.close()
  }
}

/** The file's time stays unchanged. */
export const flipFile = (path: string, random: Random): void => {
  const bytes = readFileSync(path)
  const { atime, mtime } = statSync(path)
  const at = random.integer(0, bytes.length - 1)
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.integer(0, 7)), at)
  writeFileSync(path, bytes)
  utimesSync(path, atime, mtime)
}

/** @throws {Finding} if the models are not replaced */
export const flipBit = async (life: Life, { random, meet, until, begin }: Circumstances): Promise<void> => {
  const isRunning = random.chance(0.5)
  meet(`flip while it ${isRunning ? 'runs' : 'is stopped'}`)
  if (!isRunning) await life.end()
  const isReplaced = flipRow(life.directory, random)
  if (!isRunning) await begin(life.directory)
  await until(
    'a bit that flips is found within a round, and the models are replaced',
    (look) => isReplaced() && look?.damage === undefined && look?.isWhole === true,
  )
}
