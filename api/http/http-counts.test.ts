import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HttpCounts } from './http-counts.ts'

test('each request counts in its route by the first digit of its status, and errors by their cause', () => {
  const counts = new HttpCounts()
  const [one, other] = [counts.route('GET', '/one'), counts.route('POST', '/other')]
  for (const status of [200, 204, 304, 404, 503]) one.responded(status, performance.now())
  other.responded(200, performance.now())
  counts.failed('NOT_FOUND')
  assert.deepEqual(
    counts.routes.map(({ method, path, classes }) => [method, path, ...classes]),
    [
      ['GET', '/one', 0, 0, 2, 1, 1, 1],
      ['POST', '/other', 0, 0, 1, 0, 0, 0],
    ],
  )
  assert.equal(counts.responses, 6)
  assert.deepEqual([counts.errors.get('NOT_FOUND'), counts.errors.get('SERVER_ERROR')], [1, 0])
})
