// Tests frames of bars while models are folded and rolled back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../../projections/interpret/testing/interpreted.ts'
import { poolReadsOf } from '../../../../projections/read/queries/pools.ts'
import { CAT, chain, FIRST_SLOT, launch } from '../../../../projections/testing/folded-chain.ts'
import { ADA } from '../../../../schema/primitives.ts'
import { EVENT_OF } from '../../../../schema/responses/feed.ts'
import { slotTime } from '../../../../schema/slots.ts'
import { Charts } from '../../../charts/charts.ts'
import { ModelsReads } from '../../../models-reads.ts'
import { checkFrame } from '../../testing/check-frame.ts'
import { dataRest, dataStart } from '../frames.ts'
import type { Update } from '../hub.ts'
import { barsKey } from '../topics.ts'
import { barSource } from './bar-source.ts'

test('a launch makes the first bar of a pair, and its rollback is sent as BarRemoved', (t) => {
  const { fold, undo, reader } = chain(t)
  const sent: unknown[] = []
  const hub = {
    isWanted: (_: string, key: string) => key.endsWith('hour1'),
    subscriptions: new Map([['LastBar', 1] as const, ['MCapBar', 1] as const]),
    publish({ topic, key, data, event = EVENT_OF[topic] }: Update) {
      const frame: unknown = JSON.parse(dataStart('1') + String(dataRest(event, data)))
      checkFrame(frame)
      sent.push({ event, key, data: JSON.parse(String(data)) })
    },
  }
  const charts = new Charts(new ModelsReads(reader), { cacheBytes: 0 })
  const pools = poolReadsOf(reader)
  // The last millisecond of the bar's hour.
  const now = (Math.floor(slotTime(operations, FIRST_SLOT + 120) / 3_600) + 1) * 3_600_000 - 1
  const source = barSource(
    hub,
    charts,
    (pool) => pools().placeOf(pool)?.token,
    () => now,
  )
  const frames = (
    dataOf: (topic: 'LastBar' | 'MCapBar', pair: { base: string; quote: string }) => unknown,
    removal?: 'BarRemoved',
  ) =>
    (['LastBar', 'MCapBar'] as const).flatMap((topic) =>
      [
        { base: CAT.token, quote: ADA },
        { base: ADA, quote: CAT.token },
      ].map((pair) => ({
        event: removal ?? EVENT_OF[topic],
        key: barsKey(pair.base, pair.quote, 'hour1'),
        data: dataOf(topic, pair),
      })),
    )
  reader.on('changed', (changes) =>
    source.publishChanges(changes ?? assert.fail('changes without names'), now),
  )
  fold(launch())
  const held = (topic: 'LastBar' | 'MCapBar', pair: { base: string; quote: string }): unknown =>
    JSON.parse(
      charts.since(topic === 'LastBar' ? 'bar' : 'mcap', pair, 'hour1', 0, Math.floor(now / 1000))[0]?.json ??
        assert.fail('no bar'),
    )
  assert.ok(frames(held).every(({ data }) => Object(data).isRelevant === true))
  assert.deepEqual(sent.splice(0), frames(held))
  const [bar] = charts.since('bar', { base: CAT.token, quote: ADA }, 'hour1', 0, 0)
  undo(1)
  assert.deepEqual(
    sent.splice(0),
    frames((_, pair) => ({ pair, interval: 'hour1', from: bar?.time }), 'BarRemoved'),
  )
})
