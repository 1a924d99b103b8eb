// Which pool a token trades in, as of the reader's last look. It changes only by a launch or a fork, so it is remembered
// until a pool changes: answers about a token are told apart by its pool before anything is read.

import type { ModelsReader } from '../projections/read/models-reader.ts'
import { type PoolIdQuery, poolIdQuery } from '../projections/read/pool-id.ts'
import type { AssetId } from '../schema/primitives.ts'

const known = new WeakMap<ModelsReader, PoolIdQuery>()

/** The pools of what a reader reads: the same for all who ask. */
export const poolIdsOf = (reader: ModelsReader): PoolIdQuery => {
  const ids = known.get(reader) ?? makePoolIds(reader)
  known.set(reader, ids)
  return ids
}

const makePoolIds = (reader: ModelsReader): PoolIdQuery => {
  const idOf = reader.prepared(poolIdQuery)
  const ids = new Map<AssetId, number>()
  reader.on('changed', (changes) => {
    if (changes === null || changes.some(({ table }) => table === 'pools')) ids.clear()
  })
  return (token) => {
    const held = ids.get(token)
    if (held !== undefined) return held
    const id = idOf()(token)
    if (id !== undefined) ids.set(token, id)
    return id
  }
}
