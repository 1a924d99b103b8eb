import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../../../schema/errors.ts'
import { type RateClass, type RateLimitSettings, RateLimits } from './rate-limits.ts'

const limitsOf = (given: Partial<RateLimitSettings>) => {
  let now = 1_000
  const limits = new RateLimits(
    { read: undefined, build: undefined, launch: undefined, picture: undefined, ...given },
    () => now,
  )
  /** @returns the headers of the refusal, if there is one */
  const take = (kind: RateClass, address = '192.0.2.1') => {
    try {
      limits.consume(kind, address)
      return undefined
    } catch (error) {
      assert.ok(error instanceof ApiError && error.cause === 'RATE_LIMITED')
      return error.headers
    }
  }
  return { take, pass: (milliseconds: number) => (now += milliseconds) }
}

test('a burst is taken, then one request in each interval', () => {
  const { take, pass } = limitsOf({ read: { perMinute: 600, burst: 5 } })
  for (let n = 0; n < 5; n += 1) assert.equal(take('read'), undefined)
  assert.deepEqual(take('read'), {
    'Retry-After': '1',
    'X-RateLimit-Limit': '5',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': '1',
  })
  pass(99)
  assert.ok(take('read'))
  pass(1)
  assert.equal(take('read'), undefined)
  assert.ok(take('read'))
  pass(60_000)
  for (let n = 0; n < 5; n += 1) assert.equal(take('read'), undefined)
  assert.ok(take('read'))
})

test('waiting as long as Retry-After says is enough', () => {
  const { take, pass } = limitsOf({ launch: { perMinute: 6, burst: 5 } })
  for (let n = 0; n < 5; n += 1) take('launch')
  const headers = take('launch')
  assert.deepEqual([headers?.['Retry-After'], headers?.['X-RateLimit-Reset']], ['10', '50'])
  pass(10_000)
  assert.equal(take('launch'), undefined)
})

test('clients and classes have buckets of their own, and 0 is no limit', () => {
  const { take } = limitsOf({ read: { perMinute: 60, burst: 1 }, build: { perMinute: 60, burst: 1 } })
  assert.equal(take('read'), undefined)
  assert.ok(take('read'))
  assert.equal(take('build'), undefined)
  assert.equal(take('read', '192.0.2.2'), undefined)
  assert.equal(take('read', '2001:db8::1'), undefined)
  assert.ok(take('read', '2001:db8::2'))
  for (let n = 0; n < 1_000; n += 1) assert.equal(take('launch'), undefined)
})

test('whatever the times, a client gets no more than its burst and its rate', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 200 }),
      (perMinute, burst, waits) => {
        const { take, pass } = limitsOf({ read: { perMinute, burst } })
        let taken = 0
        let elapsed = 0
        for (const wait of waits) {
          elapsed += wait
          pass(wait)
          if (take('read') === undefined) taken += 1
          assert.ok(taken <= burst + (elapsed * perMinute) / 60_000 + 1e-6)
        }
      },
    ),
  )
})

test('a /48 network has ten times the limit of a client', () => {
  const { take } = limitsOf({ read: { perMinute: 60, burst: 2 } })
  const taken = Array.from({ length: 160 }, (_, n) => take('read', `2001:db8:5:${n.toString(16)}::1`))
  assert.equal(taken.filter((refusal) => refusal === undefined).length, 20)
  assert.equal(take('read', '2001:db8:6::1'), undefined)
})
