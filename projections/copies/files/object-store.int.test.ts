// Published models on an object store: keys without folders, 403 for a missing key because readers have no right to list keys, and an
// upload that is not atomic. If the files are uploaded in the documented order, a replica can follow each state of the store. A web server
// like nginx is also tested: its ETag consists of the second of the last change and the length.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { seedOf } from '../../../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { httpCarrier } from './http-carrier.ts'
import { isImmutable, MANIFEST } from './layout.ts'
import { PublishedLink } from './published-link.ts'
import { addressOf, published, publishing } from './testing/published-world.ts'
import { testObjectStore } from './testing/test-object-store.ts'

const FOLDER = 'launchpad/published'

const immutableIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(isImmutable).sort()

const scene = async (t: TestContext) => {
  const { directory, url } = await published(t)
  const store = await testObjectStore(t)
  const made = publishing(t, seedOf(t), directory, store.url, url)
  made.origin.begin()
  return {
    ...{ directory, ...made },
    read: (name: string): Buffer => readFileSync(join(directory, name)),
    has: (name: string): boolean => store.objects.has(`${FOLDER}/${name}`),
    remove: (name: string): unknown => store.objects.delete(`${FOLDER}/${name}`),
    /** @param bytes default to the file's content in the directory */
    upload(name: string, bytes: Buffer = readFileSync(join(directory, name)), headers = {}): void {
      store.objects.set(`${FOLDER}/${name}`, { bytes, headers, modified: Date.now() })
    },
  }
}

test('a replica follows uploads at any moment, when each manifest is uploaded after the files that it lists', async (t) => {
  const { world, directory, origin, reader, read, publish, has, upload, remove } = await scene(t)
  await assert.rejects(reader.step(), /manifest\.json: status 403: nothing is published there yet, or this /)
  world.grow(12)
  let uploaded: readonly string[] = []
  for (let round = 0; round < 8; round++) {
    if (round % 2 === 0) world.grow(2)
    else world.fork(1 + world.below(5), 1 + world.below(5))
    await publish()
    const manifest = read(MANIFEST)
    // The directory changes during the upload.
    await publish(1)
    const names = immutableIn(directory)
    for (const name of names.filter((name) => !has(name))) {
      upload(name)
      if (round > 0) await reader.step()
    }
    upload(MANIFEST, manifest)
    await reader.step()
    for (const name of uploaded) if (!names.includes(name)) remove(name)
    uploaded = names
  }
  upload(MANIFEST)
  await reader.catchUp(origin)
  assert.equal(reader.loads, 1)
})

test('a manifest that is uploaded before its files is an error, until they are there', async (t) => {
  const { directory, origin, reader, publish, upload } = await scene(t)
  const assertMissing = () =>
    assert.rejects(reader.step(), {
      name: 'CopyDamaged',
      message: /gz is missing, though the manifest names it$/,
    })
  for (const blocks of [12, 1]) {
    await publish(blocks)
    upload(MANIFEST)
    await assertMissing()
    for (const name of immutableIn(directory)) upload(name)
    await reader.catchUp(origin)
  }
  assert.equal(reader.loads, 1)
})

test('a file that the store marks as compressed, so that it arrives unpacked, is refused in words', async (t) => {
  const { directory, reader, read, publish, upload } = await scene(t)
  await publish(12)
  for (const name of immutableIn(directory)) upload(name, read(name), { 'content-encoding': 'gzip' })
  upload(MANIFEST)
  await assert.rejects(reader.step(), /: it is damaged, too large, or sent with a Content-Encoding$/)
})

test('a manifest that replaces another of its length within a second is read, though its ETag is equal', async (t) => {
  const { directory, publish } = await scene(t)
  const { digest } = (await publish(12)).state
  const [text, path] = [
    readFileSync(join(directory, MANIFEST), 'utf8'),
    join(temporaryDirectory(t), MANIFEST),
  ]
  const statuses: number[] = []
  const server = createServer(({ headers }, response) => {
    const { mtime, size } = statSync(path)
    const about = {
      ETag: `"${Math.floor(mtime.getTime() / 1000)}-${size}"`,
      'Last-Modified': mtime.toUTCString(),
    }
    const status = headers['if-none-match'] === about.ETag ? 304 : 200
    statuses.push(status)
    response.writeHead(status, about).end(status === 200 ? readFileSync(path) : undefined)
  })
  const link = new PublishedLink(httpCarrier(await addressOf(t, server)), new AbortController().signal)
  const now = Math.floor(Date.now() / 1000)
  // A time in the future counts as just written even on a slow machine.
  const fresh = now + 3_600
  const look = async (of: string, changed: number): Promise<string | undefined> => {
    writeFileSync(path, text.replaceAll(digest, of))
    utimesSync(path, changed, changed)
    return (await link.look())?.state.digest
  }
  for (const of of [digest, '0123456789abcdef', digest]) assert.equal(await look(of, fresh), of)
  assert.deepEqual(statuses, [200, 200, 200])
  for (let n = 0; n < 2; n++) assert.equal(await look(digest, now - 10), digest)
  assert.deepEqual(statuses.slice(3), [200, 304])
})

test('a reader waits as long as a server with a rate limit says, and fails if the refusal lasts', async (t) => {
  const { directory, publish } = await scene(t)
  const { state } = await publish(12)
  const statuses: number[] = []
  let refusals = 10
  const server = createServer((_, response) => {
    const status = statuses.length < refusals ? 429 : 200
    statuses.push(status)
    response.writeHead(status, { 'Retry-After': '0' })
    response.end(status === 200 ? readFileSync(join(directory, MANIFEST)) : undefined)
  })
  const address = await addressOf(t, server)
  const link = new PublishedLink(httpCarrier(address), new AbortController().signal)
  assert.equal((await link.look())?.state.digest, state.digest)
  assert.deepEqual(statuses, [...Array(10).fill(429), 200])
  refusals = Number.POSITIVE_INFINITY
  await assert.rejects(link.look(), { message: `${address}/${MANIFEST}: status 429` })
  await assert.rejects(link.fetched('a'), { message: `${address}/a: status 429` })
})
