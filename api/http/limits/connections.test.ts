// Which new connections are closed, and how long a shutdown waits. Only the newer build of uWebSockets.js (for glibc 2.38 or newer) reports
// connections to this code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Clients, readTrustedProxies } from '../route/client-address.ts'
import { Connections } from './connections.ts'
import { InFlight } from './in-flight.ts'
import { RateLimits } from './rate-limits.ts'

const addressBytes = (address: string): ArrayBuffer => new TextEncoder().encode(address).buffer

/** Each client may open three connections in a minute. */
const counted = (most: number) => {
  const read = { perMinute: 1, burst: 3 }
  const limits = new RateLimits({ read, build: undefined, launch: undefined, picture: undefined }, () => 0)
  const connections = new Connections(most, new Clients(readTrustedProxies('10.0.0.0/8')), limits)
  let listener: unknown
  connections.watch({
    filter(given) {
      listener = given
      return Object(this)
    },
  })
  /** @returns whether the connection is closed at once */
  const change = (address: string, by: 1 | -1): boolean => {
    let isClosed = false
    const close = (): void => {
      isClosed = true
    }
    assert.ok(typeof listener === 'function')
    listener({ getRemoteAddressAsText: () => addressBytes(address), close }, by)
    return isClosed
  }
  const open = (...addresses: readonly string[]): boolean[] => addresses.map((each) => change(each, 1))
  return { connections, open, end: (address: string) => change(address, -1) }
}

test('a client opens as many connections as it may send requests, others as many, this machine and proxies more', () => {
  const { open } = counted(100)
  assert.deepEqual(open('1.1.1.1', '1.1.1.1', '1.1.1.1', '1.1.1.1'), [false, false, false, true])
  assert.deepEqual(open('1.1.1.2'), [false])
  for (const address of ['127.0.0.1', '10.1.2.3'])
    assert.deepEqual(open(...Array(9).fill(address)), Array(9).fill(false))
})

test('above the limit only this machine and proxies connect, until a connection ends or becomes a WebSocket', () => {
  const { connections, open, end } = counted(2)
  assert.deepEqual(open('1.1.1.1', '1.1.1.2', '1.1.1.3'), [false, false, true])
  assert.deepEqual(open('127.0.0.1', '10.1.2.3'), [false, false])
  // The refused connection ends too. Five were open, so there is room after the fourth end.
  for (let at = 0; at < 3; at++) assert.equal(end('1.1.1.3'), false)
  assert.deepEqual(open('1.1.1.4'), [true])
  end('1.1.1.4')
  connections.upgraded()
  assert.deepEqual(open('1.1.1.5', '1.1.1.6'), [false, true])
})

test('a shutdown waits for the last request, but not longer than it may', async () => {
  const work = [{}, {}, {}] as const
  const running = new InFlight(work)
  let left: number | undefined
  const drained = running.drained(60_000).then((number) => {
    left = number
  })
  const [first, second, third] = work
  for (const each of [first, {}, first, second]) {
    running.delete(each)
    await new Promise(setImmediate)
    assert.equal(left, undefined)
  }
  running.delete(third)
  await drained
  assert.equal(left, 0)
  assert.equal(await running.drained(60_000), 0)
  assert.equal(await new InFlight(work).drained(1), 3)
})
