// Which pool a token trades in, and the token of a pool, as of the reader's last look. Both change only by a launch or a
// fork, so they are remembered until the pool changes: answers about a token are told apart by its pool before anything
// is read.

import { onChangedRows } from '../projections/read/changed-rows.ts'
import {
  type PoolIdQuery,
  type PoolTokenQuery,
  poolIdQuery,
  poolTokenQuery,
} from '../projections/read/queries/pool-id.ts'
import type { ModelsReader } from '../projections/read/reader/models-reader.ts'
import type { AssetId } from '../schema/primitives.ts'

export interface PoolIds {
  readonly idOf: PoolIdQuery
  readonly tokenOf: PoolTokenQuery
}

const known = new WeakMap<ModelsReader, PoolIds>()

/** The pools of what a reader reads: the same for all who ask. */
export const poolIdsOf = (reader: ModelsReader): PoolIds => {
  const ids = known.get(reader) ?? makePoolIds(reader)
  known.set(reader, ids)
  return ids
}

/** Makes a query that remembers its results. */
const remembering =
  <Key, Value>(held: Map<Key, Value>, query: (key: Key) => Value | undefined) =>
  (key: Key): Value | undefined => {
    const value = held.get(key) ?? query(key)
    if (value !== undefined) held.set(key, value)
    return value
  }

const makePoolIds = (reader: ModelsReader): PoolIds => {
  const idOf = reader.prepared(poolIdQuery)
  const tokenOf = reader.prepared(poolTokenQuery)
  const ids = new Map<AssetId, number>()
  const tokens = new Map<number, AssetId>()
  onChangedRows(reader, ['pools'], {
    row({ key: [id], topics }) {
      ids.delete(String(topics.token))
      tokens.delete(Number(id))
    },
    all() {
      ids.clear()
      tokens.clear()
    },
  })
  return {
    idOf: remembering(ids, (token: AssetId) => idOf()(token)),
    tokenOf: remembering(tokens, (id: number) => tokenOf()(id)),
  }
}
