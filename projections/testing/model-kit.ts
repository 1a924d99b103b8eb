// The kit with which models are tested: `given(model, events).then(rows)` checks the rows that events cause, and
// `obeysForks(model, events)` checks that forks do not change them. The models' file is the engine's own, in memory.
import assert from 'node:assert/strict'
import type { BlockEvent } from '../../schema/events.ts'
import { SEED } from '../../tests/kit/random-runs.ts'
import type { ModelsOptions } from '../engine/file/models-database.ts'
import type { EventSource } from '../engine/fold/event-source.ts'
import type { Model } from '../engine/fold/model.ts'
import { foldObeysForks, MemoryFold } from '../engine/testing/fold-kit.ts'

/** An event in a block of its own, or the events of one block. */
type Blocks<Event> = readonly (Event | readonly Event[])[]

/** The first block's slot and height; slot and height grow by one with each block. */
export const FIRST = 1_000

/** Unix seconds at which the first block's slot begins; a slot lasts one second. */
export const FIRST_TIME = 1_700_000_000

/** A source of prepared events, by the block's id. */
export class ScriptedSource<Event> implements EventSource<Event> {
  readonly tables = []
  readonly version = 'scripted'
  readonly #events = new Map<string, readonly Event[]>()
  #made = 0

  /** A block with these events, after `parent`. */
  blockAfter(parent: BlockEvent | undefined, events: readonly Event[]): BlockEvent {
    // The first digits differ, by which cursors recognise a block.
    const id = (++this.#made).toString(16).padStart(8, '0').padEnd(64, '0')
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

const chainOf = <Event>(
  source: ScriptedSource<Event>,
  events: Blocks<Event>,
  base?: BlockEvent,
): BlockEvent[] => {
  const chain: BlockEvent[] = []
  for (const one of events)
    chain.push(source.blockAfter(chain.at(-1) ?? base, Array.isArray(one) ? one : [one as Event]))
  return chain
}

const optionsOf = <Event extends { readonly kind: string }>(model: Model<Event>) => {
  const source = new ScriptedSource<Event>()
  const options: ModelsOptions<Event> = { network: 'devnet', source, models: [model] }
  return { source, options }
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
    const { source, options } = optionsOf(model)
    const fold = new MemoryFold(options)
    fold.apply(...chainOf(source, events))
    const rows = Object.fromEntries(model.tables.map((table) => [table.name, fold.rows(table)]))
    fold.close()
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
  const { source, options } = optionsOf(model)
  const chain = chainOf(source, events)
  const forkFrom = (kept: number, random: () => number): readonly BlockEvent[] =>
    chainOf(
      source,
      events.filter(() => random() < 0.5),
      chain[kept - 1],
    )
  foldObeysForks(options, chain, forkFrom, seed)
}
