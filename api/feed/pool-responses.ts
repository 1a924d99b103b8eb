// Pools as JSON, as of the reader's last refresh. A pool's JSON is cached until the pool or a holder changes. A list joins its pools' JSON,
// and is cached until any of them changes. So after a trade one pool is read from the models, and the others are copied.
import { LRUCache } from 'lru-cache'
import { onChangedRows } from '../../projections/read/changed-rows.ts'
import type { PoolIdQuery } from '../../projections/read/queries/pool-id.ts'
import { type PoolReads, poolReadsOf } from '../../projections/read/queries/pools.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import type { AssetId } from '../../schema/primitives.ts'
import type { ListPlace, PoolList } from '../../schema/responses/pool-lists.ts'
import type { ModelsReads } from '../models-reads.ts'

/** A pool has 1 to 20 KB. */
const MAX_POOL_BYTES = 16 * 1024 * 1024

const COMMA = Buffer.from(',')
const OPEN = Buffer.from('[')
const CLOSE = Buffer.from(']')
const NULL = Buffer.from('null')

const arrayOf = (texts: readonly Buffer[]): Buffer => {
  const parts = texts.flatMap((text, at) => [at === 0 ? OPEN : COMMA, text])
  return Buffer.concat(parts.length === 0 ? [OPEN, CLOSE] : [...parts, CLOSE])
}

export class PoolResponses {
  readonly #reader: ModelsReader
  readonly #reads: () => PoolReads
  readonly #idOf: PoolIdQuery
  readonly #pools: LRUCache<number, Buffer>
  readonly #lists = new Map<PoolList, Buffer>()
  #king: Buffer | undefined

  constructor({ reader, poolIds }: ModelsReads, maxPoolBytes = MAX_POOL_BYTES) {
    this.#reader = reader
    this.#reads = poolReadsOf(reader)
    this.#idOf = poolIds.idOf
    this.#pools = new LRUCache({ maxSize: maxPoolBytes })
    onChangedRows(reader, ['pools', 'vestings', 'holders'], {
      row: ({ table, key: [id], topics }) =>
        this.#drop(table === 'vestings' ? this.#idOf(String(topics.token)) : Number(id)),
      all: () => this.#clear(),
    })
  }

  /** Undefined for a token that was not launched here. */
  ofToken(token: AssetId): Buffer | undefined {
    const id = this.#idOf(token)
    return id === undefined ? undefined : this.ofId(id)
  }

  /** Undefined for an unknown id. */
  ofId(id: number): Buffer | undefined {
    const cached = this.#pools.get(id)
    if (cached !== undefined) return cached
    const json = this.#read(id)
    if (json !== undefined) this.#pools.set(id, json, { size: json.length })
    return json
  }

  /** The cached beginning or, with `after`, the uncached part after this place. */
  list(list: PoolList, after?: ListPlace): Buffer {
    const cached = after === undefined ? this.#lists.get(list) : undefined
    if (cached !== undefined) return cached
    return this.#inOneState((isCurrent, poolOf) => {
      const pools = this.#reads()
        .members(list, after)
        .flatMap((id) => poolOf(id) ?? [])
      const json = arrayOf(pools)
      if (isCurrent && after === undefined) this.#lists.set(list, json)
      return json
    })
  }

  /** Each pool once, in the tokens' order. */
  ofTokens(tokens: readonly AssetId[], offset: number, limit: number): Buffer {
    return this.#inOneState((_, poolOf) => {
      const ids = [...new Set(tokens)].flatMap((token) => this.#reads().idOfToken(token) ?? [])
      const pools = ids.slice(offset, offset + limit).flatMap((id) => poolOf(id) ?? [])
      return Buffer.concat([Buffer.from(`{"count":${ids.length},"items":`), arrayOf(pools), Buffer.from('}')])
    })
  }

  /** `null` if there is none. */
  king(): Buffer {
    if (this.#king !== undefined) return this.#king
    return this.#inOneState((isCurrent, poolOf) => {
      const id = this.#reads().king()
      const json = (id === undefined ? undefined : poolOf(id)) ?? NULL
      if (isCurrent) this.#king = json
      return json
    })
  }

  #read(id: number): Buffer | undefined {
    const pool = this.#reads().pool(id)
    return pool && Buffer.from(JSON.stringify(pool))
  }

  /** Reads in one transaction. After a commit that the reader has not seen, cached pools are not used, and nothing is cached. */
  #inOneState(read: (isCurrent: boolean, poolOf: (id: number) => Buffer | undefined) => Buffer): Buffer {
    return this.#reader.database.transaction(() => {
      const isCurrent = this.#reader.isCurrent()
      return read(isCurrent, (id) => (isCurrent ? this.ofId(id) : this.#read(id)))
    })()
  }

  #drop(id: number | undefined): void {
    if (id === undefined) return
    this.#pools.delete(id)
    this.#lists.clear()
    this.#king = undefined
  }

  #clear(): void {
    this.#pools.clear()
    this.#lists.clear()
    this.#king = undefined
  }
}
