// Compressed responses over sockets: which bodies are compressed for which clients, how often, and the limit of this work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Compressor } from './response/compressor.ts'
import { ResponseForms } from './response/representation.ts'
import type { CacheRule } from './route/reply.ts'
import { JSON_TYPE } from './route/route.ts'
import { plainRoute } from './testing/plain-route.ts'
import { exchangeRaw, openSocket, parseResponses, requestText } from './testing/raw-http.ts'
import { startTestServer } from './testing/test-server.ts'

const LARGE = JSON.stringify(Array.from({ length: 500 }, (_, at) => `row ${at}`))

const decoded = (body: Buffer, encoding: string | undefined): string => {
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString()
}

/** fetch would decompress the bytes. */
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
  const tagged = plainRoute('/tagged', (_, reply) => reply(200, LARGE), { state: () => 'one' })
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

test('when enough is under way, answers go out as they are', async (t) => {
  const large = plainRoute('/large', (_, reply) => reply(200, LARGE))
  const { port } = await startTestServer(t, [large], { compression: { jobs: 0 } })
  const outgoing = await ask(port, 'GET /large', { 'Accept-Encoding': 'gzip' })
  assert.deepEqual(
    [outgoing.status, outgoing.encoding, outgoing.sent],
    [200, undefined, outgoing.text.length],
  )
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

test('what many ask for at one time is compressed once, and no more at one time than the limit', async () => {
  const body = Buffer.from(LARGE)
  const compressor = new Compressor({ jobs: 1 })
  const outgoing = { status: 200, contentType: JSON_TYPE, cache: 'no-cache', headers: {}, body } as const
  const forms = new ResponseForms(outgoing, undefined)
  const gzip = { acceptEncoding: 'gzip', ifNoneMatch: '' }
  const [one, two] = [forms.for(gzip, compressor), forms.for(gzip, compressor)]
  assert.ok(one instanceof Promise && one === two)
  assert.equal(compressor.start(body, 'gzip'), undefined)
  const { body: compressed, headers } = await one
  assert.ok(compressed instanceof Buffer)
  assert.deepEqual([gunzipSync(compressed).toString(), headers], [LARGE, { 'Content-Encoding': 'gzip' }])
  assert.equal(forms.for(gzip, compressor), await one)
  // The work has ended, so one body may be compressed again, and no second one.
  const next = compressor.start(body, 'gzip')
  assert.deepEqual([next instanceof Promise, compressor.start(body, 'gzip')], [true, undefined])
  await next
})

test('what clients keep for ever is compressed better', async () => {
  const sent = async (cache: CacheRule): Promise<number> => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, at) => (at * 7_919 ** 2) % 1e9)))
    const forms = new ResponseForms(
      { status: 200, contentType: JSON_TYPE, cache, headers: {}, body },
      undefined,
    )
    const { body: compressed } = await forms.for({ acceptEncoding: 'br', ifNoneMatch: '' }, new Compressor())
    assert.ok(compressed instanceof Buffer)
    return compressed.length
  }
  assert.ok((await sent('public, max-age=9, immutable')) < (await sent('public, max-age=9')))
})

test('a body may be written to while it is compressed', async () => {
  const body = Buffer.from(LARGE)
  const compressing = new Compressor().start(body, 'gzip') ?? assert.fail('it is not compressed')
  body.fill(0)
  assert.equal(gunzipSync(await compressing).toString(), LARGE)
})
