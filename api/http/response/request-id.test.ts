import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRequestId } from './request-id.ts'

test("a client's id is taken when it is safe in headers and logs", () => {
  for (const id of ['a', 'A-z_0.9', 'x'.repeat(128)]) assert.ok(isRequestId(id), id)
  for (const id of ['', 'x'.repeat(129), 'a b', 'a\n', 'é', '{}']) assert.ok(!isRequestId(id), id)
})
