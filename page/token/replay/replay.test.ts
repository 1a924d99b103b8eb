import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ordersUntil } from '../../../client/orders-until.ts'
import { lifeUntil, timeIn } from './life-until.ts'

test('the life of a token up to a time has the bars that had begun, and ends where the next bar begins', () => {
  const bars = [{ time: 300 }, { time: 600 }, { time: 1_500 }]
  assert.deepEqual(lifeUntil(bars, undefined), { bars, until: Number.POSITIVE_INFINITY })
  assert.deepEqual(lifeUntil(bars, 2_000), { bars, until: Number.POSITIVE_INFINITY })
  assert.deepEqual(lifeUntil(bars, 1_499), { bars: bars.slice(0, 2), until: 1_500 })
  assert.deepEqual(lifeUntil(bars, 0), { bars: bars.slice(0, 1), until: 600 })
  assert.deepEqual(lifeUntil([], 5), { bars: [], until: Number.POSITIVE_INFINITY })
})

test('the time of an address is a whole number of seconds, and anything else is none', () => {
  assert.equal(timeIn('?at=1764000000'), 1_764_000_000)
  for (const query of ['', '?at=', '?at=-1', '?at=1e9', '?at=123456789012', '?at=x'])
    assert.equal(timeIn(query), undefined)
})

test('the orders before a time are found with few requests, also among equal times', async () => {
  const [SIZE, PAGE] = [1_000, 7]
  const all = Array.from({ length: SIZE }, (_, n) => ({ n, timestamp: 5_000 - Math.floor(n / 3) * 4 }))
  for (let until = 3_600; until <= 5_010; until += 3) {
    let requests = 0
    const found = await ordersUntil(until, async (offset) => {
      requests++
      return { rows: all.slice(offset, offset + PAGE), count: SIZE }
    })
    const expected = all.filter(({ timestamp }) => timestamp < until)
    assert.equal(found.count, expected.length, `${until}`)
    assert.deepEqual(found.rows[0], expected[0], `${until}`)
    assert.ok(requests <= 12, `${requests} requests`)
  }
  assert.deepEqual(await ordersUntil(9, async () => ({ rows: [], count: 0 })), { rows: [], count: 0 })
})

test('the orders before a time are found although a block or a fork moves the rows meanwhile', async () => {
  const [SIZE, PAGE] = [100, 7]
  const before = Array.from({ length: SIZE }, (_, n) => ({ n, timestamp: 1_000 - n }))
  for (const after of [[{ n: -1, timestamp: 1_001 }, ...before], before.slice(3)])
    for (let until = 900; until <= 990; until++)
      for (let moves = 1; moves <= 8; moves++) {
        let requests = 0
        const found = await ordersUntil(until, async (offset) => {
          const all = requests++ < moves ? before : after
          return { rows: all.slice(offset, offset + PAGE), count: all.length }
        })
        const expected = (requests <= moves ? before : after).filter(({ timestamp }) => timestamp < until)
        const { rows, count } = found
        assert.deepEqual([rows[0], count], [expected[0], expected.length], `${until}, ${moves}`)
      }
})
