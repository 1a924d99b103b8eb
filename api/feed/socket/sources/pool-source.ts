// Frames about pools, to the subscribers of each changed pool, of its lists and of the king of the hill. A frame has the whole
// pool; a pool that a rollback removed is named in a PoolRemoved frame. Pools are identified by their token, since a launch
// that is repeated after a fork has another position but is the same pool to a client. Clients sort lists themselves and may
// show a pool after others have displaced it, so a list's subscribers get updates of every pool that was ever in it. They know a pool by
// the name of its NFT, which a launch of another token may have after a fork: removals are sent first, and frames of a name are conflated.

import type { PoolReads } from '../../../../projections/read/queries/pools.ts'
import type { Change } from '../../../../projections/read/reader/models-reader.ts'
import { POOL_LISTS, type PoolList } from '../../../../schema/answers/pool-lists.ts'
import type { AssetId } from '../../../../schema/primitives.ts'
import type { PoolAnswers } from '../../pool-answers.ts'
import type { Publishing, Source } from './source.ts'

type Reads = Pick<PoolReads, 'idOfToken' | 'placeOf' | 'king' | 'members'>

/** Content of a frame about a pool that is no longer on the chain or, in a list, no longer trades. */
const removed = (id: AssetId, asset: AssetId) =>
  ({ event: 'PoolRemoved', data: JSON.stringify({ id, asset }) }) as const

/** NFTs of the changed pools by token. */
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

/** Makes the source of pools. @param tokenOf token of a pool id */
export const poolSource = (
  hub: Publishing,
  answers: Pick<PoolAnswers, 'ofToken'>,
  reads: () => Reads,
  tokenOf: (id: number) => AssetId | undefined,
): Source => {
  /** Tokens of the pools in each list now, and of all pools that have been in it since the start. */
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
      const changed = changedPools(changes, reads())
      if (changed.size === 0) return
      for (const [token, nft] of changed)
        if (hub.isWanted('PoolFeed', token)) {
          const data = answers.ofToken(token)
          const content = data === undefined ? removed(nft, token) : { data }
          hub.publish({ topic: 'PoolFeed', key: token, ...content, conflationKey: '' }, now)
        }
      for (const list of POOL_LISTS) {
        const { now: before, ever } = listed.get(list) ?? { now: new Set(), ever: new Set() }
        const tokens = members(list)
        listed.set(list, { now: new Set(tokens), ever })
        for (const token of tokens) ever.add(token)
        if (!hub.isWanted(list, '')) continue
        // An unchanged pool enters a list when another leaves it.
        const arrived = tokens.filter((token) => !before.has(token))
        const frames = [...new Set([...arrived, ...changed.keys()])]
          .filter((token) => ever.has(token))
          .map((token) => {
            const id = reads().idOfToken(token)
            const place = id === undefined ? undefined : reads().placeOf(id)
            const isTrading = place !== undefined && place.venue !== 'closed'
            const nft = place?.nft ?? changed.get(token) ?? ''
            return { token, nft, data: isTrading ? answers.ofToken(token) : undefined }
          })
          .sort((a, b) => Number(a.data !== undefined) - Number(b.data !== undefined))
        for (const { token, nft, data } of frames) {
          const content = data === undefined ? removed(nft, token) : { data }
          hub.publish({ topic: list, key: '', ...content, conflationKey: nft }, now)
        }
      }
      const before = king
      king = kingNow()
      if (king !== before || (king !== undefined && changed.has(king))) {
        const data = king === undefined ? undefined : answers.ofToken(king)
        hub.publish({ topic: 'KOTH', key: '', data, conflationKey: '' }, now)
      }
    },
  }
}
