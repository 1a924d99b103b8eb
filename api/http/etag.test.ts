import assert from 'node:assert/strict'
import { test } from 'node:test'
import { etagOf, matchesEtag } from './etag.ts'

test('an ETag is quoted, of the content alone, and the same for text and bytes', () => {
  const etag = etagOf('body')
  assert.match(etag, /^"[A-Za-z0-9_-]{43}"$/)
  assert.equal(etagOf(Buffer.from('body')), etag)
  assert.notEqual(etagOf('bodies'), etag)
})

test('If-None-Match may name one, several, weakly or any', () => {
  for (const header of ['"a"', ' "a" ', '"b", "a"', 'W/"a"', '"b",W/"a"', '*', ' * '])
    assert.ok(matchesEtag(header, '"a"'), header)
  for (const header of ['', 'a', '"b"', '"a', '"aa"', 'W/"b"', '"*"'])
    assert.ok(!matchesEtag(header, '"a"'), header)
})
