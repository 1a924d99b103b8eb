// The kit with which models are tested: `given(model, events).then(rows)` checks the rows that events cause, and
// `obeysForks(model, events)` checks that forks do not change them. The models' file is the engine's own, in memory.
import assert from 'node:assert/strict'
import type { BlockEvent } from '../../schema/events.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { SEED } from '../../tests/kit/random-runs.ts'
import type { ModelsOptions } from '../engine/file/models-database.ts'
import type { EventSource } from '../engine/fold/event-source.ts'
import type { Model } from '../engine/fold/model.ts'
import { type LoggedBlock, Projector } from '../engine/fold/projector.ts'
import type { Stored } from '../engine/table/column.ts'
import { columnNames, list, quote } from '../engine/table/ddl.ts'
import { scanState } from '../engine/table/scan.ts'
import type { Table } from '../engine/table/table.ts'

/** An event in a block of its own, or the events of one block. */
type Blocks<Event> = readonly (Event | readonly Event[])[]

/** The first block's slot and height; slot and height grow by one with each block. */
const FIRST = 1_000

/** Unix seconds at which the first block's slot begins; a slot lasts one second. */
export const FIRST_TIME = 1_700_000_000

const IN_MEMORY = ':memory:'

/** A source of prepared events, by the block's id. */
export class ScriptedSource<Event> implements EventSource<Event> {
  readonly tables = []
  readonly version = 'scripted'
  readonly #events = new Map<string, readonly Event[]>()
  #made = 0

  /** A block with these events, after `parent`. */
  blockAfter(parent: BlockEvent | undefined, events: readonly Event[]): BlockEvent {
    const id = (++this.#made).toString(16).padStart(64, '0')
    this.#events.set(id, events)
    return {
      point: { slot: (parent?.point.slot ?? FIRST - 1) + 1, id },
      height: (parent?.height ?? FIRST - 1) + 1,
      parent: parent?.point.id ?? 'genesis',
      transactions: [],
    }
  }

  timeOf(slot: number): number {
    return FIRST_TIME + slot - FIRST
  }

  open() {
    return {
      eventsOf: ({ point }: BlockEvent) => this.#events.get(point.id) ?? [],
      flush: () => {},
      reset: () => {},
    }
  }
}

const chainOf = <Event>(source: ScriptedSource<Event>, events: Blocks<Event>): LoggedBlock[] => {
  const chain: LoggedBlock[] = []
  for (const one of events) {
    const block = source.blockAfter(chain.at(-1)?.block, Array.isArray(one) ? one : [one as Event])
    chain.push({ seq: chain.length + 1, block })
  }
  return chain
}

const open = <Event extends { readonly kind: string }>(
  model: Model<Event>,
): { readonly source: ScriptedSource<Event>; readonly projector: Projector<Event> } => {
  const source = new ScriptedSource<Event>()
  const options: ModelsOptions<Event> = { network: 'devnet', source, models: [model] }
  return { source, projector: Projector.open(IN_MEMORY, options) }
}

/** The rows of a table in the order of its key, in the types of its columns. */
export const rowsOf = (database: Projector<never>['database'], table: Table): Record<string, unknown>[] => {
  const names = columnNames(table)
  const stored = database
    .prepare(`SELECT ${list(names)} FROM ${quote(table.name)} ORDER BY ${list(table.key)}`)
    .raw()
    .safeIntegers()
    .all() as Stored[][]
  return stored.map((row) =>
    Object.fromEntries(names.map((name, at) => [name, table.columns[name]?.decode(row[at] ?? null)])),
  )
}

/**
 * Folds events into a model.
 * @param events each in a block of its own, or a list of events in one block. The first block starts at `FIRST_TIME`, each further block a
 * second later.
 */
export const given = <Event extends { readonly kind: string }>(
  model: Model<Event>,
  events: Blocks<Event>,
) => ({
  /**
   * Asserts what all tables of the model hold then.
   * @param expected rows by table, in the order of the key.
   */
  // biome-ignore lint/suspicious/noThenProperty: tests read "given … then …"; the object is never awaited.
  then(expected: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>): void {
    const { source, projector } = open(model)
    const chain = chainOf(source, events)
    projector.apply(chain, { tipHeight: FIRST + chain.length })
    const rows = Object.fromEntries(
      model.tables.map((table) => [table.name, rowsOf(projector.database, table)]),
    )
    projector.close()
    assert.deepEqual(rows, expected)
  },
})

/**
 * Asserts that the model's rows after any path of blocks and rollbacks equal the rows after the blocks alone.
 * @param events see `given`
 * @param seed determines the forks; printed if the model fails
 */
export const obeysForks = <Event extends { readonly kind: string }>(
  model: Model<Event>,
  events: Blocks<Event>,
  seed = SEED,
): void => {
  const random = randomFrom(seed)
  const { source, projector } = open(model)
  const chain = chainOf(source, events)
  const tipHeight = FIRST + chain.length
  const digests = chain.map((block) => {
    projector.apply([block], { tipHeight })
    return scanState(projector.database, model.tables).digest
  })
  for (let fork = 0; fork < 10 && chain.length > 1; fork++) {
    // Rolls back to some block, folds the events of other blocks, and rolls back again.
    const kept = 1 + Math.floor(random() * (chain.length - 1))
    const base = chain[kept - 1]
    if (base === undefined) break
    const target = { ...base.block.point, seq: base.seq }
    const other: LoggedBlock[] = []
    for (const one of events.filter(() => random() < 0.5)) {
      const parent = other.at(-1)?.block ?? base.block
      const block = source.blockAfter(parent, Array.isArray(one) ? one : [one as Event])
      other.push({ seq: base.seq + other.length + 1, block })
    }
    projector.apply(other, { tipHeight, rollBackTo: target })
    projector.apply([], { tipHeight, rollBackTo: target })
    const { digest } = scanState(projector.database, model.tables)
    assert.equal(digest, digests[kept - 1], `rows after a fork at block ${kept} (seed ${seed})`)
    projector.apply(chain.slice(kept), { tipHeight })
    assert.equal(
      scanState(projector.database, model.tables).digest,
      digests.at(-1),
      `rows after the fork at block ${kept} was left (seed ${seed})`,
    )
  }
  projector.close()
}
