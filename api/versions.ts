// Versions of rows: counters of the changes that this process has seen. The states of responses are made of versions, so no row is read for
// them. A table has a version for all its rows, and one for each value of its topics. A version grows when the reader's refresh sees the
// change. So a response is at least as new as its version.
import type { Change } from '../projections/read/reader/models-reader.ts'
import { tables } from '../projections/read/reader/schema.ts'
import { type ModelVersions, TABLES, type TableName } from './http/route/reads.ts'

/** Values of a topic with their own version. All others have the version of the value that was removed last. */
const LIMIT = 20_000

interface Announcing {
  on(event: 'changed', listener: (changes: readonly Change[] | null) => void): unknown
}

class TopicVersions {
  /** The value that has not changed for the longest time comes first. */
  readonly #changed = new Map<string | number, number>()
  /** Version of values without their own. */
  #base = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  of(value: string | number): number {
    return this.#changed.get(value) ?? this.#base
  }

  change(value: string | number, version: number): void {
    this.#changed.delete(value)
    this.#changed.set(value, version)
    if (this.#changed.size <= this.#limit) return
    const [longest] = this.#changed
    if (longest === undefined) return
    this.#changed.delete(longest[0])
    this.#base = longest[1]
  }

  changeAll(version: number): void {
    this.#changed.clear()
    this.#base = version
  }
}

export class Versions implements ModelVersions {
  readonly #tables = new Map<string, number>()
  /** Making a combined key would take longer than two look-ups. */
  readonly #topics: ReadonlyMap<string, ReadonlyMap<string, TopicVersions>>
  /** Version of tables that have not changed since the start. */
  #base = 0
  #count = 0

  constructor(reader: Announcing, limit = LIMIT) {
    this.#topics = new Map(
      Object.entries(TABLES).map(([table, topics]) => [
        table,
        new Map(topics.map((topic) => [topic, new TopicVersions(limit)])),
      ]),
    )
    reader.on('changed', (changes) => this.#apply(changes))
  }

  /** Changes with each commit. */
  get commit(): number {
    return this.#count
  }

  /** If the table's changes are not announced, the version of all models. */
  table(table: TableName): number {
    return tables[table].topics === undefined ? this.#count : (this.#tables.get(table) ?? this.#base)
  }

  topic(table: TableName, topic: string, value: string | number): number {
    return this.#topics.get(table)?.get(topic)?.of(value) ?? this.#count
  }

  #apply(changes: readonly Change[] | null): void {
    this.#count += 1
    if (changes === null) {
      this.#tables.clear()
      this.#base = this.#count
      for (const table of this.#topics.keys()) this.#changeTopics(table)
      return
    }
    for (const { table, key, topics } of changes) {
      this.#tables.set(table, this.#count)
      if (key === null) this.#changeTopics(table)
      else
        for (const [topic, versions] of this.#topics.get(table) ?? []) {
          const value = topics[topic]
          if (value !== undefined) versions.change(value, this.#count)
        }
    }
  }

  #changeTopics(table: string): void {
    for (const versions of this.#topics.get(table)?.values() ?? []) versions.changeAll(this.#count)
  }
}
