// Connections without requests over TCP. The connections come from an address other than loopback, since loopback has no limits.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { until } from '../../tests/kit/until.ts'
import { isOlderServer, loadNativeServer } from './native-server.ts'
import { requestText, statusesOf } from './testing/raw-http.ts'
import { sampleRoutes } from './testing/sample-routes.ts'
import { startTestServer } from './testing/test-server.ts'

const CONFIG = requestText('GET /config.json')

const own = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address

const limitsOf = async (): Promise<string | false> => {
  await loadNativeServer()
  if (isOlderServer()) return 'the older build does not report connections'
  return own === undefined && 'this machine has no address beside loopback'
}

const rate = { perMinute: 1, burst: 5 }

test('a connection without a request, with half of one, or after an answer, is closed', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes)
  const ends = await Promise.all(
    ['', 'GET /config.json HTTP/1.1\r\nHos', CONFIG].map((text) => statusesOf(port, text, 2)),
  )
  assert.deepEqual(ends, [['closed'], ['closed'], [200, 'closed']])
})

test('a client opens as many connections as it may send requests, and a refused request ends its connection', async (t) => {
  const skipped = await limitsOf()
  if (skipped) return t.skip(skipped)
  const options = { host: '0.0.0.0', rateLimits: { read: rate, build: rate, launch: rate, picture: rate } }
  const { port } = await startTestServer(t, sampleRoutes, options)
  const opened: Socket[] = []
  t.after(() => {
    for (const socket of opened) socket.destroy()
  })
  const open = async (host: string): Promise<Socket> => {
    const socket = connect(port, host)
      .on('error', () => {})
      .resume()
    opened.push(socket)
    await once(socket, 'connect')
    return socket
  }
  const ofClient = await Promise.all(Array.from({ length: 40 }, () => open(own ?? '')))
  await until(
    'the connections above the limit are closed',
    () => ofClient.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length >= 35,
  )
  const left = ofClient.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded)
  assert.equal(left.length, 5)
  assert.deepEqual(await statusesOf(port, CONFIG, 1), [200])
  const [socket] = left
  assert.ok(socket)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  const statuses = (): string[] => [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => `${status}`)
  for (let asked = 1; asked <= 6; asked++) {
    socket.write(CONFIG)
    await until('the answer', () => statuses().length === asked)
  }
  await until('the end', () => socket.destroyed)
  assert.deepEqual(statuses(), [...Array(5).fill('200'), '429'])
})
