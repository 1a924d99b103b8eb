// Names of tokens for charts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOf } from './symbols.ts'
import { symbolName } from './units.ts'

test('a token is named by its ticker, without one by its name, and without both by its asset id', () => {
  const named = (ticker: string, name: string) => nameOf({ info: { ticker, name, asset: 'the asset' } })
  assert.deepEqual(
    [named('CAT', 'Cat'), named('', 'Cat'), named('CAT', ''), named('', '')],
    ['CAT', 'Cat', 'CAT', 'the asset'],
  )
})

test('a name keeps its own colons and slashes, without the exchange before it and the unit after it', () => {
  for (const name of ['CAT', 'a:CAT', 'AC/DC', 'launchpad', ':', '']) {
    assert.deepEqual(symbolName(name), { name, unit: 'ADA' })
    assert.deepEqual(symbolName(`launchpad:${name}/ADA`), { name, unit: 'ADA' })
    assert.deepEqual(symbolName(`LAUNCHPAD:${name}/Lovelace`), { name, unit: 'lovelace' })
  }
  assert.deepEqual(symbolName('launchpad:CAT/ADA/lovelace'), { name: 'CAT/ADA', unit: 'lovelace' })
})
