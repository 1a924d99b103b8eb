import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Mutant, mutantsOf, withFault } from './mutants-of.ts'

const faulty = (text: string): string[] => mutantsOf('a.ts', text).map((mutant) => withFault(text, mutant))

test('each fault changes one place', () => {
  assert.deepEqual(faulty('if (a < 1n && !b) go()'), [
    'if (!(a < 1n && !b)) go()',
    'if (a < 1n || !b) go()',
    'if (a <= 1n && !b) go()',
    'if (a < 2n && !b) go()',
    'if (a < 1n && b) go()',
    'if (a < 1n && !b) void 0',
  ])
  assert.deepEqual(faulty('const most = Math.min(a ? 1 : 2, 3)'), [
    'const most = Math.max(a ? 1 : 2, 3)',
    'const most = Math.min(!(a) ? 1 : 2, 3)',
    'const most = Math.min(a ? 2 : 2, 3)',
    'const most = Math.min(a ? 1 : 3, 3)',
    'const most = Math.min(a ? 1 : 2, 4)',
  ])
})

test('texts, types and lines of the log are left as they are', () => {
  for (const text of [
    "const name = 'a' + b",
    'const name: 1 | true = x',
    'interface A { readonly a: 1 }',
    "this.#logger.info({ a }, 'it began')",
    'const name = key.toString()',
  ])
    assert.deepEqual(faulty(text), [])
})

test('a fault has its line', () => {
  const lines = mutantsOf('a.ts', 'const a = b\n\nconst c = d > e\n').map(({ line }: Mutant) => line)
  assert.deepEqual(lines, [3])
})
