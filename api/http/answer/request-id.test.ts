import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRequestId, REQUEST_ID_LENGTH, uuidWriter } from './request-id.ts'

test('ids are version 4 UUIDs, written where asked and nowhere else', () => {
  const write = uuidWriter()
  const seen = new Set<string>()
  for (let count = 0; count < 3_000; count += 1) {
    const target = Buffer.alloc(REQUEST_ID_LENGTH + 4, '#')
    write(target, 2)
    const text = target.toString('latin1')
    assert.match(text, /^##[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}##$/)
    seen.add(text)
  }
  assert.equal(seen.size, 3_000)
})

test('the digits are the random bytes, save for version and variant', () => {
  const write = uuidWriter((bytes) => bytes.set(bytes.map((_, index) => index % 256)))
  const target = Buffer.alloc(REQUEST_ID_LENGTH)
  write(target, 0)
  assert.equal(target.toString('latin1'), '00010203-0405-4607-8809-0a0b0c0d0e0f')
  write(target, 0)
  assert.equal(target.toString('latin1'), '10111213-1415-4617-9819-1a1b1c1d1e1f')
})

test("a client's id is taken when it is safe in headers and logs", () => {
  for (const id of ['a', 'A-z_0.9', 'x'.repeat(128)]) assert.ok(isRequestId(id), id)
  for (const id of ['', 'x'.repeat(129), 'a b', 'a\n', 'é', '{}']) assert.ok(!isRequestId(id), id)
})
