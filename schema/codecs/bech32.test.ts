import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bech32 } from '@scure/base'
import fc from 'fast-check'
import { bech32Writer } from './bech32.ts'

test('bytes of any length are written as the general library writes them', () => {
  const writers = ['addr', 'addr_test', 'a'].map((prefix) => ({ prefix, write: bech32Writer(prefix) }))
  fc.assert(
    fc.property(
      fc.constantFrom(...writers),
      fc.uint8Array({ maxLength: 120 }),
      ({ prefix, write }, bytes) => {
        assert.equal(write(bytes), bech32.encode(prefix, bech32.toWords(bytes), false))
      },
    ),
  )
})
