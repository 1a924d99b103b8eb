// Sends requests whose end a proxy may find in another place to the build of uWebSockets.js that loads here. The server refuses
// every ambiguous request that it can recognise; docs/operate/reverse-proxy.md describes how each build treats the other
// requests.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { PATIENCE } from '../../fixtures/testing/patience.ts'
import { openSocket } from './testing/raw-http.ts'
import { sampleRoutes } from './testing/sample-routes.ts'
import { startTestServer } from './testing/test-server.ts'

/** A complete request: an answer to it means that the server read it as a request. */
const INNER = 'GET /config.json HTTP/1.1\r\nHost: a\r\n\r\n'
const BODY = '{}'
const CHUNKS = `2\r\n${BODY}\r\n0\r\n\r\n`

const post = (headers: readonly string[], body: string): string =>
  `POST /order HTTP/1.1\r\nHost: a\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`

/** Statuses of the answers on a connection, until it closes or there are so many. */
const statusesOf = async (port: number, text: string, most: number): Promise<(number | 'closed')[]> => {
  const socket = await openSocket(port)
  let came = ''
  let isClosed = false
  socket.on('data', (chunk) => {
    came += chunk.toString('latin1')
  })
  socket.on('close', () => {
    isClosed = true
  })
  socket.write(text)
  const statuses = (): number[] =>
    [...came.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
  const signal = AbortSignal.timeout(PATIENCE)
  while (!isClosed && statuses().length < most)
    await Promise.race([once(socket, 'data', { signal }), once(socket, 'close', { signal })])
  socket.destroy()
  return [...statuses(), ...(isClosed ? ['closed' as const] : [])]
}

test('what could be read as another request than a proxy saw is refused, and what follows it is not answered', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes)
  const refused: Record<string, string> = {
    'two lengths': post(['Content-Length: 2', 'Content-Length: 5'], BODY),
    'one length twice': post(['Content-Length: 2', 'Content-Length: 2'], BODY),
    'chunked, identity': post(['Transfer-Encoding: chunked, identity'], CHUNKS),
    'gzip, chunked': post(['Transfer-Encoding: gzip, chunked'], CHUNKS),
    'two encodings': post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], CHUNKS),
    'another encoding': post(['Transfer-Encoding: xchunked'], CHUNKS),
    'two lengths of a GET': `GET /config.json HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 0\r\n\r\n${BODY}`,
    'two lengths for no route': `PUT /none HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 0\r\n\r\n${BODY}`,
  }
  for (const [name, text] of Object.entries(refused)) {
    assert.deepEqual(await statusesOf(port, text, 2), [400, 'closed'], name)
    assert.deepEqual(await statusesOf(port, text + INNER, 2), ['closed'], `${name}, and a request after it`)
  }
  const plain = post(['Transfer-Encoding: Chunked'], CHUNKS)
  assert.deepEqual(await statusesOf(port, plain + INNER, 2), [400, 200], 'a whole one')
})

test('each build of uWebSockets.js does with other requests what is said of it', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes)
  const { cache } = createRequire(import.meta.url)
  const isOlder = Object.keys(cache).some((path) => path.includes('uWebSockets.js-older-glibc'))
  t.diagnostic(isOlder ? 'the older build' : 'the newer build')
  const both = ['Content-Length: 2', 'Transfer-Encoding: chunked']
  const refused = isOlder ? ['closed'] : [400, 'closed']
  const cases: Record<string, readonly [text: string, expected: readonly unknown[]]> = {
    'a length and chunks': [post(both, CHUNKS), refused],
    'chunks and a length': [post(both.toReversed(), CHUNKS), refused],
    'an empty length before another': [post(['Content-Length:', both[0] ?? ''], BODY), ['closed']],
    'a length with a sign': [post(['Content-Length: +2'], BODY), refused],
    'lengths in a list': [post(['Content-Length: 2, 2'], BODY), refused],
    // No build checks the byte in place of the line break.
    'garbage after a chunk': [post(['Transfer-Encoding: chunked'], `2\r\n${BODY}XX0\r\n\r\n`), [400, 200]],
    'a head of 100 KB': [
      `GET /config.json HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      isOlder ? [200, 200] : [431, 'closed'],
    ],
  }
  for (const [name, [text, expected]] of Object.entries(cases))
    assert.deepEqual(await statusesOf(port, text + INNER, 2), expected, name)
})
