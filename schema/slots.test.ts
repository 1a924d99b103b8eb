// Slots of the public networks equal those of their operations configs.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { PUBLIC_SLOTS } from './slots.ts'

test('the slots of the public networks are those of their operations configs', () => {
  const found = Object.keys(PUBLIC_SLOTS).map((network) => {
    const file = new URL(`config/networks/${network}/operations.json`, import.meta.url)
    return [network, JSON.parse(readFileSync(file, 'utf8')).slots]
  })
  assert.equal(found.length, 3)
  assert.deepEqual(Object.fromEntries(found), PUBLIC_SLOTS)
})
