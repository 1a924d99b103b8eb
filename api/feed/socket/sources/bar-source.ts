// Frames about a pair's bars, of prices and of market caps: each bar that a commit changed, oldest first. If a rollback removed bars, a
// BarRemoved frame has the time from which on bars are removed. After this frame come the bars that now exist from this time on or, if
// there are none, the latest bar.

import type { Change } from '../../../../projections/read/reader/models-reader.ts'
import type { TimeOfDay } from '../../../../schema/platform/clocks.ts'
import { ADA, type AssetId } from '../../../../schema/primitives.ts'
import {
  HISTORY_RESOLUTIONS,
  type HistoryResolution,
  RESOLUTIONS,
  type Resolution,
} from '../../../../schema/responses/charts.ts'
import { type Charts, historyBucket, storedOf } from '../../../charts/charts.ts'
import { barsKey } from '../topics.ts'
import type { Publishing, Source } from './source.ts'

const KINDS = [
  ['LastBar', 'bar'],
  ['MCapBar', 'mcap'],
] as const

/** Start times in Unix seconds. */
interface ChangedBars {
  readonly token: AssetId
  readonly resolution: Resolution
  readonly times: Set<number>
}

const intervalsOf = (stored: Resolution): readonly HistoryResolution[] =>
  HISTORY_RESOLUTIONS.filter((interval) => storedOf(interval) === stored)

/** After a fork, another launch may have the same id, so an id may have several tokens. */
const changedTokens = (changes: readonly Change[]): Map<number, Set<AssetId>> => {
  const tokens = new Map<number, Set<AssetId>>()
  for (const { table, key, topics } of changes) {
    if (table !== 'pools' || key === null) continue
    const pool = Number(key[0])
    tokens.set(pool, (tokens.get(pool) ?? new Set()).add(String(topics.token)))
  }
  return tokens
}

/**
 * @param tokenOf returns the token of a pool id
 * @param clock determines the current bar
 */
export const barSource = (
  hub: Publishing,
  charts: Pick<Charts, 'since'>,
  tokenOf: (pool: number) => AssetId | undefined,
  clock: () => TimeOfDay,
): Source => {
  const changedBars = (changes: readonly Change[]): Iterable<ChangedBars> => {
    const tokens = changedTokens(changes)
    const changed = new Map<string, ChangedBars>()
    for (const { table, key } of changes) {
      if (table !== 'bars' || key === null) continue
      const [pool = -1, at = -1, time = 0] = key.map(Number)
      const resolution = RESOLUTIONS[at]
      if (resolution === undefined) continue
      for (const token of new Set([...(tokens.get(pool) ?? []), tokenOf(pool)])) {
        if (token === undefined) continue
        const name = `${token} ${at}`
        const bars = changed.get(name) ?? { token, resolution, times: new Set() }
        bars.times.add(time)
        changed.set(name, bars)
      }
    }
    return changed.values()
  }

  return {
    publishChanges(changes, now) {
      const wanted = KINDS.filter(([topic]) => (hub.subscriptions.get(topic) ?? 0) > 0)
      if (wanted.length === 0) return
      for (const { token, resolution, times } of changedBars(changes))
        for (const interval of intervalsOf(resolution))
          for (const [topic, kind] of wanted)
            for (const pair of [
              { base: token, quote: ADA },
              { base: ADA, quote: token },
            ]) {
              const channel = { topic, key: barsKey(pair.base, pair.quote, interval), conflationKey: '' }
              if (!hub.isWanted(topic, channel.key)) continue
              const changed = [...times].map((time) => historyBucket(interval, time))
              const bars = charts.since(
                kind,
                pair,
                interval,
                Math.min(...changed),
                Math.floor(clock() / 1000),
              )
              const present = new Set(bars.map(({ time }) => time))
              const removed = changed.filter((time) => !present.has(time))
              if (removed.length > 0) {
                const from = Math.min(...removed)
                const data = JSON.stringify({ pair, interval, from })
                hub.publish({ ...channel, event: 'BarRemoved', data, part: `removed ${from}` }, now)
              }
              for (const { time, json } of bars) hub.publish({ ...channel, data: json, part: `${time}` }, now)
            }
    },
  }
}
