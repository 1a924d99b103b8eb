import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentState, encodedEtag, etagOf, matchedEtag } from './etag.ts'

test('an ETag is the quoted state, and bytes are a state by their content alone', () => {
  assert.equal(etagOf('3.1'), '"3.1"')
  const state = contentState(Buffer.from('body'))
  assert.match(state, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(contentState(Buffer.from('body')), state)
  assert.notEqual(contentState(Buffer.from('bodies')), state)
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
  assert.equal(matchedEtag('"b", "a-br"', '"a"'), '"a-br"')
  assert.equal(matchedEtag('W/"a-gzip"', '"a"'), '"a-gzip"')
})
