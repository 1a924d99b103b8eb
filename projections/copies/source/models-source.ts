// Reads the models' file for the writers of copies: its state, the changes after one of its blocks, and all of its rows.
import type Database from 'better-sqlite3'
import { formatPoint, type Network, type Point } from '../../../schema/primitives.ts'
import {
  areCurrent,
  followingGenerations,
  type Generation,
  readGenerations,
  sqlNameOf,
} from '../../engine/file/generations.ts'
import type { EventSource } from '../../engine/fold/event-source.ts'
import { events } from '../../engine/fold/event-table.ts'
import type { Model } from '../../engine/fold/model.ts'
import type { Checkpoint } from '../../engine/fold/projector.ts'
import { CHECKPOINT_SQL } from '../../engine/fold/projector-statements.ts'
import type { Stored } from '../../engine/table/column.ts'
import { columnNames, list, quote } from '../../engine/table/ddl.ts'
import { Digest } from '../../engine/table/digest.ts'
import type { Table } from '../../engine/table/table.ts'
import type { CopiedBlock, CopiedModels } from '../protocol/copy-state.ts'
import { type TableDifference, TableReader } from './table-reader.ts'

/** Ends at the last block, unless the difference is partial. */
export interface Difference {
  readonly checkpoint: Checkpoint
  readonly isPartial: boolean
  /** Digest at the earlier block; null if unknown. */
  readonly sharedDigest: string | null
  readonly models: CopiedModels
  readonly blocks: readonly CopiedBlock[]
  /** Slot of the oldest block that the models keep. */
  readonly oldest: number
  readonly tables: readonly TableDifference[]
}

interface SourceState {
  readonly checkpoint: Checkpoint
  readonly network: string
  /** See `fingerprintOf`. */
  readonly source: string
  /** Rows of these models follow the chain. */
  readonly models: CopiedModels
  /** No model is being folded again, and the last block was near the tip. */
  readonly isComplete: boolean
}

type BlockRow = Omit<CopiedBlock, 'digest'>

/** Rules and tables that determine the models' rows. */
export interface DescribedModels {
  readonly network: Network
  readonly source: Pick<EventSource<unknown>, 'tables' | 'version'>
  readonly models: readonly Pick<Model<unknown>, 'name' | 'version' | 'tables'>[]
}

export const copiedTables = ({ source, models }: DescribedModels): Table[] => [
  events,
  ...source.tables,
  ...models.flatMap(({ tables }) => tables),
]

export class ModelsSource {
  readonly #database: Database.Database
  readonly #options: DescribedModels
  readonly #readers = new Map<string, TableReader>()
  readonly #statements = new Map<string, Database.Statement>()

  /** @param database read-only, without another user at the same time */
  constructor(database: Database.Database, options: DescribedModels) {
    this.#database = database
    this.#options = options
  }

  /** Undefined before the first block. */
  state(): SourceState | undefined {
    return this.#database.transaction(() => this.#state(readGenerations(this.#database)))()
  }

  /** The models can still be rolled back to the block. */
  hasBlock({ slot, id }: Point): boolean {
    return this.#value('SELECT 1 FROM blocks WHERE slot = ? AND id = ?', slot, id) === 1
  }

  /** The journal has the changes of all blocks after the slot. */
  reachesBackTo(slot: number): boolean {
    return this.#value('SELECT 1 FROM blocks WHERE slot > ? AND journaled = 0', slot) !== 1
  }

  /**
   * Reads in one transaction.
   * @param keys further rows, by table, that the copy has changed since the block
   * @param most maximum number of blocks; while a model is folded again, blocks have no digests, and the difference has all blocks
   * @param between called after each table, because a table blocks the event loop; until the end, nothing else may use the connection
   * @returns undefined if the models no longer contain the block, or the journal does not reach back to it
   */
  async difference(
    shared: Point,
    keys: ReadonlyMap<string, readonly string[]>,
    most = Number.POSITIVE_INFINITY,
    between: () => Promise<void> = async () => {},
  ): Promise<Difference | undefined> {
    this.#database.exec('BEGIN')
    try {
      const generations = readGenerations(this.#database)
      const state = this.#state(generations)
      if (state === undefined || !this.hasBlock(shared)) return undefined
      if (!this.reachesBackTo(shared.slot)) return undefined
      const [sharedBlock, ...all] = this.#blocks(shared.slot, generations)
      const last = all.length > most ? all[most - 1] : undefined
      const until = last === undefined || last.digest === null ? undefined : { ...last, digest: last.digest }
      const tables: TableDifference[] = []
      for (const { table, reader } of this.#tables(generations)) {
        tables.push(reader.since(shared.slot, keys.get(table.name) ?? [], until?.slot))
        await between()
      }
      return {
        checkpoint: { ...state.checkpoint, ...until },
        isPartial: until !== undefined,
        sharedDigest: sharedBlock?.digest ?? null,
        models: state.models,
        blocks: until === undefined ? all : all.slice(0, most),
        oldest: Number(this.#value('SELECT min(slot) FROM blocks')),
        tables,
      }
    } finally {
      this.#database.exec('COMMIT')
    }
  }

  /**
   * One transaction, which is open while `work` runs.
   * @throws {Error} if a model is being folded again
   */
  async whole<T>(work: (whole: WholeModels) => Promise<T>): Promise<T> {
    this.#database.exec('BEGIN')
    try {
      const generations = readGenerations(this.#database)
      const state = this.#state(generations)
      if (state?.isComplete !== true) throw new Error('the models are not complete')
      const blocks = this.#blocks(Number.MIN_SAFE_INTEGER, generations)
      const oldest = blocks[0]?.slot ?? state.checkpoint.slot
      return await work({
        ...state,
        blocks,
        oldest,
        tables: this.#tables(generations).map(({ table, sqlName, reader }) => ({
          table,
          count: Number(this.#value(`SELECT count(*) FROM ${quote(sqlName)}`)),
          rows: () =>
            this.#database
              .prepare<[], Stored[]>(`SELECT ${list(columnNames(table))} FROM ${quote(sqlName)}`)
              .raw()
              .safeIntegers()
              .iterate(),
          recent: () => reader.recent(oldest),
        })),
      })
    } finally {
      this.#database.exec('COMMIT')
    }
  }

  /** Runs at each commit. */
  #statement(sql: string): Database.Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #value(sql: string, ...values: readonly Stored[]): unknown {
    return this.#statement(sql)
      .pluck()
      .get(...values)
  }

