// The published models over HTTP. The manifest is new after each commit. Nothing else in the directory is served.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { exchangeRaw, parseResponses, requestText } from '../http/testing/raw-http.ts'
import { startTestServer } from '../http/testing/test-server.ts'
import { NextManifest } from './next-manifest.ts'
import { publishedRoutes } from './published-models.ts'

const LOAD = '0123456789abcdef'

test('the manifest and the files that it names are served, and nothing else', async (t) => {
  const directory = temporaryDirectory(t)
  const { url, port } = await startTestServer(t, publishedRoutes(directory))
  const get = async (path: string, headers = {}, method = 'GET') => {
    const response = await fetch(`${url}/models/${path}`, { headers, method })
    const { status } = response
    const [etag, caching] = [response.headers.get('etag') ?? '', response.headers.get('cache-control')]
    return { status, etag, caching, body: Buffer.from(await response.arrayBuffer()) }
  }
  const publish = (version: number): void => {
    const text = JSON.stringify({ state: { version } })
    writeFileSync(join(directory, 'next'), text)
    renameSync(join(directory, 'next'), join(directory, 'manifest.json'))
  }
  assert.equal((await get('manifest.json')).status, 404)
  publish(1)
  const first = await get('manifest.json')
  assert.deepEqual(
    [first.status, first.caching, first.body.toString()],
    [200, 'public, max-age=1', '{"state":{"version":1}}'],
  )
  assert.equal((await get('manifest.json', { 'if-none-match': first.etag })).status, 304)
  assert.equal((await get('manifest.json', { 'if-none-match': `W/${first.etag}` })).status, 304)
  // A byte after the head of a 304 would be the beginning of the next response.
  const known = requestText('GET /models/manifest.json', { headers: { 'If-None-Match': first.etag } })
  const ending = requestText('GET /models/manifest.json', { headers: { Connection: 'close' } })
  const responses = parseResponses(await exchangeRaw(port, known + ending))
  assert.deepEqual(
    responses.map(({ status, headers, body }) => [status, headers['content-length'], body]),
    [
      [304, undefined, ''],
      [200, '23', '{"state":{"version":1}}'],
    ],
  )
  publish(2)
  const second = await get('manifest.json', { 'if-none-match': first.etag })
  assert.deepEqual([second.status, second.body.toString()], [200, '{"state":{"version":2}}'])

  mkdirSync(join(directory, LOAD))
  // Longer than one piece of a streamed body.
  const bytes = randomBytes(300_000)
  for (const name of ['7.json.gz', `7-${LOAD}-0.json.gz`, '8.json.gz.part'])
    writeFileSync(join(directory, LOAD, name), bytes)
  for (const name of ['7.json.gz', `7-${LOAD}-0.json.gz`]) {
    const file = await get(`${LOAD}/${name}`)
    assert.deepEqual([file.status, file.caching], [200, 'public, max-age=31536000, immutable'])
    assert.ok(file.body.equals(bytes))
  }
  assert.deepEqual((await get(`${LOAD}/7.json.gz`, {}, 'HEAD')).body.length, 0)
  const refused = ['8.json.gz', '8.json.gz.part', '..%2fmanifest.json'].map((name) => get(`${LOAD}/${name}`))
  assert.deepEqual(
    (await Promise.all(refused)).map(({ status }) => status),
    [404, 404, 400],
  )
})

test('a request for the version after the current one is answered when it is there, when its time is over, or at the end', async (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'manifest.json')
  const publish = (version: number, reports = ''): void => {
    writeFileSync(join(directory, 'next'), JSON.stringify({ state: { version }, reports }))
    renameSync(join(directory, 'next'), path)
  }
  const next = new NextManifest(path)
  const { url } = await startTestServer(t, publishedRoutes(directory, next))
  const after = async (version: number, at = url) => {
    const response = await fetch(`${at}/models/manifest.json?after=${version}`)
    return [response.status, (await response.text()).slice(0, 24)]
  }
  assert.equal((await after(1))[0], 404)
  publish(1)
  assert.deepEqual(await after(7), [200, '{"state":{"version":1},"'], 'another publication')
  let answered = 0
  const waiting = Array.from({ length: 2 }, () => after(1).finally(() => (answered += 1)))
  // New reports alone do not end the wait.
  for (const reports of ['a', 'b']) {
    publish(1, reports)
    await new NextManifest(path, 50).until(1, new AbortController().signal)
  }
  assert.equal(answered, 0)
  publish(2)
  for (const answer of waiting) assert.deepEqual(await answer, [200, '{"state":{"version":2},"'])
  const last = after(2)
  next.close()
  assert.deepEqual(await last, [200, '{"state":{"version":2},"'])

  const { url: short } = await startTestServer(t, publishedRoutes(directory, new NextManifest(path, 1)))
  assert.deepEqual(await after(2, short), [200, '{"state":{"version":2},"'])
})
