import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalBytes } from './manifest.ts'

test('the size of a backup is that of its files', () => {
  assert.deepEqual([totalBytes([]), totalBytes([{ bytes: 3 }, { bytes: 4 }])], [0, 7])
})
