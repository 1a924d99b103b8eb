// Frames about the latest bar of a pair, of prices and of market caps. After a rollback that took a bar away, the latest
// bar is the one before it.
import { RESOLUTIONS } from '../../../../schema/charts.ts'
import { ADA, type AssetId } from '../../../../schema/primitives.ts'
import type { Charts } from '../../../charts/charts.ts'
import { barsKey } from '../topics.ts'
import type { Publishing, Source } from './source.ts'

const KINDS = [
  ['LastBar', 'bar'],
  ['MCapBar', 'mcap'],
] as const

/** @param tokenOf the token of a pool's id */
export const barSource = (
  hub: Publishing,
  charts: Charts,
  tokenOf: (pool: number) => AssetId | undefined,
): Source => ({
  take(changes, now) {
    const wanted = KINDS.filter(([topic]) => (hub.subscriptions.get(topic) ?? 0) > 0)
    if (wanted.length === 0) return
    const changed = new Set<string>()
    for (const { table, key } of changes)
      if (table === 'bars' && key !== null) changed.add(`${key[0]} ${key[1]}`)
    for (const entry of changed) {
      const [pool, at] = entry.split(' ').map(Number)
      const resolution = RESOLUTIONS[at ?? -1]
      const token = tokenOf(pool ?? -1)
      if (resolution === undefined || token === undefined) continue
      for (const [topic, kind] of wanted)
        for (const pair of [
          { base: token, quote: ADA },
          { base: ADA, quote: token },
        ]) {
          const key = barsKey(pair.base, pair.quote, resolution)
          if (!hub.isWanted(topic, key)) continue
          const data = charts.latest(kind, pair, resolution, Math.floor(now / 1000))
          if (data !== undefined) hub.publish({ topic, key, data, about: '' }, now)
        }
    }
  },
})
