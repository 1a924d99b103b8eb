// One commit of the mirror: rows that are gone, rows as they are now, the blocks, what changed and where the copy stands.
// The version is checked first, by changing the one row that every writer changes: a writer that another one has
// overtaken changes none, and stops there.
import type { Stored } from '../engine/column.ts'
import { columnNames, list, quote } from '../engine/ddl.ts'
import { CHANGES_KEPT } from '../engine/models-database.ts'
import { positionOf, type Table } from '../engine/table.ts'
import { fromText, toText, typeOf } from './column-text.ts'
import { columnList, named } from './layout.ts'
import { Fenced, type MirrorState } from './mirror-state.ts'
import type { CopiedModels, Difference, SourceBlock, TableDifference } from './models-source.ts'
import { keyText, topicsText } from './row-key.ts'
import { rowsOf, type Session, sendTogether, type TextRow } from './session.ts'
import { slotOfStored } from './table-reader.ts'

/** Rows in one statement. */
const BATCH = 5_000

/** Commits between two prunings of what is kept of the past. */
const PRUNE_EVERY = 100

/** A row of the table `changes`. */
interface Change {
  readonly table: string
  readonly key: string
  /** Null when the change is not announced. */
  readonly topics: string | null
  readonly slot: number
}

const typeNames = (table: Table, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const column = table.columns[name]
    return column === undefined ? [] : [typeOf(column)]
  })

/** Rows as one array a column, which PostgreSQL makes rows of again. */
const arraysOf = (
  table: Table,
  names: readonly string[],
  rows: readonly (readonly Stored[])[],
): (string | null)[][] =>
  names.map((name, at) => {
    const column = table.columns[name]
    if (column === undefined) throw new TypeError(`table ${table.name} has no column ${name}`)
    return rows.map((row) => toText(column, row[at] ?? null))
  })

const unnest = (types: readonly string[]): string =>
  `unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})`

