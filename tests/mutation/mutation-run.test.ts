import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutants-of.ts'
import { drawMutants, roundsOf } from './mutation-run.ts'
import { nearestTests } from './nearest-tests.ts'

const mutant = (path: string, at: number): Mutant => ({ path, at, from: '<', to: '<=', line: 1 })
const all = Array.from({ length: 20 }, (_, at) => mutant(at % 2 === 0 ? 'a.ts' : 'b.ts', at))

test('a seed draws the same different faults again', () => {
  const drawn = drawMutants(all, 7, 12)
  assert.deepEqual(drawMutants(all, 7, 12), drawn)
  assert.equal(new Set(drawn).size, 12)
  assert.notDeepEqual(drawMutants(all, 8, 12), drawn)
  assert.equal(drawMutants(all, 7, 100).length, 20)
})

test('a round has at most one fault of each file', () => {
  assert.deepEqual(roundsOf([mutant('a.ts', 1), mutant('b.ts', 2), mutant('a.ts', 3)]), [
    [mutant('a.ts', 1), mutant('b.ts', 2)],
    [mutant('a.ts', 3)],
  ])
})

test('tests that import a file are nearer than those that import its users', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const files = [
    'tests/mutation/mutants-of.ts',
    'tests/mutation/source-copy.ts',
    'tests/mutation/mutation-run.ts',
  ]
  const nearestOf = nearestTests(root, files)
  assert.deepEqual(nearestOf('tests/mutation/source-copy.ts'), [['tests/mutation/mutation-run.test.ts']])
  assert.deepEqual(nearestOf('tests/mutation/mutants-of.ts'), [
    ['tests/mutation/mutants-of.test.ts', 'tests/mutation/mutation-run.test.ts'],
  ])
})
