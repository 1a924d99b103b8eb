// The names and tickers of all pools, by their skeletons. A pool's texts do not change, so the index reads only new pools. It is not part
// of the models, because another Unicode version in Node would give other rows.
import type Database from 'better-sqlite3'
import { fingerprintOf, type TokenOf } from '../../../schema/codecs/asset-text.ts'
import { hiddenCharacter } from '../../../schema/codecs/hidden-characters.ts'
import { comparedText } from '../../../schema/codecs/visible-text.ts'
import type { AssetId } from '../../../schema/primitives.ts'
import type { NameMark, OlderAlike } from '../../../schema/responses/pools.ts'
import { nullable } from '../../engine/table/column.ts'
import { launches, pools } from '../../models/pools.ts'
import { onChangedRows } from '../changed-rows.ts'
import type { ModelsReader } from '../reader/models-reader.ts'
import { param, prepare, queries } from '../reader/prepared.ts'
import { mixesScripts } from './mixed-scripts.ts'
import { nameKeys } from './skeleton.ts'
import { tokenName } from './token-name.ts'

export interface Named {
  readonly id: number
  readonly token: AssetId
  readonly name: string
  readonly ticker: string
  /** Name and ticker in the form of `comparedText`. */
  readonly texts: readonly string[]
  /** The asset id with and without its point. */
  readonly ids: readonly string[]
  /** Skeletons of name and ticker, without empty ones. */
  readonly keys: readonly string[]
}

export interface NameMarks {
  readonly marks: NameMark[]
  readonly olderAlike: OlderAlike | null
}

const namesQuery = (database: Database.Database) => {
  const named = queries
    .selectFrom('pools')
    .leftJoin('launches', 'launches.pool', 'pools.id')
    .select(['pools.id', 'pools.token', 'launches.ticker'])
  const columns = { ...pools.columns, ticker: nullable(launches.columns.ticker) }
  const all = prepare(database, named.orderBy('pools.id'), columns)
  const one = prepare(database, named.where('pools.id', '=', param<number>('id')), columns)
  return { all: () => all.all({}), one: (id: number) => one.get({ id }) }
}

const keysOf = (text: string): readonly string[] => [...new Set(nameKeys(text))].filter((key) => key !== '')

const marksOf = (texts: readonly string[]): NameMark[] => [
  ...(texts.some(mixesScripts) ? ['mixedScripts' as const] : []),
  ...(texts.some((text) => hiddenCharacter(text) !== undefined) ? ['invisibleCharacters' as const] : []),
]

class NameIndex {
  readonly #queries: () => ReturnType<typeof namesQuery>
  readonly #named = new Map<number, Named>()
  /** Oldest first. */
  readonly #ids = new Map<string, number[]>()
  /** A token that a fork removed stays in the map. */
  readonly #fingerprints = new Map<string, AssetId>()
  #unhashed: AssetId[] = []
  /** Texts that are unknown or may have changed; undefined stands for all pools. */
  #changed: Set<number> | undefined

  constructor(reader: ModelsReader) {
    this.#queries = reader.prepared(namesQuery)
    onChangedRows(reader, ['pools', 'launches'], {
      row: ({ key: [id] }) => this.#changed?.add(Number(id)),
      all: () => {
        this.#changed = undefined
      },
    })
  }

  /** Undefined for an unknown id. */
  of(id: number): Named | undefined {
    this.#update()
    return this.#named.get(id)
  }

  /** CIP-14. */
  readonly tokenOf: TokenOf = (fingerprint) => {
    this.#update()
    for (const token of this.#unhashed) this.#fingerprints.set(fingerprintOf(token), token)
    this.#unhashed = []
    return this.#fingerprints.get(fingerprint)
  }

  /** The marks depend only on this token and older ones. */
  marksOf(id: number): NameMarks {
    const named = this.of(id)
    if (named === undefined) return { marks: [], olderAlike: null }
    const { name, ticker } = named
    const older = this.#olderAlike(named)
    return {
      marks: marksOf([name, ticker]),
      olderAlike: older ? { asset: older.token, name: older.name, ticker: older.ticker } : null,
    }
  }

  #olderAlike({ id, token, keys }: Named): Named | undefined {
    const alike = keys
      .flatMap((key) => this.#ids.get(key)?.find((each) => this.#named.get(each)?.token !== token) ?? [])
      .filter((each) => each < id)
    return this.#named.get(Math.min(...alike))
  }

  #update(): void {
    if (this.#changed?.size === 0) return
    const { all, one } = this.#queries()
    if (this.#changed === undefined) {
      this.#named.clear()
      this.#ids.clear()
      for (const { id, token, ticker } of all()) this.#add(id, token, ticker ?? '')
    } else
      for (const id of this.#changed) {
        const row = one(id)
        const known = this.#named.get(id)
        const ticker = row?.ticker ?? ''
        if (known?.token === row?.token && (known?.ticker ?? '') === ticker) continue
        this.#drop(id)
        if (row !== undefined) this.#add(id, row.token, ticker)
      }
    this.#changed = new Set()
  }

  #add(id: number, token: AssetId, ticker: string): void {
    const name = tokenName(token)
    const keys = [...new Set([...keysOf(name), ...keysOf(ticker)])]
    const texts = [comparedText(name), comparedText(ticker)]
    this.#named.set(id, { id, token, name, ticker, texts, ids: [token, token.replace('.', '')], keys })
    this.#unhashed.push(token)
    for (const key of keys) {
      const ids = this.#ids.get(key) ?? []
      const next = id < (ids.at(-1) ?? -1) ? ids.findIndex((each) => each > id) : ids.length
      ids.splice(next, 0, id)
      this.#ids.set(key, ids)
    }
  }

  #drop(id: number): void {
    for (const key of this.#named.get(id)?.keys ?? []) {
      const rest = this.#ids.get(key)?.filter((each) => each !== id) ?? []
      if (rest.length === 0) this.#ids.delete(key)
      else this.#ids.set(key, rest)
    }
    this.#named.delete(id)
  }
}

export type { NameIndex }

const indexes = new WeakMap<ModelsReader, NameIndex>()

/** Shared by all queries of a reader. */
export const nameIndex = (reader: ModelsReader): NameIndex => {
  const known = indexes.get(reader) ?? new NameIndex(reader)
  indexes.set(reader, known)
  return known
}