  #state(generations: readonly Generation[]): SourceState | undefined {
    const checkpoint = this.#statement(CHECKPOINT_SQL).get() as Checkpoint | undefined
    if (checkpoint === undefined) return undefined
    const { models } = this.#options
    const following = followingGenerations(generations, models)
    const serving = generations.filter(({ state }) => state === 'serving')
    const [network, source] = this.#statement('SELECT network, source FROM identity').raw().get() as [
      string,
      string,
    ]
    const isNearTip = this.#value('SELECT journaled FROM blocks WHERE slot = ?', checkpoint.slot) === 1
    return {
      checkpoint,
      network,
      source,
      models: Object.fromEntries(
        serving.map(({ name, version, stopped }) => [
          name,
          {
            version: following.some((one) => one.name === name) ? version : '',
            stopped: stopped === null ? null : formatPoint(stopped),
          },
        ]),
      ),
      isComplete: isNearTip && areCurrent(generations, models),
    }
  }

  /** Leaves out a model that is being folded again, because its current rows do not change. */
  #tables(
    generations: readonly Generation[],
  ): { readonly table: Table; readonly sqlName: string; readonly reader: TableReader }[] {
    const { source, models } = this.#options
    const stored = [
      ...[events, ...source.tables].map((table) => ({ table, sqlName: table.name })),
      ...followingGenerations(generations, models).flatMap(({ name, generation }) =>
        (models.find((model) => model.name === name)?.tables ?? []).map((table) => ({
          table,
          sqlName: sqlNameOf(table.name, generation),
        })),
      ),
    ]
    return stored.map(({ table, sqlName }) => {
      const reader = this.#readers.get(sqlName) ?? new TableReader(this.#database, table, sqlName)
      this.#readers.set(sqlName, reader)
      return { table, sqlName, reader }
    })
  }

  #blocks(from: number, generations: readonly Generation[]): CopiedBlock[] {
    const rows = this.#statement(
      'SELECT slot, id, height, seq, journaled, transactions FROM blocks WHERE slot >= ? ORDER BY slot',
    ).all(from) as BlockRow[]
    const [first] = rows
    if (first === undefined) return []
    const { models } = this.#options
    const following = followingGenerations(generations, models)
    if (following.length < models.length) return rows.map((row) => ({ ...row, digest: null }))
    const parts = ['ledger', ...following.map(({ name, generation }) => `${name}_${generation}`)].map(
      (part) => this.#digests(part, first.slot),
    )
    return rows.map((row) => ({
      ...row,
      digest: Digest.sum(parts.map((digestAt) => digestAt(row.slot))).toString(),
    }))
  }

  /** The returned function must be called with increasing slots. */
  #digests(part: string, first: number): (slot: number) => Digest {
    const newest = this.#value(
      'SELECT digest FROM digests WHERE part = ? AND slot <= ? ORDER BY slot DESC LIMIT 1',
      part,
      first,
    )
    const later = this.#statement(
      'SELECT slot, digest FROM digests WHERE part = ? AND slot > ? ORDER BY slot',
    ).all(part, first) as { readonly slot: number; readonly digest: string }[]
    let digest = typeof newest === 'string' ? Digest.parse(newest) : new Digest()
    let at = 0
    return (slot) => {
      for (let next = later[at]; next !== undefined && next.slot <= slot; next = later[++at])
        digest = Digest.parse(next.digest)
      return digest
    }
  }
}

/** Valid while the transaction is open. */
export interface WholeModels extends SourceState {
  readonly blocks: readonly CopiedBlock[]
  readonly oldest: number
  readonly tables: readonly {
    readonly table: Table
    readonly count: number
    /** Reads the rows one by one. Nothing else may be read from the models before the last row. */
    rows(): Iterable<Stored[]>
    /** Changes of the blocks that may be rolled back. */
    recent(): ReturnType<TableReader['recent']>
  }[]
}
