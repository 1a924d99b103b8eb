// Properties of every WebSocket of the service, on any path.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { COMPONENT_NAMES } from './components.ts'
import { readTrustedProxies } from './http/route/client-address.ts'
import { startComponents } from './testing/start-components.ts'

const MOST_OF_A_MESSAGE = 128

test('every WebSocket has a share for a client, and limits control frames', async (t) => {
  const trustedProxies = readTrustedProxies('127.0.0.1')
  const { url, sockets } = await startComponents(t, COMPONENT_NAMES, 1, { trustedProxies })
  assert.deepEqual(sockets.map(({ path }) => path).sort(), ['/ogmios', '/websocket/ws', '/ws'])
  for (const [at, { path }] of sockets.entries()) {
    const open = async (host: string): Promise<WebSocket> => {
      const headers = { 'X-Forwarded-For': `2001:db8:${at}:${host}` }
      const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })
      t.after(() => socket.terminate())
      await once(socket, 'open')
      return socket
    }
    for (let n = 0; n < 20; n += 1) await open(`1::${n}`)
    const refused = new WebSocket(`${url.replace('http', 'ws')}${path}`, {
      headers: { 'X-Forwarded-For': `2001:db8:${at}:1::ffff` },
    })
    const [, response] = await once(refused, 'unexpected-response')
    response.resume()
    assert.deepEqual(
      [response.statusCode, response.headers['content-type']],
      [429, 'application/json; charset=utf-8'],
      path,
    )
    for (const frame of ['ping', 'pong'] as const) {
      const socket = await open('2::')
      const closed = once(socket, 'close')
      for (let n = 0; n < 70; n += 1) socket[frame]()
      const [code, reason] = await closed
      assert.deepEqual([code, String(reason)], [1008, 'too many pings'], path)
    }
  }
})

test('messages to Ogmios count against the limit of a client that is not on this machine', async (t) => {
  const trustedProxies = readTrustedProxies('127.0.0.1')
  const build = { perMinute: 1, burst: 2 }
  const rateLimits = { read: undefined, build, launch: undefined, picture: undefined }
  const { url } = await startComponents(t, ['ogmios'], 1, { trustedProxies, rateLimits })
  const codesOf = async (headers: Readonly<Record<string, string>>): Promise<number[]> => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ogmios`, { headers })
    t.after(() => socket.terminate())
    await once(socket, 'open')
    const codes: number[] = []
    for (let n = 0; n < 3; n += 1) {
      socket.send('{"jsonrpc":"2.0","method":"queryNetwork/tip"}')
      const [reply] = await once(socket, 'message')
      codes.push(JSON.parse(String(reply)).error.code)
    }
    return codes
  }
  const remote = await codesOf({ 'X-Forwarded-For': '192.0.2.1' })
  assert.deepEqual(
    [remote, await codesOf({})],
    [
      [-32603, -32603, -32600],
      [-32603, -32603, -32603],
    ],
  )
})

test('an unfinished message takes no more memory than a message may have, on every WebSocket', async (t) => {
  const { url, sockets } = await startComponents(t, COMPONENT_NAMES, 1)
  const KIB = Buffer.alloc(1_024, 0x20)
  for (const { path } of sockets) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`)
    t.after(() => socket.terminate())
    await once(socket, 'open')
    const closed = once(
      socket.on('error', () => {}),
      'close',
    )
    for (let pieces = 0; pieces <= MOST_OF_A_MESSAGE; pieces += 1)
      socket.send(KIB, { fin: false, binary: false })
    await closed
  }
})
