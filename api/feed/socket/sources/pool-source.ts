// Sends frames about pools to the subscribers of the pool, of the lists that contain it, and of the king of the hill. A frame has the whole
// pool. A PoolRemoved frame names a pool that a rollback removed.
//
// This file identifies a pool by its token: after a fork, the same launch may have another position, but clients must see the same pool.
// Clients sort lists themselves, and may still show a pool that others have displaced. So the subscribers of a list get updates of every
// pool that was ever in this list. Clients identify a pool by the name of its NFT. After a fork, another token's pool may have this name.
// So removals are sent first, and frames are conflated by this name.

import type { PoolReads } from '../../../../projections/read/queries/pools.ts'
import type { Change } from '../../../../projections/read/reader/models-reader.ts'
import type { AssetId } from '../../../../schema/primitives.ts'
import { POOL_LISTS, type PoolList } from '../../../../schema/responses/pool-lists.ts'
import type { PoolResponses } from '../../pool-responses.ts'
import type { Publishing, Source } from './source.ts'

type Reads = Pick<PoolReads, 'idOfToken' | 'placeOf' | 'king' | 'members'>

/** The pool is no longer on the chain or, for a list, no longer trades. */
const removed = (id: AssetId, asset: AssetId) =>
  ({ event: 'PoolRemoved', data: JSON.stringify({ id, asset }) }) as const

/** A token has several NFTs if a fork replaced its curve pool with an adopted AMM pool or the reverse. */
const changedPools = (changes: readonly Change[], reads: Reads): Map<AssetId, Set<AssetId>> => {
  const changed = new Map<AssetId, Set<AssetId>>()
  const add = (token: AssetId, nft: AssetId) => changed.set(token, (changed.get(token) ?? new Set()).add(nft))
  for (const { table, topics } of changes) {
    const token = String(topics.token)
    if (table === 'pools') add(token, String(topics.pool))
    else if (table === 'vestings') {
      const id = reads.idOfToken(token)
      const nft = id === undefined ? undefined : reads.placeOf(id)?.nft
      if (nft !== undefined) add(token, nft)
    }
  }
  return changed
}

/**
 * Only the holders of these pools changed. One transaction can change the holders of 1,300 tokens, so frames are sent only for pools that a
 * list contains.
 */
const movedPools = (
  changes: readonly Change[],
  reads: Reads,
  changed: ReadonlyMap<AssetId, unknown>,
): Map<AssetId, ReadonlySet<AssetId>> => {
  const ids = new Set(
    changes.flatMap(({ table, topics }) => (table === 'holders' ? [Number(topics.pool)] : [])),
  )
  const moved = new Map<AssetId, ReadonlySet<AssetId>>()
  for (const id of ids) {
    const { token, nft } = reads.placeOf(id) ?? {}
    if (token !== undefined && nft !== undefined && !changed.has(token)) moved.set(token, new Set([nft]))
  }
  return moved
}

/** @param tokenOf returns the token of a pool id */
export const poolSource = (
  hub: Publishing,
  responses: Pick<PoolResponses, 'ofToken'>,
  reads: () => Reads,
  tokenOf: (id: number) => AssetId | undefined,
): Source => {
  /** `ever` has all tokens since the start. */
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
    publishChanges(changes, now) {
      const own = changedPools(changes, reads())
      const moved = movedPools(changes, reads(), own)
      const changed: ReadonlyMap<AssetId, ReadonlySet<AssetId>> = new Map([...moved, ...own])
      if (changed.size === 0) return
      for (const [token, [nft = '']] of changed)
        if (hub.isWanted('PoolFeed', token)) {
          const data = responses.ofToken(token)
          const content = data === undefined ? removed(nft, token) : { data }
          hub.publish({ topic: 'PoolFeed', key: token, ...content, conflationKey: '' }, now)
        }
      for (const list of POOL_LISTS) {
        const { now: before, ever } = listed.get(list) ?? { now: new Set(), ever: new Set() }
        const tokens = members(list)
        const current = new Set(tokens)
        listed.set(list, { now: current, ever })
        for (const token of tokens) ever.add(token)
        if (!hub.isWanted(list, '')) continue
        // An unchanged pool enters a list when another leaves it.
        const arrived = tokens.filter((token) => !before.has(token))
        const frames = [...new Set([...arrived, ...changed.keys()])]
          .filter((token) => (moved.has(token) ? current : ever).has(token))
          .flatMap((token) => {
            const id = reads().idOfToken(token)
            const place = id === undefined ? undefined : reads().placeOf(id)
            const trading = place === undefined || place.venue === 'closed' ? undefined : place.nft
            const names = [...(changed.get(token) ?? [])].filter((nft) => nft !== trading)
            return [...names, ...(trading === undefined ? [] : [trading])].map((nft) => {
              const data = nft === trading ? responses.ofToken(token) : undefined
              return { nft, content: data === undefined ? removed(nft, token) : { data } }
            })
          })
          .sort((a, b) => Number('event' in b.content) - Number('event' in a.content))
        for (const { nft, content } of frames)
          hub.publish({ topic: list, key: '', ...content, conflationKey: nft }, now)
      }
      const before = king
      king = kingNow()
      if (king !== before || (king !== undefined && changed.has(king))) {
        const data = king === undefined ? undefined : responses.ofToken(king)
        hub.publish({ topic: 'KOTH', key: '', data, conflationKey: '' }, now)
      }
    },
  }
}
