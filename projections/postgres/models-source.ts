// The models' file as the mirror reads it: where it stands, what changed past one of its blocks, and all of its rows.
import type Database from 'better-sqlite3'
import { formatPoint } from '../../schema/primitives.ts'
import type { Stored } from '../engine/column.ts'
import { columnNames, list, quote } from '../engine/ddl.ts'
import { Digest } from '../engine/digest.ts'
import type { EventSource } from '../engine/event-source.ts'
import { events } from '../engine/event-table.ts'
import { areCurrent, followingGenerations, readGenerations, sqlNameOf } from '../engine/generations.ts'
import type { Model } from '../engine/model.ts'
import type { Checkpoint } from '../engine/projector.ts'
import { CHECKPOINT_SQL } from '../engine/projector-statements.ts'
import type { Table } from '../engine/table.ts'
import { type MadeRows, TableReader, type TouchedRow } from './table-reader.ts'

export type { MadeRows, TouchedRow }

/** A block that can still be rolled back, and the digest after it; null while a model is being folded again. */
export interface SourceBlock {
  readonly slot: number
  readonly id: string
  readonly height: number
  readonly seq: number
  readonly journaled: number
  readonly transactions: number
  readonly digest: string | null
}

/** Version of each model that is copied and, while it is folded again, the last block its rows hold. */
export type CopiedModels = Readonly<
  Record<string, { readonly version: string; readonly stopped: string | null }>
>

/** What a commit writes of one table. */
export interface TableDifference {
  readonly table: Table
  readonly touched: readonly TouchedRow[]
  readonly made: MadeRows
}

/** How the models differ from what they were at a block. */
export interface Difference {
  readonly checkpoint: Checkpoint
  /** Digest at the block; null when it cannot be told. */
  readonly sharedDigest: string | null
  readonly models: CopiedModels
  /** The blocks after it, in their order, and the slot of the oldest one that is kept. */
  readonly blocks: readonly SourceBlock[]
  readonly oldest: number
  readonly tables: readonly TableDifference[]
}

/** Where the models stand. */
export interface SourceState {
  readonly checkpoint: Checkpoint
  readonly network: string
  /** Fingerprint of the rules that the ledger and the events were made by. */
  readonly source: string
  /** Of the models that follow. */
  readonly models: CopiedModels
  /** Whether no model is folded again, and the last block was near the tip. */
  readonly isComplete: boolean
}

type BlockRow = Omit<SourceBlock, 'digest'>
/** What is folded, as far as it says which rows there are. */
export interface DescribedModels {
  readonly source: Pick<EventSource<unknown>, 'tables'>
  readonly models: readonly Pick<Model<unknown>, 'name' | 'version' | 'tables'>[]
}

export class ModelsSource {
  readonly #database: Database.Database
  readonly #options: DescribedModels
  readonly #readers = new Map<string, TableReader>()

  /** @param database open for reading; of it, nothing but what the caller asks for is read at the same time. */
  constructor(database: Database.Database, options: DescribedModels) {
    this.#database = database
    this.#options = options
  }

  /** Undefined before the first block. */
  state(): SourceState | undefined {
    return this.#database.transaction(() => this.#state())()
  }

  /** Whether a block is one of those the models stand on and can go back to. */
  hasBlock(slot: number, id: string): boolean {
    return this.#value('SELECT 1 FROM blocks WHERE slot = ? AND id = ?', slot, id) === 1
  }

