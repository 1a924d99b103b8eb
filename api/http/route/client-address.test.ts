import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartupError } from '../../../schema/errors.ts'
import { Clients, isLoopback, limitKey, readTrustedProxies } from './client-address.ts'

test('without trusted proxies the peer is the client, whatever it says of itself', () => {
  const clients = new Clients(undefined)
  const loopback = '0000:0000:0000:0000:0000:0000:0000:0001'
  for (const [peer, forwarded, address, isLocal] of [
    ['203.0.113.5', '127.0.0.1', '203.0.113.5', false],
    ['127.0.0.1', '203.0.113.5', '127.0.0.1', true],
    [loopback, '', loopback, true],
    ['0000:0000:0000:0000:0000:ffff:cb00:7105', '', '203.0.113.5', false],
  ] as const)
    assert.deepEqual(clients.of(peer, forwarded), { address, isLocal, isProxied: false })
})

test('a trusted proxy names the client: the last address that is no trusted proxy', () => {
  const clients = new Clients(readTrustedProxies('127.0.0.1,10.0.0.0/8,fd00::/8'))
  const of = (peer: string, forwarded: string) => {
    const { address, isLocal } = clients.of(peer, forwarded)
    return isLocal ? `local ${address}` : address
  }
  assert.equal(of('127.0.0.1', '203.0.113.5'), '203.0.113.5')
  assert.equal(of('10.1.2.3', '127.0.0.1, 203.0.113.5, 10.9.9.9,127.0.0.1'), '203.0.113.5')
  assert.equal(of('::ffff:10.1.2.3', '2001:db8::1'), '2001:db8::1')
  assert.equal(of('127.0.0.1', ''), 'local 127.0.0.1')
  // A header that names no client does not exempt the client from limits.
  for (const forwarded of [
    '127.0.0.1',
    '203.0.113.5, somebody',
    ',',
    'unknown',
    '203.0.113.5:',
    '[2001:db8::1',
  ])
    assert.equal(of('127.0.0.1', forwarded), '127.0.0.1', forwarded)
  // Azure's gateway and IIS write the port, and so does Amazon's balancer if it keeps ports. Apache, Envoy, HAProxy, nginx and Squid append
  // to the header.
  for (const [forwarded, address] of [
    ['198.51.100.1, 203.0.113.5', '203.0.113.5'],
    ['198.51.100.1,203.0.113.5, 10.0.0.9', '203.0.113.5'],
    ['198.51.100.1:7, 203.0.113.5:1001 , 10.9.9.9:80', '203.0.113.5'],
    ['unknown, 203.0.113.5', '203.0.113.5'],
    ['"203.0.113.5:1001"', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['[::ffff:cb00:7105]:80', '203.0.113.5'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['"[2001:db8::1]:1001"', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1:1001', '2001:db8:0:0:0:0:0:1'],
    ['[2001:db8::1%25eth0]:80', '2001:db8::1'],
    ['2001:db8::1%eth0', '2001:db8::1'],
  ] as const)
    assert.equal(of('127.0.0.1', forwarded), address, forwarded)
  // An untrusted peer cannot name a client.
  assert.equal(of('198.51.100.1', '127.0.0.1'), '198.51.100.1')
})

test('an item of a trusted proxy that is no address is named once', () => {
  const named: string[] = []
  const clients = new Clients(readTrustedProxies('10.0.0.0/8'), undefined, (item) => named.push(item))
  for (const forwarded of ['203.0.113.5', '203.0.113.5, unknown', '_hidden'])
    clients.of('10.1.1.1', forwarded)
  clients.of('203.0.113.5', 'x')
  assert.deepEqual(named, ['unknown'])
})

test('a proxy of a private network that is not trusted is named once, a stranger never', () => {
  const from = (trusted: string | undefined, ...peers: string[]): string[] => {
    const named: string[] = []
    const clients = new Clients(readTrustedProxies(trusted), (peer) => named.push(peer))
    const request = {
      getHeader: () => '192.0.2.1',
      forEach: (each: (name: string, value: string) => void) => each('x-forwarded-for', '192.0.2.1'),
    }
    for (const peer of peers) {
      const response = { getRemoteAddressAsText: () => new Uint8Array(Buffer.from(peer)).buffer }
      clients.of(peer, clients.forwardedFor(request, response))
    }
    return named
  }
  assert.deepEqual(from(undefined, '203.0.113.5', '127.0.0.1', '127.0.0.1', '10.1.1.1'), ['127.0.0.1'])
  assert.deepEqual(from(undefined, '::ffff:172.30.117.1'), ['172.30.117.1'])
  assert.deepEqual(from('10.0.0.0/8', '10.1.1.1', '203.0.113.5', 'fd00::1'), ['fd00::1'])
})

test('trusted proxies are addresses and subnets, anything else is named', () => {
  assert.equal(readTrustedProxies(undefined), undefined)
  for (const part of ['', 'proxy', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/-1'])
    assert.throws(() => readTrustedProxies(`127.0.0.1,${part}`), StartupError, part)
})

test('a client has the limits of its address, or of its /64', () => {
  assert.equal(limitKey('203.0.113.5'), '203.0.113.5')
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:0db8:0001:0002:0000:0000:0000:0001']
  assert.deepEqual(new Set(same.map(limitKey)), new Set(['2001:db8:1:2']))
  assert.equal(limitKey('2001:db8::'), '2001:db8:0:0')
  assert.equal(limitKey('::1'), '0:0:0:0')
})

test('loopback is all of 127.0.0.0/8 and ::1, however written', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) assert.ok(isLoopback(address))
  for (const address of ['0.0.0.0', '128.0.0.1', '::', '::2', 'localhost', ''])
    assert.ok(!isLoopback(address))
})
