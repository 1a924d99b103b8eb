import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { squarify, squarifyLargest } from './treemap.ts'

test('boxes have areas in proportion to the values and fill the map without overlapping', () => {
  const values = fc
    .array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 60 })
    .map((list) => list.sort((a, b) => b - a))
  fc.assert(
    fc.property(values, (list) => {
      const boxes = squarify(list, 900, 500)
      const total = list.reduce((a, b) => a + b, 0)
      assert.equal(boxes.length, list.length)
      for (const [at, { x, y, w, h }] of boxes.entries()) {
        assert.ok(Math.abs((w * h) / (900 * 500) - (list[at] ?? 0) / total) < 1e-9)
        assert.ok(x >= -1e-6 && y >= -1e-6 && x + w <= 900 + 1e-6 && y + h <= 500 + 1e-6)
        for (const other of boxes.slice(0, at))
          assert.ok(
            x >= other.x + other.w - 1e-6 ||
              other.x >= x + w - 1e-6 ||
              y >= other.y + other.h - 1e-6 ||
              other.y >= y + h - 1e-6,
          )
      }
    }),
  )
})

test('of many values those are laid out whose boxes have a least size', () => {
  const values = Array.from({ length: 60 }, (_, n) => 1_000_000 / (n + 1) ** 2)
  const boxes = squarifyLargest(values, 366, 585, { w: 46, h: 30 })
  assert.ok(boxes.length > 4 && boxes.length < 60)
  assert.ok(boxes.every(({ w, h }) => w >= 46 && h >= 30))
  assert.deepEqual(boxes, squarify(values.slice(0, boxes.length), 366, 585))
})