/** Statements on some rows each, sent one after the other. */
const inBatches = async <T, R>(
  rows: readonly T[],
  write: (batch: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> => {
  const writes: Promise<readonly R[]>[] = []
  for (let at = 0; at < rows.length; at += BATCH) writes.push(write(rows.slice(at, at + BATCH)))
  return (await Promise.all(writes)).flat()
}

class TableWriter {
  readonly #session: Session
  readonly #table: Table
  readonly #name: string
  readonly #topics: readonly string[]

  constructor(session: Session, schema: string, table: Table) {
    this.#session = session
    this.#table = table
    this.#name = named(schema, table.name)
    this.#topics = Object.values(table.topics ?? {})
  }

  /**
   * Sends what is to be written, in an order in which it may be.
   * @param cutAt position from which rows are first removed; undefined when the copy has none there.
   * @returns what is to be announced, and what must be remembered.
   */
  async write({ touched, made }: TableDifference, cutAt: number | undefined): Promise<Change[]> {
    const { name, isPositioned } = this.#table
    const read = touched.filter(({ row }) => row !== 'made')
    const gone = read.flatMap(({ values, row }) => (row === undefined ? [values] : []))
    const rows = [...made, ...read.flatMap(({ row }) => (row === undefined || row === 'made' ? [] : [row]))]
    const [cut, before] = await Promise.all([
      cutAt === undefined || !isPositioned ? [] : this.#cut(cutAt),
      this.#before(read),
      inBatches(gone, (batch) => this.#delete(batch)),
      inBatches(rows, (batch) => this.#put(batch)),
    ])
    const remembered = touched.map(({ key, slot }) => ({ table: name, key, topics: null, slot }))
    return [...cut, ...before, ...remembered, ...this.#announcedNow(rows)]
  }

  /** Announcements of rows as they are now. */
  #announcedNow(rows: readonly (readonly Stored[])[]): Change[] {
    const { topics, name, key, isPositioned } = this.#table
    if (topics === undefined) return []
    return rows.map((row) => {
      const values = this.#valuesOf(row, key)
      return {
        table: name,
        key: keyText(values),
        topics: topicsText(topics, this.#valuesOf(row, this.#topics)),
        slot: isPositioned ? slotOfStored(values[0] ?? 0) : -1,
      }
    })
  }

  #valuesOf(row: readonly Stored[], names: readonly string[]): Stored[] {
    const all = columnNames(this.#table)
    return names.map((name) => row[all.indexOf(name)] ?? null)
  }

  /** Announcements of rows as the copy has them, read as their keys and the columns of their topics. */
  #announced(rows: readonly TextRow[]): Change[] {
    const { topics, columns, key, name } = this.#table
    if (topics === undefined) return []
    const names = [...key, ...this.#topics]
    return rows.map((row) => {
      const stored = names.map((column, at) => {
        const described = columns[column]
        return described === undefined ? null : fromText(described, row[at] ?? null)
      })
      return {
        table: name,
        key: keyText(stored.slice(0, key.length)),
        topics: topicsText(topics, stored.slice(key.length)),
        slot: -1,
      }
    })
  }

  /** The columns that announcements are made of. */
  #announcing(prefix = ''): string {
    return [...this.#table.key, ...this.#topics].map((column) => `${prefix}${quote(column)}`).join(', ')
  }

  /** Removes the rows from a position on. */
  async #cut(position: number): Promise<Change[]> {
    const sql = `DELETE FROM ${this.#name} WHERE ${list(this.#table.key)} >= $1`
    if (this.#table.topics === undefined) {
      await rowsOf(this.#session, sql, [position])
      return []
    }
    return this.#announced(await rowsOf(this.#session, `${sql} RETURNING ${this.#announcing()}`, [position]))
  }

  /** Announces touched rows under the topics they have had. */
  #before(touched: readonly { readonly values: readonly Stored[] }[]): Promise<Change[]> {
    if (this.#table.topics === undefined) return Promise.resolve([])
    const select = `SELECT ${this.#announcing('t.')} FROM ${this.#name} AS t JOIN`
    return inBatches(touched, async (batch) =>
      this.#announced(
        await this.#byKeys(
          select,
          'ON',
          batch.map(({ values }) => values),
        ),
      ),
    )
  }

  #delete(keys: readonly (readonly Stored[])[]): Promise<readonly TextRow[]> {
    return this.#byKeys(`DELETE FROM ${this.#name} AS t USING`, 'WHERE', keys)
  }

  #byKeys(
    statement: string,
    where: string,
    keys: readonly (readonly Stored[])[],
  ): Promise<readonly TextRow[]> {
    const { key } = this.#table
    const same = key.map((column) => `t.${quote(column)} = k.${quote(column)}`).join(' AND ')
    return rowsOf(
      this.#session,
      `${statement} ${unnest(typeNames(this.#table, key))} AS k (${list(key)}) ${where} ${same}`,
      arraysOf(this.#table, key, keys),
    )
  }

  #put(rows: readonly (readonly Stored[])[]): Promise<readonly TextRow[]> {
    const names = columnNames(this.#table)
    const rest = names.filter((name) => !this.#table.key.includes(name))
    const update = rest.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')
    return rowsOf(
      this.#session,
      `INSERT INTO ${this.#name} (${columnList(this.#table)}) SELECT * FROM ${unnest(typeNames(this.#table, names))} ` +
        `ON CONFLICT (${list(this.#table.key)}) DO ${rest.length === 0 ? 'NOTHING' : `UPDATE SET ${update}`}`,
      arraysOf(this.#table, names, rows),
    )
  }
}

/** The models as the copy has them after a commit: one that is folded again keeps the version it was loaded with. */
const modelsAfter = (before: CopiedModels, now: CopiedModels): CopiedModels =>
  Object.fromEntries(
    Object.entries(before).map(([name, { version }]) => [
      name,
      { version, stopped: now[name]?.stopped ?? null },
    ]),
  )

export interface WriteOptions {
  readonly schema: string
  /** Where the copy stands. */
  readonly state: MirrorState
  /** Slot of the newest block that both have. */
  readonly shared: number
  readonly difference: Difference
}

/**
 * Writes a difference in one transaction. What must not wait for an answer is sent together, so that a commit takes three
 * of the network's round trips.
 * @param session a pipelined one, of no use after an error.
 * @returns the version it made.
 * @throws {Fenced} when another writer has committed since the state was read; nothing is written.
 */
export const writeDifference = async (
  session: Session,
  { schema, state, shared, difference }: WriteOptions,
): Promise<number> => {
  const { checkpoint, blocks, tables, oldest } = difference
  const version = state.version + 1
  const [, { rowCount }] = await sendTogether(session, () =>
    Promise.all([
      session.query('BEGIN'),
      session.query(
        `UPDATE ${named(schema, 'mirror')} SET version = $1, models = $2, seq = $3, slot = $4, id = $5, height = $6,
           digest = $7, written = now() WHERE load = $8 AND version = $9`,
        [
          version,
          JSON.stringify(modelsAfter(state.models, difference.models)),
          checkpoint.seq,
          checkpoint.slot,
          checkpoint.id,
          checkpoint.height,
          checkpoint.digest,
          state.load,
          state.version,
        ],
      ),
    ]),
  )
  if (rowCount !== 1) throw new Fenced('another mirror writes the copy')
  const isFork = shared < state.slot
  const cutAt = isFork ? positionOf(shared + 1, 0) : undefined
  const written = await sendTogether(session, () =>
    Promise.all([
      ...tables.map((table) => new TableWriter(session, schema, table.table).write(table, cutAt)),
      writeBlocks(session, schema, blocks, isFork ? shared : undefined),
      writeVersion(session, schema, version, shared),
    ]),
  )
  // When one of them fails, the commit that was sent after it undoes everything.
  await sendTogether(session, () =>
    Promise.all([
      writeChanges(session, schema, version, written.flat()),
      version % PRUNE_EVERY === 0 ? prune(session, schema, version - CHANGES_KEPT, oldest) : undefined,
      rowsOf(session, 'SELECT pg_notify($1, $2)', [schema, `${state.load} ${version}`]),
      session.query('COMMIT'),
    ]),
  )
  return version
}

/** Each block as the models have it. */
export const blockTexts = ({
  slot,
  id,
  height,
  seq,
  journaled,
  transactions,
  digest,
}: SourceBlock): TextRow => [
  String(slot),
  id,
  String(height),
  String(seq),
  journaled === 1 ? 't' : 'f',
  String(transactions),
  digest,
]

const transposed = (rows: readonly TextRow[], width: number): (string | null)[][] =>
  Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? null))

const BLOCK_TYPES = ['bigint', 'text', 'bigint', 'bigint', 'boolean', 'bigint', 'text']

/** @param cutAt slot after which the copy's own blocks are removed first; undefined when there are none. */
const writeBlocks = async (
  session: Session,
  schema: string,
  blocks: readonly SourceBlock[],
  cutAt: number | undefined,
): Promise<readonly never[]> => {
  const table = named(schema, 'blocks')
  await Promise.all([
    cutAt === undefined ? undefined : rowsOf(session, `DELETE FROM ${table} WHERE slot > $1`, [cutAt]),
    inBatches(blocks, (batch) =>
      rowsOf(
        session,
        `INSERT INTO ${table} SELECT * FROM ${unnest(BLOCK_TYPES)}`,
        transposed(batch.map(blockTexts), BLOCK_TYPES.length),
      ),
    ),
  ])
  return []
}

const writeVersion = async (
  session: Session,
  schema: string,
  version: number,
  shared: number,
): Promise<readonly never[]> => {
  await rowsOf(session, `INSERT INTO ${named(schema, 'versions')} VALUES ($1, $2, now())`, [version, shared])
  return []
}

/** Writes what changed, each row once under the same topics, with the slot of the last block that changed it. */
const writeChanges = (
  session: Session,
  schema: string,
  version: number,
  changes: readonly Change[],
): Promise<readonly TextRow[]> => {
  const distinct = new Map<string, Change>()
  for (const change of changes) {
    const name = JSON.stringify([change.table, change.key, change.topics])
    const before = distinct.get(name)
    if (before === undefined || before.slot < change.slot) distinct.set(name, change)
  }
  return inBatches([...distinct.values()], (batch) =>
    rowsOf(
      session,
      `INSERT INTO ${named(schema, 'changes')} SELECT $5, * FROM ${unnest(['text', 'text', 'text', 'bigint'])}`,
      [
        ...transposed(
          batch.map(({ table, key, topics, slot }) => [table, key, topics, String(slot)]),
          4,
        ),
        version,
      ],
    ),
  )
}

/** Forgets versions before one, and blocks that cannot be rolled back any more. */
const prune = (session: Session, schema: string, before: number, oldest: number): Promise<unknown> =>
  Promise.all([
    rowsOf(session, `DELETE FROM ${named(schema, 'blocks')} WHERE slot < $1`, [oldest]),
    rowsOf(session, `DELETE FROM ${named(schema, 'versions')} WHERE version < $1`, [before]),
    rowsOf(session, `DELETE FROM ${named(schema, 'changes')} WHERE version < $1 AND slot <= $2`, [
      before,
      oldest,
    ]),
  ])
