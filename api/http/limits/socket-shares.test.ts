import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../../schema/errors.ts'
import { SocketShares } from './socket-shares.ts'

const attempt = (shares: SocketShares, address: string, kind = 'feed', isLocal = false) => {
  try {
    return shares.enter(kind, 2, { address, isLocal, isProxied: true })
  } catch (error) {
    assert.ok(error instanceof ApiError && error.headers['Retry-After'] === '60')
    return error.cause
  }
}

/** @returns counts of open connections (`taken`) and of each cause of a refusal */
const outcomes = (addresses: readonly string[], shares = new SocketShares(1_000)): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const address of addresses) {
    const entered = attempt(shares, address)
    const outcome = typeof entered === 'string' ? entered : 'taken'
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const times = (most: number, addressOf: (n: number) => string) =>
  Array.from({ length: most }, (_, n) => addressOf(n))

test('an address, a /64 and a /48 network have shares, and networks beside them have their own', () => {
  for (const [addressOf, taken] of [
    [() => '198.51.100.7', 2],
    [(n: number) => `2001:db8:1:2::${n.toString(16)}`, 2],
    [(n: number) => `2001:db8:5:${n.toString(16)}::1`, 8],
    [(n: number) => `2001:db8:${n.toString(16)}::1`, 60],
  ] as const) {
    const { taken: counted, RATE_LIMITED: refused = 0 } = outcomes(times(60, addressOf))
    assert.deepEqual([counted, refused], [taken, 60 - taken])
  }
  // The same network in other notations.
  const written = ['2001:db8::1', '2001:0db8:0:0:1::', '2001:DB8:0000::2']
  assert.deepEqual(outcomes(written), { taken: 2, RATE_LIMITED: 1 })
})

test('kinds have shares of their own, and an end makes room', () => {
  const shares = new SocketShares(1_000)
  const [first, second, third] = times(3, () => '2001:db8::1').map((address) => attempt(shares, address))
  assert.deepEqual([typeof first, typeof second, third], ['function', 'function', 'RATE_LIMITED'])
  assert.equal(typeof attempt(shares, '2001:db8::1', 'ogmios'), 'function')
  if (typeof first === 'function') first()
  assert.equal(typeof attempt(shares, '2001:db8::2'), 'function')
  assert.equal(attempt(shares, '2001:db8::3'), 'RATE_LIMITED')
})

test('all connections have a total, in which those of this machine count', () => {
  const shares = new SocketShares(3)
  const local = times(2, () => '127.0.0.1').map((address) => attempt(shares, address, 'feed', true))
  const three = times(3, (n) => `198.51.100.${n}`)
  assert.deepEqual(outcomes(three, shares), { taken: 1, SERVICE_UNAVAILABLE: 2 })
  assert.equal(attempt(shares, '127.0.0.1', 'feed', true), 'SERVICE_UNAVAILABLE')
  for (const leave of local) if (typeof leave === 'function') leave()
  assert.deepEqual(outcomes(three, shares), { taken: 2, SERVICE_UNAVAILABLE: 1 })
})
