// Frames about pools: of each pool that changed, of the lists of the main page it is in, and of the king of the hill. A
// frame is the whole pool as it now is; one that a rollback took away is named in a frame of another event. Pools are told apart by their token:
// a launch that comes again after a fork has another place on the chain and is the same pool to a client. Clients put a
// list in order themselves and may hold a pool after others have displaced it, so a list's subscribers hear of every pool
// that was ever in it.

import type { PoolReads } from '../../../../projections/read/queries/pools.ts'
import type { Change } from '../../../../projections/read/reader/models-reader.ts'
import { POOL_LISTS, type PoolList } from '../../../../schema/answers/pool-lists.ts'
import type { AssetId } from '../../../../schema/primitives.ts'
import type { PoolAnswers } from '../../pool-answers.ts'
import type { Publishing, Source } from './source.ts'

type Reads = Pick<PoolReads, 'idOfToken' | 'placeOf' | 'king' | 'members'>

/** Message about a pool that is no longer on the chain, and, to a list, about one that no longer trades. */
const removed = (id: AssetId, asset: AssetId) =>
  ({ event: 'PoolRemoved', data: JSON.stringify({ id, asset }) }) as const

/** NFTs of the pools that changed, by token. */
const changedPools = (changes: readonly Change[], reads: Reads): Map<AssetId, AssetId> => {
  const changed = new Map<AssetId, AssetId>()
  for (const { table, topics } of changes) {
    const token = String(topics.token)
    if (table === 'pools') changed.set(token, String(topics.pool))
    else if (table === 'vestings') {
      const id = reads.idOfToken(token)
      const nft = id === undefined ? undefined : reads.placeOf(id)?.nft
      if (nft !== undefined) changed.set(token, nft)
    }
  }
  return changed
}

/** @param tokenOf the token of a pool's id */
export const poolSource = (
  hub: Publishing,
  answers: Pick<PoolAnswers, 'ofToken'>,
  reads: () => Reads,
  tokenOf: (id: number) => AssetId | undefined,
): Source => {
  /** Tokens of the pools in each list now, and of all pools that were in it since the start. */
  const listed = new Map<PoolList, { now: ReadonlySet<AssetId>; readonly ever: Set<AssetId> }>()
  let king: AssetId | undefined

  const members = (list: PoolList): AssetId[] =>
    reads()
      .members(list)
      .flatMap((id) => tokenOf(id) ?? [])
  const kingNow = (): AssetId | undefined => {
    const id = reads().king()
    return id === undefined ? undefined : tokenOf(id)
  }

  return {
    reset() {
      for (const list of POOL_LISTS)
        listed.set(list, { now: new Set(members(list)), ever: new Set(members(list)) })
      king = kingNow()
    },
    take(changes, now) {
      const changed = changedPools(changes, reads())
      if (changed.size === 0) return
      for (const [token, nft] of changed)
        if (hub.isWanted('PoolFeed', token)) {
          const data = answers.ofToken(token)
          const said = data === undefined ? removed(nft, token) : { data }
          hub.publish({ topic: 'PoolFeed', key: token, ...said, about: '' }, now)
        }
      for (const list of POOL_LISTS) {
        const { now: before, ever } = listed.get(list) ?? { now: new Set(), ever: new Set() }
        const inIt = members(list)
        listed.set(list, { now: new Set(inIt), ever })
        for (const token of inIt) ever.add(token)
        if (!hub.isWanted(list, '')) continue
        // A pool without a change of its own arrives when another leaves.
        const arrived = inIt.filter((token) => !before.has(token))
        for (const token of new Set([...arrived, ...changed.keys()])) {
          if (!ever.has(token)) continue
          const id = reads().idOfToken(token)
          const place = id === undefined ? undefined : reads().placeOf(id)
          const isTrading = place !== undefined && place.venue !== 'closed'
          const data = isTrading ? answers.ofToken(token) : undefined
          const said = data === undefined ? removed(place?.nft ?? changed.get(token) ?? '', token) : { data }
          hub.publish({ topic: list, key: '', ...said, about: token }, now)
        }
      }
      const before = king
      king = kingNow()
      if (king !== before || (king !== undefined && changed.has(king))) {
        const data = king === undefined ? undefined : answers.ofToken(king)
        hub.publish({ topic: 'KOTH', key: '', data, about: '' }, now)
      }
    },
  }
}
