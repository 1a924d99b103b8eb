// Sends the forms of requests in RFC 9110 and 9112 as bytes, and records what each build of uWebSockets.js does: the statuses, and whether
// it closes the connection. `closed` alone means that the connection is closed without a response, at once or after ten idle seconds. The
// project's code does not see these requests, so docs/operate/reverse-proxy.md states what a proxy must send.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOlderServer } from './native-server.ts'
import { statusesOf } from './testing/raw-http.ts'
import { sampleRoutes } from './testing/sample-routes.ts'
import { startTestServer } from './testing/test-server.ts'

type Outcome = readonly (number | 'closed')[]

const head = (line: string, ...headers: readonly string[]): string =>
  `${[line, ...headers].map((each) => `${each}\r\n`).join('')}\r\n`
const get = (...headers: readonly string[]): string =>
  head('GET /config.json HTTP/1.1', 'Host: a', ...headers)
const asked = (target: string, version = 'HTTP/1.1'): string => head(`GET ${target} ${version}`, 'Host: a')
const post = (headers: readonly string[], body: string): string =>
  head('POST /order HTTP/1.1', 'Host: a', ...headers) + body
const chunked = (body: string): string => post(['Transfer-Encoding: chunked'], body)
const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `X-${at}: 1`)

const CHUNKS = '2\r\n{}\r\n0\r\n\r\n'

/** Both builds respond. The test's order route refuses empty requests with 400. */
const ANSWERED: Readonly<Record<string, readonly [text: string, statuses: Outcome]>> = {
  'a host with a port': [head('GET /config.json HTTP/1.1', 'Host: a:80'), [200]],
  'an empty host': [head('GET /config.json HTTP/1.1', 'Host:'), [200]],
  'a host in capitals, with blanks': [head('GET /config.json HTTP/1.1', 'HOST:\t a \t'), [200]],
  'an empty header': [get('X:'), [200]],
  'a header in Latin-1': [get('X: \u00e9'), [200]],
  'a target with a fragment': [asked('/config.json#x'), [404]],
  'a target with two slashes': [asked('//config.json'), [404]],
  'a target in Latin-1': [asked('/caf\u00e9'), [404]],
  'a target of 9 KB': [asked(`/config.json?${'x'.repeat(9_000)}`), [400]],
  HEAD: [head('HEAD /config.json HTTP/1.1', 'Host: a'), [200]],
  DELETE: [head('DELETE /config.json HTTP/1.1', 'Host: a'), [405]],
  TRACE: [head('TRACE /config.json HTTP/1.1', 'Host: a'), [405]],
  Expect: [post(['Content-Length: 2', 'Expect: 100-continue'], '{}'), [100, 400]],
  'another Expect': [post(['Content-Length: 2', 'Expect: tea'], '{}'), [400]],
  'Connection: close': [get('Connection: close'), [200, 'closed']],
  'an upgrade to HTTP/2': [
    get('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AA'),
    [200],
  ],
  'a body of GET': [`${get('Content-Length: 2')}{}`, [200]],
  'no length': [post([], ''), [400]],
  'a length with zeros': [post(['Content-Length: 002'], '{}'), [400]],
  'a length above the limit': [post(['Content-Length: 999999999'], '{}'), [413, 'closed']],
  chunks: [chunked(CHUNKS), [400]],
  'chunks with zeros': [chunked('000002\r\n{}\r\n000\r\n\r\n'), [400]],
  'a chunk with an extension after a blank': [chunked('2 ;a=b\r\n{}\r\n0\r\n\r\n'), [400]],
  'chunks with bare LF': [chunked('2\n{}\n0\n\n'), [400]],
  // No build checks the byte at the position of the line break.
  'garbage after a chunk': [`${chunked('2\r\n{}XX0\r\n\r\n')}${get()}`, [400, 200]],
  'two requests at once': [`${get()}${get()}`, [200, 200]],
  'a line break after a body': [`${post(['Content-Length: 2'], '{}\r\n')}`, [400]],
  '40 headers': [get(...lines(40)), [200]],
}

