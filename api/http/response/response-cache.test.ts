import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compressor } from './compressor.ts'
import type { Preferences, WholeResponse } from './representation.ts'
import { ResponseCache } from './response-cache.ts'

const PLAIN: Preferences = { acceptEncoding: '', ifNoneMatch: '' }
const compressor = new Compressor()

const responseOf = (body: string): WholeResponse => ({
  status: 200,
  contentType: 'application/json',
  cache: 'no-cache',
  headers: {},
  body: Buffer.from(body),
})

const start = (limit: number) => {
  const cache = new ResponseCache(limit)
  const now = { state: '1' }
  return {
    cache,
    now,
    hold: (request: string, body: string, etag?: string) =>
      cache.put(request, responseOf(body), { shown: now.state, state: () => now.state, etag }),
    find: (request: string) => {
      const found = cache.find(request)?.for(PLAIN, compressor)
      return found instanceof Promise ? assert.fail('it is compressed') : found?.body?.toString()
    },
  }
}

test('an answer is held from the second time on, for as long as its state is the same', () => {
  const { now, hold, find } = start(100_000)
  hold('/a?', 'one')
  assert.equal(find('/a?'), undefined)
  hold('/a?', 'one')
  assert.deepEqual([find('/a?'), find('/b?')], ['one', undefined])
  now.state = '2'
  assert.equal(find('/a?'), undefined)
  // A request that was sent often enough is cached again at once.
  hold('/a?', 'two')
  assert.equal(find('/a?'), 'two')
})

test('what several made at one time is held once', () => {
  const { cache, now, hold } = start(100_000)
  hold('/a?', 'one')
  const held = hold('/a?', 'one')
  const { bytes } = cache
  assert.equal(hold('/a?', 'one'), held)
  assert.equal(cache.bytes, bytes)
  now.state = '2'
  assert.notEqual(hold('/a?', 'two'), held)
})

test('what is held stays as it was when its bytes are written to', () => {
  const { cache, find } = start(100_000)
  const response = { ...responseOf('x'.repeat(10_000)), isBorrowed: true }
  for (let time = 0; time < 2; time++)
    cache.put('/a?', response, { shown: '1', state: () => '1', etag: undefined })
  response.body.fill(0)
  assert.equal(find('/a?'), 'x'.repeat(10_000))
})

test('answers are held up to the limit, with requests and compressed forms', async () => {
  const { cache, hold, find } = start(30_000)
  const body = 'x'.repeat(8_000)
  const holdTwice = (request: string) => {
    hold(request, body)
    return hold(request, body)
  }
  for (const request of ['/a', '/b', '/c']) holdTwice(request)
  const before = cache.bytes
  assert.ok(before > 3 * body.length && before <= 30_000)
  const compressed = await cache.find('/b')?.for({ ...PLAIN, acceptEncoding: 'gzip' }, compressor)
  assert.equal(cache.bytes - before, compressed?.body?.length)
  holdTwice('/d')
  assert.deepEqual(
    ['/a', '/b', '/c', '/d'].map((request) => find(request) !== undefined),
    [false, true, true, true],
  )
  holdTwice(`/${'e'.repeat(10_000)}`)
  assert.equal(find(`/${'e'.repeat(10_000)}`), undefined)
})

test('a held answer is 304 for a client that has it', () => {
  const { cache, hold } = start(100_000)
  hold('/a?', 'one', '"1"')
  hold('/a?', 'one', '"1"')
  const response = cache.find('/a?')?.for({ ...PLAIN, ifNoneMatch: '"1"' }, compressor)
  assert.deepEqual(response, {
    status: 304,
    contentType: '',
    cache: 'no-cache',
    headers: { ETag: '"1"' },
    body: undefined,
  })
})

test('a limit of 0 holds nothing', () => {
  const { cache, hold, find } = start(0)
  for (let time = 0; time < 3; time++) hold('/a?', '')
  assert.deepEqual([find('/a?'), cache.bytes], [undefined, 0])
})
