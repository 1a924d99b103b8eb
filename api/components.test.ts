import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPONENT_NAMES, chosenBasePaths, chosenComponents } from './components.ts'

test('the setting chooses components by name, in the order of the list; all when it is absent', () => {
  assert.deepEqual(chosenComponents(undefined), COMPONENT_NAMES)
  assert.deepEqual(chosenComponents('utxos,charts'), ['charts', 'utxos'])
  assert.deepEqual(chosenComponents('utxos'), ['utxos'])
})

test('a name that is none is refused with those there are', () => {
  assert.throws(() => chosenComponents('utxos,operations'), {
    name: 'StartupError',
    message: `COMPONENTS must be a list of ${COMPONENT_NAMES.join(', ')}, separated by commas, not "utxos,operations"`,
  })
})

test('path prefixes are of components that are served, each once', () => {
  const charts = chosenComponents('charts,feed')
  assert.deepEqual(chosenBasePaths(undefined, charts), new Map())
  assert.deepEqual(
    chosenBasePaths('feed=/live,charts=/a/b', charts),
    new Map([
      ['feed', '/live'],
      ['charts', '/a/b'],
    ]),
  )
  for (const text of ['builder=/builder', 'charts=/a,charts=/b'])
    assert.throws(() => chosenBasePaths(text, charts), {
      name: 'StartupError',
      message: `BASE_PATHS must name components that are served, each once: charts, feed; not "${text}"`,
    })
})
