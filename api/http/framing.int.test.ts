// Sends requests whose end a proxy may see at another byte than the server. The server refuses every ambiguous request that it can
// recognise. http-forms.int.test.ts has the requests that it does not recognise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusesOf } from './testing/raw-http.ts'
import { sampleRoutes } from './testing/sample-routes.ts'
import { startTestServer } from './testing/test-server.ts'

/** A response to it means that the server read it as a request. */
const INNER = 'GET /config.json HTTP/1.1\r\nHost: a\r\n\r\n'
const BODY = '{}'
const CHUNKS = `2\r\n${BODY}\r\n0\r\n\r\n`

const post = (headers: readonly string[], body: string): string =>
  `POST /order HTTP/1.1\r\nHost: a\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`

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