  /**
   * What changed since a block, in one read transaction.
   * @param keys by table: further rows to read, those that the other side has changed since.
   * @returns undefined when the models do not stand on the block any more, or no journal reaches back to it.
   */
  difference(
    shared: { readonly slot: number; readonly id: string },
    keys: ReadonlyMap<string, readonly string[]>,
  ): Difference | undefined {
    return this.#database.transaction(() => {
      const state = this.#state()
      if (state === undefined || !this.hasBlock(shared.slot, shared.id)) return undefined
      if (this.#value('SELECT 1 FROM blocks WHERE slot > ? AND journaled = 0', shared.slot) === 1)
        return undefined
      return {
        checkpoint: state.checkpoint,
        sharedDigest: this.#blocks(shared.slot, 1)[0]?.digest ?? null,
        models: state.models,
        blocks: this.#blocks(shared.slot + 1),
        oldest: Number(this.#value('SELECT min(slot) FROM blocks')),
        tables: this.#tables().map(({ table, reader }) => ({
          table,
          ...reader.since(shared.slot, keys.get(table.name) ?? []),
        })),
      }
    })()
  }

  /**
   * Everything, in one read transaction that is open while `work` reads it.
   * @throws {Error} when a model is being folded again.
   */
  async whole<T>(work: (whole: WholeModels) => Promise<T>): Promise<T> {
    this.#database.exec('BEGIN')
    try {
      const state = this.#state()
      if (state?.isComplete !== true) throw new Error('the models are not complete')
      return await work({
        ...state,
        blocks: this.#blocks(Number.MIN_SAFE_INTEGER),
        tables: this.#tables().map(({ table, sqlName, reader }) => ({
          table,
          count: Number(this.#value(`SELECT count(*) FROM ${quote(sqlName)}`)),
          rows: () =>
            this.#database
              .prepare<[], Stored[]>(`SELECT ${list(columnNames(table))} FROM ${quote(sqlName)}`)
              .raw()
              .safeIntegers()
              .iterate(),
          touched: () => reader.touchedKeys(),
        })),
      })
    } finally {
      this.#database.exec('COMMIT')
    }
  }

  #value(sql: string, ...values: readonly Stored[]): unknown {
    return this.#database
      .prepare(sql)
      .pluck()
      .get(...values)
  }

  #state(): SourceState | undefined {
    const checkpoint = this.#database.prepare(CHECKPOINT_SQL).get() as Checkpoint | undefined
    if (checkpoint === undefined) return undefined
    const { models } = this.#options
    const following = followingGenerations(this.#database, models)
    const serving = readGenerations(this.#database).filter(({ state }) => state === 'serving')
    const [network, source] = this.#database.prepare('SELECT network, source FROM identity').raw().get() as [
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
      isComplete: isNearTip && areCurrent(this.#database, models),
    }
  }

  /** Tables whose rows follow the chain: of a model that is folded again, those that serve stand still. */
  #tables(): { readonly table: Table; readonly sqlName: string; readonly reader: TableReader }[] {
    const { source, models } = this.#options
    const stored = [
      ...[events, ...source.tables].map((table) => ({ table, sqlName: table.name })),
      ...followingGenerations(this.#database, models).flatMap(({ name, generation }) =>
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

  #blocks(from: number, limit = -1): SourceBlock[] {
    const rows = this.#database
      .prepare<[number, number], BlockRow>(
        'SELECT slot, id, height, seq, journaled, transactions FROM blocks WHERE slot >= ? ORDER BY slot LIMIT ?',
      )
      .all(from, limit)
    const [first] = rows
    if (first === undefined) return []
    const following = followingGenerations(this.#database, this.#options.models)
    if (following.length < this.#options.models.length) return rows.map((row) => ({ ...row, digest: null }))
    const parts = new Map<string, Digest>()
    const newest = this.#database
      .prepare<[string, number], string>(
        'SELECT digest FROM digests WHERE part = ? AND slot <= ? ORDER BY slot DESC LIMIT 1',
      )
      .pluck()
    for (const part of ['ledger', ...following.map(({ name, generation }) => `${name}_${generation}`)]) {
      const digest = newest.get(part, first.slot)
      parts.set(part, digest === undefined ? new Digest() : Digest.parse(digest))
    }
    const later = this.#database
      .prepare<[number], { slot: number; part: string; digest: string }>(
        'SELECT slot, part, digest FROM digests WHERE slot > ? ORDER BY slot',
      )
      .all(first.slot)
    let at = 0
    return rows.map((row) => {
      for (let next = later[at]; next !== undefined && next.slot <= row.slot; next = later[++at])
        if (parts.has(next.part)) parts.set(next.part, Digest.parse(next.digest))
      return { ...row, digest: Digest.sum(parts.values()).toString() }
    })
  }
}

/** All rows of the models, while their transaction is open. */
export interface WholeModels extends SourceState {
  readonly blocks: readonly SourceBlock[]
  readonly tables: readonly {
    readonly table: Table
    readonly count: number
    /** Read one by one. Nothing else may be read of the models until all are. */
    rows(): Iterable<Stored[]>
    /** Keys that blocks which may be rolled back have changed, each with the slot of the last one. */
    touched(): { readonly key: string; readonly slot: number }[]
  }[]
}
