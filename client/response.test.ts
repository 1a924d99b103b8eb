// A response becomes its value, or an error with the response's whole content.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataOf, foundOf, ServiceError } from './response.ts'

const refused = (headers: Record<string, string>, error?: unknown, status = 500) => ({
  error,
  response: new Response(null, { status, headers }),
})

test('an error answer is thrown with its cause, its code and the seconds to wait', () => {
  const error = { cause: 'SERVER_ERROR', message: 'Order not found: it is not in a block yet' }
  const message = `the service answered 500: ${error.message}`
  for (const [answer, expected] of [
    [
      refused({ 'X-Error-Code': 'NOT_IN_BLOCK', 'Retry-After': '20' }, error),
      [500, error.cause, message, 'NOT_IN_BLOCK', 20],
    ],
    [
      refused({ 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 'Bad gateway', 502),
      [502, '', 'the service answered 502: without a reason', undefined, undefined],
    ],
  ] as const)
    assert.throws(
      () => dataOf(answer),
      (thrown) => {
        assert.ok(thrown instanceof ServiceError)
        const { status, cause, message, code, retryAfter } = thrown
        assert.deepEqual([status, cause, message, code, retryAfter], expected)
        return true
      },
    )
  assert.equal(foundOf(refused({}, error, 404)), null)
})
