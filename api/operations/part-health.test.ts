import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PartHealth } from './part-health.ts'

test('a part that does not work is named until it works again', () => {
  let losesLines = false
  const parts = new PartHealth()
  parts.check('log', () => !losesLines)
  assert.equal(parts.lacks.length, 0)
  parts.note('builder', false)
  parts.note('images', false)
  parts.note('images', false)
  losesLines = true
  const failing = () => parts.values.flatMap(([name, value]) => (value === 1 ? [name] : []))
  assert.deepEqual(failing(), ['images', 'builder', 'log'])
  assert.deepEqual(
    parts.lacks.map((sentence) => sentence.split(':')[0]),
    [
      'images of launches cannot be stored',
      'transactions cannot be built',
      'lines of the log are lost, since standard error cannot be written',
    ],
  )
  parts.note('images', true)
  losesLines = false
  assert.deepEqual(failing(), ['builder'])
})