/** The older build is for glibc before 2.38. */
const BY_BUILD: Readonly<Record<string, readonly [text: string, older: Outcome, newer: Outcome]>> = {
  'HTTP/1.0': [asked('/config.json', 'HTTP/1.0'), ['closed'], [505, 'closed']],
  'HTTP/1.0 without a host': [head('OPTIONS / HTTP/1.0'), ['closed'], [505, 'closed']],
  'HTTP/0.9': ['GET /config.json\r\n\r\n', ['closed'], [505, 'closed']],
  'HTTP/1.2': [asked('/config.json', 'HTTP/1.2'), ['closed'], [505, 'closed']],
  'HTTP/2.0': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ['closed'], [505, 'closed']],
  'an absolute target': [asked('http://a/config.json'), ['closed'], [505, 'closed']],
  'an asterisk': [head('OPTIONS * HTTP/1.1', 'Host: a'), ['closed'], [505, 'closed']],
  'an authority': [head('CONNECT a:80 HTTP/1.1', 'Host: a:80'), ['closed'], [505, 'closed']],
  'a target without a slash': [asked('config.json'), ['closed'], [505, 'closed']],
  'a blank in the target': [asked('/con fig.json'), ['closed'], [505, 'closed']],
  TLS: [`\x16\x03\x01\x02\x00\x01${'x'.repeat(99)}\r\n\r\n`, ['closed'], [505, 'closed']],
  'no host': [head('GET /config.json HTTP/1.1'), ['closed'], [400, 'closed']],
  'two hosts': [get('Host: b'), [200], [400, 'closed']],
  'a blank before the colon': [get('X : a'), ['closed'], [400, 'closed']],
  'a folded header': [get('X: a', ' b'), ['closed'], [400, 'closed']],
  'a header without a colon': [get('X'), ['closed'], [400, 'closed']],
  'U+0000 in a header': [get('X: a\0b'), ['closed'], [400, 'closed']],
  'bare LF': [get().replaceAll('\r', ''), ['closed'], [505, 'closed']],
  'a line break before the request': [`\r\n${get()}`, ['closed'], ['closed']],
  'an unknown method': [head('BREW /config.json HTTP/1.1', 'Host: a'), ['closed'], [405]],
  'a length and chunks': [
    post(['Content-Length: 2', 'Transfer-Encoding: chunked'], CHUNKS),
    ['closed'],
    [400, 'closed'],
  ],
  'chunks and a length': [
    post(['Transfer-Encoding: chunked', 'Content-Length: 2'], CHUNKS),
    ['closed'],
    [400, 'closed'],
  ],
  'an empty length before another': [
    post(['Content-Length:', 'Content-Length: 2'], '{}') + get(),
    ['closed'],
    ['closed'],
  ],
  'a negative length': [post(['Content-Length: -2'], '{}'), ['closed'], [400, 'closed']],
  'a length with a sign': [post(['Content-Length: +2'], '{}'), ['closed'], [400, 'closed']],
  'lengths in a list': [post(['Content-Length: 2, 2'], '{}'), ['closed'], [400, 'closed']],
  'a length of 20 digits': [
    post(['Content-Length: 99999999999999999999'], '{}'),
    ['closed'],
    [400, 'closed'],
  ],
  // The library waits for more bytes. The service responds after a time limit.
  'a chunk with an extension': [chunked('2;a=b\r\n{}\r\n0\r\n\r\n'), [408, 'closed'], [408, 'closed']],
  'a chunk without a length': [chunked('zz\r\n{}\r\n0\r\n\r\n'), ['closed'], [400, 'closed']],
  'a trailer': [chunked('2\r\n{}\r\n0\r\nX: 1\r\n\r\n'), [400], [505, 'closed']],
  '60 headers': [get(...lines(60)), ['closed'], [200]],
  '120 headers': [get(...lines(120)), ['closed'], [431, 'closed']],
  'a head of 100 KB': [get(`X: ${'x'.repeat(100_000)}`), [200], [431, 'closed']],
}

test('forms of requests that each build answers', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes)
  for (const [name, [text, statuses]] of Object.entries(ANSWERED))
    assert.deepEqual(await statusesOf(port, text, statuses.length), statuses, name)
})

test('forms of requests that the builds treat differently, or do not answer', async (t) => {
  const { port } = await startTestServer(t, sampleRoutes)
  const isOlder = isOlderServer()
  t.diagnostic(isOlder ? 'the older build' : 'the newer build')
  const outcomes = await Promise.all(
    Object.entries(BY_BUILD).map(async ([name, [text, older, newer]]) => {
      const expected = isOlder ? older : newer
      return [name, await statusesOf(port, text, expected.length), expected] as const
    }),
  )
  for (const [name, outcome, expected] of outcomes) assert.deepEqual(outcome, expected, name)
})
