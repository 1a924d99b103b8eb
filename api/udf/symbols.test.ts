// Names of tokens for charts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf } from './symbols.ts'

test('a token is named by its ticker, without one by its name, and without both by its asset id', () => {
  const named = (ticker: string, name: string) => nameOf({ info: { ticker, name, asset: 'the asset' } })
  assert.deepEqual(
    [named('CAT', 'Cat'), named('', 'Cat'), named('CAT', ''), named('', '')],
    ['CAT', 'Cat', 'CAT', 'the asset'],
  )
})
