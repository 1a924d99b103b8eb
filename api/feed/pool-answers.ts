// Pools as JSON, as of the reader's last look. A pool is written as JSON once for each of its changes and held; a list
// is these joined, held until any pool changes. So an answer that nothing changed is bytes that are there, and after a
// trade one pool is read and the rest is copied.
import { onChangedRows } from '../../projections/read/changed-rows.ts'
import type { PoolIdQuery } from '../../projections/read/queries/pool-id.ts'
import { type PoolReads, poolReads } from '../../projections/read/queries/pools.ts'
import type { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import type { PoolList } from '../../schema/answers/pool-lists.ts'
import type { AssetId } from '../../schema/primitives.ts'
import { ByteLru } from '../http/route/byte-lru.ts'
import type { ModelsReads } from '../models-reads.ts'
import { stateOf, type Versions } from '../versions.ts'

/** Bytes of pools held, at most. A pool is 1 to 20 KB. */
const MAX_HELD = 16 * 1024 * 1024

const COMMA = Buffer.from(',')
const OPEN = Buffer.from('[')
const CLOSE = Buffer.from(']')
const NULL = Buffer.from('null')

/** JSON texts as an array. */
const arrayOf = (texts: readonly Buffer[]): Buffer => {
  const parts = texts.flatMap((text, at) => [at === 0 ? OPEN : COMMA, text])
  return Buffer.concat(parts.length === 0 ? [OPEN, CLOSE] : [...parts, CLOSE])
}

export class PoolAnswers {
  readonly #reader: ModelsReader
  readonly #reads: () => PoolReads
  readonly #idOf: PoolIdQuery
  readonly #versions: Versions
  readonly #pools: ByteLru<Buffer>
  readonly #lists = new Map<PoolList, Buffer>()
  #king: Buffer | undefined

  constructor({ reader, versions, poolIds }: ModelsReads, maxHeld = MAX_HELD) {
    this.#reader = reader
    this.#reads = reader.prepared(poolReads)
    this.#idOf = poolIds.idOf
    this.#versions = versions
    this.#pools = new ByteLru(maxHeld)
    onChangedRows(reader, ['pools', 'vestings'], {
      row: ({ table, key: [id], topics }) =>
        this.#forget(table === 'pools' ? Number(id) : this.#idOf(String(topics.token))),
      all: () => this.#clear(),
    })
  }

  /** State that answers about all pools show. */
  state(): string {
    return stateOf([this.#versions.table('pools'), this.#versions.table('vestings')])
  }

  /** State that answers about the pools of some tokens show. */
  stateOf(tokens: readonly AssetId[]): string {
    return stateOf(
      tokens.flatMap((token) => [
        this.#versions.topic('pools', 'token', token),
        this.#versions.topic('vestings', 'token', token),
      ]),
    )
  }

  /** The pool of a token as JSON; undefined for a token that was not launched here. */
  ofToken(token: AssetId): Buffer | undefined {
    const id = this.#idOf(token)
    return id === undefined ? undefined : this.ofId(id)
  }

  /** A pool as JSON. */
  ofId(id: number): Buffer | undefined {
    const held = this.#pools.get(`${id}`)
    if (held !== undefined) return held
    const json = this.#made(id)
    if (json !== undefined) this.#pools.set(`${id}`, json, json.length)
    return json
  }

  /** A list of the main page as a JSON array. */
  list(list: PoolList): Buffer {
    const held = this.#lists.get(list)
    if (held !== undefined) return held
    return this.#inOneState((isHeld, poolOf) => {
      const pools = this.#reads()
        .members(list)
        .flatMap((id) => poolOf(id) ?? [])
      const json = arrayOf(pools)
      if (isHeld) this.#lists.set(list, json)
      return json
    })
  }

  /** The pools of some tokens, each once and in their order, as JSON of a page. */
  ofTokens(tokens: readonly AssetId[], offset: number, limit: number): Buffer {
    return this.#inOneState((_, poolOf) => {
      const ids = [...new Set(tokens)].flatMap((token) => this.#reads().idOfToken(token) ?? [])
      const pools = ids.slice(offset, offset + limit).flatMap((id) => poolOf(id) ?? [])
      return Buffer.concat([Buffer.from(`{"count":${ids.length},"items":`), arrayOf(pools), Buffer.from('}')])
    })
  }

  /** The king of the hill as JSON, `null` without one. */
  king(): Buffer {
    if (this.#king !== undefined) return this.#king
    return this.#inOneState((isHeld, poolOf) => {
      const id = this.#reads().king()
      const json = (id === undefined ? undefined : poolOf(id)) ?? NULL
      if (isHeld) this.#king = json
      return json
    })
  }

  #made(id: number): Buffer | undefined {
    const pool = this.#reads().pool(id)
    return pool && Buffer.from(JSON.stringify(pool))
  }

  /**
   * Reads in one transaction. If something was committed since the reader's look, pools that are held are not taken, and
   * what is read is not held.
   */
  #inOneState(read: (isHeld: boolean, poolOf: (id: number) => Buffer | undefined) => Buffer): Buffer {
    return this.#reader.database.transaction(() => {
      const isCurrent = this.#reader.isCurrent()
      return read(isCurrent, (id) => (isCurrent ? this.ofId(id) : this.#made(id)))
    })()
  }

  #forget(id: number | undefined): void {
    if (id === undefined) return
    this.#pools.delete(`${id}`)
    this.#lists.clear()
    this.#king = undefined
  }

  #clear(): void {
    this.#pools.clear()
    this.#lists.clear()
    this.#king = undefined
  }
}
