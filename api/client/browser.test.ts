// The client runs in browsers: what it is made of needs nothing of Node, and no schemas, which would be most of its size.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Everything that is left of a file's imports when its types are gone, with theirs. */
const importsOf = (file: URL, found = new Set<string>()): Set<string> => {
  for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s([^'\n]*(?:\{[^}]*\})?)\sfrom\s'([^']+)'/gm,
  )) {
    if (names.startsWith('type ')) continue
    const url = from.startsWith('.') ? new URL(from, file) : undefined
    const name = url?.href ?? from
    if (found.has(name)) continue
    found.add(name)
    if (url !== undefined) importsOf(url, found)
  }
  return found
}

test('the client imports one package and nothing of Node', () => {
  const all = [...importsOf(new URL('client.ts', import.meta.url))]
  assert.ok(all.some((name) => name.endsWith('/schema/answers/pool-lists.ts')))
  assert.deepEqual(all.filter((name) => !name.startsWith('file:')).sort(), ['openapi-fetch'])
})
