// Compressed answers over sockets: which body is compressed for whom, how often the work is done, and that it has a limit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Compressor } from './compressor.ts'
import { Prepared, Versioned } from './reply.ts'
import { plainRoute } from './testing/plain-route.ts'
import { exchangeRaw, openSocket, parseResponses, requestText } from './testing/raw-http.ts'
import { startTestServer } from './testing/test-server.ts'

const LARGE = JSON.stringify(Array.from({ length: 500 }, (_, at) => `row ${at}`))

const decoded = (body: Buffer, encoding: string | undefined): string => {
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

/** The answer as it comes: fetch would decompress it. */
const ask = async (port: number, line: string, headers: Readonly<Record<string, string>> = {}) => {
  const text = await exchangeRaw(port, requestText(line, { headers: { ...headers, Connection: 'close' } }))
  const [response] = parseResponses(text, line.startsWith('HEAD'))
  assert.ok(response)
  const { 'content-encoding': encoding, 'content-length': length, vary, etag = '' } = response.headers
  const body = Buffer.from(response.body, 'latin1')
  const { status } = response
  return {
    status,
    encoding,
    vary,
    etag,
    length: Number(length),
    sent: body.length,
    text: decoded(body, encoding),
  }
}

test('answers above a kibibyte are compressed as the client asks, smaller ones and those of HEAD never', async (t) => {
  const sized = (path: string, length: number) =>
    plainRoute(path, (_, reply) => reply(200, 'x'.repeat(length - 2)))
  const { port } = await startTestServer(t, [sized('/small', 1_024), sized('/large', 1_025)])
  for (const [accepted, encoding] of [
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['br;q=0.1, gzip;q=0.2', 'gzip'],
    ['deflate', undefined],
    ['gzip;q=0', undefined],
  ] as const) {
    const large = await ask(port, 'GET /large', { 'Accept-Encoding': accepted })
    assert.deepEqual(
      [large.status, large.encoding, large.vary, large.length, large.text.length],
      [200, encoding, 'Accept-Encoding', large.sent, 1_025],
    )
    assert.equal(large.sent < 100, encoding !== undefined)
    const small = await ask(port, 'GET /small', { 'Accept-Encoding': accepted })
    assert.deepEqual([small.encoding, small.vary, small.sent], [undefined, 'Accept-Encoding', 1_024])
  }
  const head = await ask(port, 'HEAD /large', { 'Accept-Encoding': 'gzip' })
  assert.deepEqual([head.encoding, head.length, head.sent], [undefined, 1_025, 0])
})

test('each encoding has an ETag of its own, and a client that has any of them gets 304', async (t) => {
  const tagged = plainRoute('/tagged', (_, reply) => reply(200, LARGE), { etag: true })
  const { port } = await startTestServer(t, [tagged])
  const plain = await ask(port, 'GET /tagged')
  const brotli = await ask(port, 'GET /tagged', { 'Accept-Encoding': 'br' })
  const gzip = await ask(port, 'GET /tagged', { 'Accept-Encoding': 'gzip' })
  assert.deepEqual([brotli.encoding, gzip.encoding], ['br', 'gzip'])
  assert.equal(new Set([plain.etag, brotli.etag, gzip.etag]).size, 3)
  assert.deepEqual([brotli.text, gzip.text], [plain.text, plain.text])
  for (const { etag } of [plain, brotli, gzip])
    for (const accepted of ['br', 'gzip', 'identity']) {
      const again = await ask(port, 'GET /tagged', { 'Accept-Encoding': accepted, 'If-None-Match': etag })
      assert.deepEqual(
        [again.status, again.etag, again.vary, again.encoding, again.sent],
        [304, etag, 'Accept-Encoding', undefined, 0],
      )
    }
})

test('a versioned answer is made once for each version and encoding, and not for who has it', async (t) => {
  let version = '1'
  let made = 0
  const versioned = plainRoute(
    '/versioned',
    (_, reply) =>
      reply(
        200,
        new Versioned(version, () => {
          made += 1
          return new Prepared(JSON.stringify(`${version} of ${LARGE}`))
        }),
      ),
    { etag: true },
  )
  const { port } = await startTestServer(t, [versioned])
  const brotli = { 'Accept-Encoding': 'br' }
  const first = await ask(port, 'GET /versioned', brotli)
  const again = await ask(port, 'GET /versioned', brotli)
  assert.deepEqual([again, made], [first, 1])
  assert.equal((await ask(port, 'GET /versioned', { 'If-None-Match': first.etag })).status, 304)
  assert.equal(made, 1)
  // Of another URL the same version is another answer.
  await ask(port, 'GET /versioned?other', brotli)
  assert.equal(made, 2)
  assert.equal((await ask(port, 'GET /versioned', { 'If-None-Match': '*' })).status, 304)
  assert.equal(made, 3)
  version = '2'
  const next = await ask(port, 'GET /versioned', { ...brotli, 'If-None-Match': first.etag })
  assert.deepEqual([next.status, next.text.slice(0, 2), made], [200, '"2', 4])
  assert.notEqual(next.etag, first.etag)
})

test('when enough is under way, answers go out as they are', async (t) => {
  const large = plainRoute('/large', (_, reply) => reply(200, LARGE))
  const { port } = await startTestServer(t, [large], { compression: { jobs: 0 } })
  const answer = await ask(port, 'GET /large', { 'Accept-Encoding': 'gzip' })
  assert.deepEqual([answer.status, answer.encoding, answer.sent], [200, undefined, answer.text.length])
})

test('a client that leaves while its answer is compressed is forgotten', async (t) => {
  const large = plainRoute('/large', (_, reply) => reply(200, 'x'.repeat(4_000_000)))
  const { port, logged, close } = await startTestServer(t, [large], {}, 'warn')
  for (let n = 0; n < 10; n++) {
    const socket = await openSocket(port)
    socket.write(requestText('GET /large', { headers: { 'Accept-Encoding': 'br' } }))
    await new Promise((resolve) => setTimeout(resolve, 1))
    socket.resetAndDestroy()
  }
  assert.equal((await ask(port, 'GET /large', { 'Accept-Encoding': 'br' })).text.length, 4_000_002)
  await close()
  assert.deepEqual(logged, [])
})

test('what many ask for at one time is compressed once, and what is kept has a limit', async () => {
  const body = Buffer.from(LARGE)
  const compressor = new Compressor({ jobs: 1, keptBytes: 2_000 })
  const [one, two] = [compressor.start(body, 'gzip', 'a'), compressor.start(body, 'gzip', 'a')]
  assert.ok(one !== undefined && one === two)
  assert.equal(compressor.start(body, 'gzip', 'b'), undefined)
  assert.equal(compressor.start(body, 'gzip'), undefined)
  // The body may be written to while it is compressed.
  body.fill(0)
  assert.equal(gunzipSync(await one).toString(), LARGE)
  assert.equal(compressor.kept('a'), await one)
  for (const key of ['b', 'c', 'd']) await compressor.start(Buffer.from(LARGE), 'gzip', key)
  assert.equal(compressor.kept('a'), undefined)
  assert.ok(compressor.kept('d'))
})
