// Finds the pool of a token and the token of a pool, as of the reader's last refresh. Results are cached until the pool changes. With this
// cache, the ETag of a response about a token is computed without reading the models.

import { onChangedRows } from '../projections/read/changed-rows.ts'
import { poolIdQuery, poolTokenQuery } from '../projections/read/queries/pool-id.ts'
import type { ModelsReader } from '../projections/read/reader/models-reader.ts'
import type { AssetId } from '../schema/primitives.ts'

export class PoolIds {
  readonly #idOf: () => (token: AssetId) => number | undefined
  readonly #tokenOf: () => (id: number) => AssetId | undefined
  readonly #ids = new Map<AssetId, number>()
  readonly #tokens = new Map<number, AssetId>()

  constructor(reader: ModelsReader) {
    this.#idOf = reader.prepared(poolIdQuery)
    this.#tokenOf = reader.prepared(poolTokenQuery)
    onChangedRows(reader, ['pools'], {
      row: ({ key: [id], topics }) => {
        this.#ids.delete(String(topics.token))
        this.#tokens.delete(Number(id))
      },
      all: () => {
        this.#ids.clear()
        this.#tokens.clear()
      },
    })
  }

  /** Undefined for an unlisted token. */
  readonly idOf = (token: AssetId): number | undefined => {
    const id = this.#ids.get(token) ?? this.#idOf()(token)
    if (id !== undefined) this.#ids.set(token, id)
    return id
  }

  readonly tokenOf = (id: number): AssetId | undefined => {
    const token = this.#tokens.get(id) ?? this.#tokenOf()(id)
    if (token !== undefined) this.#tokens.set(id, token)
    return token
  }
}
