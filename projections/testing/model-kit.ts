// The kit for tests of models. `given(model, events).then(rows)` checks the rows that events cause. `obeysForks(model, events)` checks that
// forks leave no trace. The engine folds into a models' file in memory.
import assert from 'node:assert/strict'
import type { BlockEvent } from '../../schema/events.ts'
import { SEED } from '../../tests/kit/random-runs.ts'
import type { ModelsOptions } from '../engine/file/models-database.ts'
import type { EventSource } from '../engine/fold/event-source.ts'
import type { Model } from '../engine/fold/model.ts'
import { namedModel } from '../engine/fold/named-model.ts'
import { foldObeysForks, MemoryFold } from '../engine/testing/fold-kit.ts'

/** One event per block, or a list of a block's events. */
type Blocks<Event> = readonly (Event | readonly Event[])[]

/** Slot and height of the first block. Both grow by one with each block. */
export const FIRST = 1_000

/** Unix seconds at which the first block's slot begins. A slot lasts one second. */
export const FIRST_TIME = 1_700_000_000

/** Prepared events. Keys are block ids. */
export class ScriptedSource<Event> implements EventSource<Event> {
  readonly tables = []
  readonly version = 'scripted'
  readonly #events = new Map<string, readonly Event[]>()
  #made = 0

  blockAfter(parent: BlockEvent | undefined, events: readonly Event[]): BlockEvent {
    // Cursors identify a block by its first digits.
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
  const models = [namedModel(model, `the model ${model.name}`)]
  const options: ModelsOptions<Event> = { network: 'devnet', source, models }
  return { source, options }
}

/** @param events an event or a list of events for each block; the first block starts at `FIRST_TIME`, each further one a second later */
export const given = <Event extends { readonly kind: string }>(
  model: Model<Event>,
  events: Blocks<Event>,
) => ({
  /** @param expected rows of all the model's tables, in key order */
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
 * Rows after any blocks and rollbacks must equal those of the chain's blocks alone.
 * @param events see `given`
 * @param seed determines the forks; printed on failure
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
