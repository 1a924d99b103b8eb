// Frames with different beginnings that share the rest.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataStart, SharedRest } from './frames.ts'

test('each beginning is followed by the rest, whatever the lengths of the beginnings before it', () => {
  const shared = new SharedRest(Buffer.from(',"data":"é"}'))
  for (const id of [
    '1',
    '2',
    '22',
    '1',
    '"\\',
    'é',
    '😀'.repeat(64),
    '\ud800'.repeat(128),
    '\u0000'.repeat(128),
    '',
  ])
    assert.deepEqual(JSON.parse(Buffer.from(shared.after(dataStart(id))).toString()), {
      requestId: id,
      data: 'é',
    })
})

test('a beginning that is too long is an error', () => {
  assert.throws(() => new SharedRest(Buffer.from('}')).after('x'.repeat(1_025)), RangeError)
})
