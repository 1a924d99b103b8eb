import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../../schema/errors.ts'
import { apiErrorOf, errorJson } from './errors.ts'

test('an error meant for the caller is answered unchanged', () => {
  const error = new ApiError('NOT_FOUND', 'No "such" pool')
  assert.equal(apiErrorOf(error), error)
  assert.equal(errorJson(error), '{"cause":"NOT_FOUND","message":"No \\"such\\" pool"}')
})

test('anything else is SERVER_ERROR and tells nothing of itself', () => {
  for (const failure of [new Error('secret'), 'secret', undefined, { cause: 'NOT_FOUND' }]) {
    const error = apiErrorOf(failure)
    assert.equal(error.status, 500)
    assert.deepEqual(JSON.parse(errorJson(error)), {
      cause: 'SERVER_ERROR',
      message: 'The server failed to answer this request; report it with the X-Request-ID of this response',
    })
  }
})
