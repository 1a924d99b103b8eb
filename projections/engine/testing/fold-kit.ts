// Folds in memory, and checks the law of forks: after any sequence of blocks and rollbacks, the rows equal those that the blocks of the
// chain give without forks.
import assert from 'node:assert/strict'
import type { BlockEvent } from '../../../schema/events.ts'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { SEED } from '../../../tests/kit/random-runs.ts'
import type { ModelsOptions } from '../file/models-database.ts'
import { events } from '../fold/event-table.ts'
import { Projector } from '../fold/projector.ts'
import type { Stored } from '../table/column.ts'
import { columnNames, list, quote } from '../table/ddl.ts'
import { scanState } from '../table/scan.ts'
import type { Table } from '../table/table.ts'

const IN_MEMORY = ':memory:'

const FORKS = 10

/** In key order. */
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

export class MemoryFold<Event extends { readonly kind: string }> {
  readonly #options: ModelsOptions<Event>
  readonly #projector: Projector<Event>
  readonly #blocks: BlockEvent[] = []

  constructor(options: ModelsOptions<Event>) {
    this.#options = options
    this.#projector = Projector.open(IN_MEMORY, options)
  }

  get #tipHeight(): number {
    return this.#blocks.at(-1)?.height ?? 0
  }

  apply(...blocks: readonly BlockEvent[]): void {
    const first = this.#blocks.length + 1
    this.#blocks.push(...blocks)
    const logged = blocks.map((block, at) => ({ seq: first + at, block }))
    this.#projector.apply(logged, { tipHeight: this.#tipHeight })
  }

  /** At least one block must stay. */
  rollBackTo(length: number): void {
    this.#blocks.length = length
    const last = this.#blocks.at(-1)
    assert.ok(last !== undefined, 'a fold keeps its first block')
    const rollBackTo = { ...last.point, seq: length }
    this.#projector.apply([], { tipHeight: this.#tipHeight, rollBackTo })
  }

  rows(table: Table): Record<string, unknown>[] {
    return rowsOf(this.#projector.database, table)
  }

  digest(): string {
    const { source, models } = this.#options
    const tables = [events, ...source.tables, ...models.flatMap((model) => model.tables)]
    return scanState(this.#projector.database, tables).digest
  }

  close(): void {
    this.#projector.close()
  }
}

/**
 * Any blocks and rollbacks must give the rows of the chain's blocks alone.
 * @param forkFrom makes the blocks of a fork that follows the first `kept` blocks
 * @param seed determines the forks; printed on failure
 */
export const foldObeysForks = <Event extends { readonly kind: string }>(
  options: ModelsOptions<Event>,
  blocks: readonly BlockEvent[],
  forkFrom: (kept: number, random: () => number) => readonly BlockEvent[],
  seed = SEED,
): void => {
  const random = randomFrom(seed)
  const fold = new MemoryFold(options)
  const digests = blocks.map((block) => {
    fold.apply(block)
    return fold.digest()
  })
  for (let fork = 0; fork < FORKS && blocks.length > 1; fork++) {
    const kept = 1 + Math.floor(random() * (blocks.length - 1))
    fold.rollBackTo(kept)
    fold.apply(...forkFrom(kept, random))
    fold.rollBackTo(kept)
    assert.equal(fold.digest(), digests[kept - 1], `rows after a fork at block ${kept} (seed ${seed})`)
    fold.apply(...blocks.slice(kept))
    assert.equal(
      fold.digest(),
      digests.at(-1),
      `rows after the fork at block ${kept} was left (seed ${seed})`,
    )
  }
  fold.close()
}
