// When rows last changed, counted in changes that this process has seen: what a state of an answer is made of, without
// reading a row. Each table of the models counts as a whole and by the topics that its rows are announced under. A change
// counts from the reader's look that saw it, so an answer is at least as new as its version says.
import type { Change, ModelsReader } from '../projections/read/models-reader.ts'
import { tables } from '../projections/read/schema.ts'
import { PROCESS } from './http/etag.ts'

type Tables = typeof tables

/** Topics whose change is remembered; past that all others count as changed when the one longest unchanged was. */
const LIMIT = 100_000

/** Topics that answers are about. */
const TOPICS: { readonly [Name in keyof Tables]?: readonly string[] } = {
  balances: ['key_hash'],
  bars: ['pool'],
  holders: ['pool'],
  orders: ['token', 'owner'],
  pools: ['token'],
  vestings: ['redeemer', 'token'],
}

const topicsOf = (table: string): readonly string[] =>
  Object.entries(TOPICS).find(([name]) => name === table)?.[1] ?? []

/** The state that versions stand for together, and other counts whose names are their places. */
export const stateOf = (versions: readonly number[], ...counts: readonly (number | string)[]): string =>
  [PROCESS, Math.max(...versions), ...counts].join('.')

interface Announcing {
  on(event: 'changed', listener: (changes: readonly Change[] | null) => void): unknown
}

export class Versions {
  /** Of tables and of topics; the one that changed longest ago comes first. */
  readonly #changed = new Map<string, number>()
  readonly #limit: number
  /** The version of what has not changed since. */
  #base = 0
  #count = 0

  constructor(reader: Announcing, limit = LIMIT) {
    this.#limit = limit
    reader.on('changed', (changes) => this.#take(changes))
  }

  /** Of everything: another one after every commit. */
  get commit(): number {
    return this.#count
  }

  /** Of all rows of a table; of one whose changes are not announced, that of everything. */
  table(table: keyof Tables): number {
    return tables[table].topics === undefined ? this.#count : (this.#changed.get(table) ?? this.#base)
  }

  /** Of the rows of a table under a topic. */
  topic(table: keyof typeof TOPICS, topic: string, value: string | number): number {
    const whole = this.#changed.get(`${table} *`) ?? this.#base
    return Math.max(this.#changed.get(`${table} ${topic} ${value}`) ?? this.#base, whole)
  }

  #take(changes: readonly Change[] | null): void {
    this.#count += 1
    if (changes === null) {
      this.#changed.clear()
      this.#base = this.#count
      return
    }
    for (const { table, key, topics } of changes) {
      this.#change(table)
      if (key === null) this.#change(`${table} *`)
      else for (const topic of topicsOf(table)) this.#change(`${table} ${topic} ${topics[topic]}`)
    }
  }

  #change(name: string): void {
    this.#changed.delete(name)
    this.#changed.set(name, this.#count)
    if (this.#changed.size <= this.#limit) return
    const [longest] = this.#changed
    if (longest === undefined) return
    this.#changed.delete(longest[0])
    this.#base = longest[1]
  }
}

const known = new WeakMap<ModelsReader, Versions>()

/** The versions of what a reader reads: the same for all who ask. */
export const versionsOf = (reader: ModelsReader): Versions => {
  const versions = known.get(reader) ?? new Versions(reader)
  known.set(reader, versions)
  return versions
}
