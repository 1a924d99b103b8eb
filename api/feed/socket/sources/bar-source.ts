// Frames about the latest bar of a pair, of prices and of market caps. After a rollback that removed a bar, the frame has the
// bar before it. After the rollback of a launch the pair has no bar, and the frame is BarRemoved.

import type { Change } from '../../../../projections/read/reader/models-reader.ts'
import { RESOLUTIONS } from '../../../../schema/answers/charts.ts'
import { ADA, type AssetId } from '../../../../schema/primitives.ts'
import type { Charts } from '../../../charts/charts.ts'
import { barsKey } from '../topics.ts'
import type { Publishing, Source } from './source.ts'

const KINDS = [
  ['LastBar', 'bar'],
  ['MCapBar', 'mcap'],
] as const

/** Tokens of the changed pools by pool id. An id may have several: after a fork another launch may have the same id. */
const changedTokens = (changes: readonly Change[]): Map<number, Set<AssetId>> => {
  const tokens = new Map<number, Set<AssetId>>()
  for (const { table, key, topics } of changes) {
    if (table !== 'pools' || key === null) continue
    const pool = Number(key[0])
    tokens.set(pool, (tokens.get(pool) ?? new Set()).add(String(topics.token)))
  }
  return tokens
}

/** Makes the source of bars. @param tokenOf token of a pool id */
export const barSource = (
  hub: Publishing,
  charts: Pick<Charts, 'latest'>,
  tokenOf: (pool: number) => AssetId | undefined,
): Source => ({
  publishChanges(changes, now) {
    const wanted = KINDS.filter(([topic]) => (hub.subscriptions.get(topic) ?? 0) > 0)
    if (wanted.length === 0) return
    const changed = new Set<string>()
    for (const { table, key } of changes)
      if (table === 'bars' && key !== null) changed.add(`${key[0]} ${key[1]}`)
    const tokens = changedTokens(changes)
    for (const entry of changed) {
      const [pool = -1, at = -1] = entry.split(' ').map(Number)
      const resolution = RESOLUTIONS[at]
      if (resolution === undefined) continue
      const token = tokenOf(pool)
      for (const asset of new Set([...(tokens.get(pool) ?? []), ...(token === undefined ? [] : [token])]))
        for (const [topic, kind] of wanted)
          for (const pair of [
            { base: asset, quote: ADA },
            { base: ADA, quote: asset },
          ]) {
            const key = barsKey(pair.base, pair.quote, resolution)
            if (!hub.isWanted(topic, key)) continue
            const latest = charts.latest(kind, pair, resolution, Math.floor(now / 1000))
            const removed = {
              event: 'BarRemoved',
              data: JSON.stringify({ pair, interval: resolution }),
            } as const
            hub.publish(
              { topic, key, ...(latest === undefined ? removed : { data: latest }), conflationKey: '' },
              now,
            )
          }
    }
  },
})
