import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodedEtag, etagOf, matchedEtag, versionEtag } from './etag.ts'

test('an ETag is quoted, of the content alone, and the same for text and bytes', () => {
  const etag = etagOf('body')
  assert.match(etag, /^"[A-Za-z0-9_-]{43}"$/)
  assert.equal(etagOf(Buffer.from('body')), etag)
  assert.notEqual(etagOf('bodies'), etag)
})

test('If-None-Match may name one, several, weakly or any', () => {
  for (const header of ['"a"', ' "a" ', '"b", "a"', 'W/"a"', '"b",W/"a"', '*', ' * '])
    assert.equal(matchedEtag(header, '"a"'), '"a"', header)
  for (const header of ['', 'a', '"b"', '"a', '"aa"', 'W/"b"', '"*"', '"a-zstd"'])
    assert.equal(matchedEtag(header, '"a"'), undefined, header)
})

test('a compressed answer has an ETag of its own, which is current as long as the plain one is', () => {
  assert.equal(encodedEtag('"a"', 'br'), '"a-br"')
  assert.equal(encodedEtag('"a"', 'gzip'), '"a-gzip"')
  assert.equal(encodedEtag('"a"', undefined), '"a"')
  assert.equal(matchedEtag('"b", "a-br"', '"a"'), '"a-br"')
  assert.equal(matchedEtag('W/"a-gzip"', '"a"'), '"a-gzip"')
})

test('the ETag of a version is not that of another version', () => {
  assert.match(versionEtag('3.1'), /^"[A-Za-z0-9_-]{12}\.3\.1"$/)
  assert.notEqual(versionEtag('3.1'), versionEtag('3.2'))
})
