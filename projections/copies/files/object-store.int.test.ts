// Published models on an object store: keys without folders, 403 for a missing key because readers may not list keys, and an upload that is
// not atomic. With the documented upload order, a replica can follow each state of the store. Models are also served by a web server like
// nginx, whose ETag consists of the second of the last change and the length.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { seedOf } from '../../../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { World } from '../testing/indexer.ts'
import { httpCarrier } from './http-carrier.ts'
import { CopyDamaged, isImmutable, MANIFEST } from './layout.ts'
import { PublishedLink } from './published-link.ts'
import { addressOf, manifestIn, Origin, Reader } from './testing/published-world.ts'

/** Time in ms between an upload and its first request. */
const AGE_MS = 5_000

const PREFIX = '/bucket/launchpad/'

interface StoredObject {
  readonly bytes: Buffer
  readonly encoding?: string
}

/** Responds like S3 for a bucket whose objects everyone may read but not list. */
const objectStore = (objects: ReadonlyMap<string, StoredObject>, statuses: number[]): Server =>
  createServer(({ url = '', headers }, response) => {
    const found = objects.get(url.slice(PREFIX.length))
    const end = (status: number, more: Readonly<Record<string, string>>, body?: Buffer | string): void => {
      statuses.push(status)
      response.writeHead(status, { Server: 'AmazonS3', ...more }).end(body)
    }
    if (!url.startsWith(PREFIX) || found === undefined)
      return end(
        403,
        { 'Content-Type': 'application/xml' },
        '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
      )
    const { bytes, encoding } = found
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
    const about = {
      ETag: etag,
      'Accept-Ranges': 'bytes',
      'Last-Modified': new Date(Date.now() - AGE_MS).toUTCString(),
    }
    if (headers['if-none-match'] === etag) return end(304, about)
    end(
      200,
      {
        ...about,
        'Content-Type': 'binary/octet-stream',
        ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      },
      bytes,
    )
  })

/** Names of a published directory's files that never change. */
const immutableIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(isImmutable).sort()

const scene = async (t: TestContext) => {
  const world = new World(randomFrom(seedOf(t)))
  const directory = temporaryDirectory(t)
  const origin = new Origin(directory)
  const objects = new Map<string, StoredObject>()
  const statuses: number[] = []
  const url = await addressOf(t, objectStore(objects, statuses))
  const reader = new Reader(temporaryDirectory(t), url + PREFIX)
  t.after(async () => {
    await reader.close()
    await origin.close()
  })
  origin.begin()
  return {
    ...{ world, directory, origin, objects, statuses, reader },
    read: (name: string): Buffer => readFileSync(join(directory, name)),
    async publish() {
      origin.follow(world)
      await origin.untilPublished()
    },
  }
}

test('a replica follows uploads at any moment, when each manifest is uploaded after the files that it lists', async (t) => {
  const { world, directory, origin, objects, statuses, reader, read, publish } = await scene(t)
  await assert.rejects(reader.step(), /manifest\.json: status 403: nothing is published there yet, or this /)
  world.grow(12)
  for (let round = 0; round < 8; round++) {
    if (round % 2 === 0) world.grow(2)
    else world.fork(1 + world.below(5), 1 + world.below(5))
    await publish()
    const manifest = read(MANIFEST)
    // The directory changes during the upload.
    world.grow(1)
    await publish()
    const names = immutableIn(directory)
    for (const name of names.filter((name) => !objects.has(name))) {
      objects.set(name, { bytes: read(name) })
      if (round > 0) await reader.step()
    }
    objects.set(MANIFEST, { bytes: manifest })
    await reader.step()
    for (const name of objects.keys()) if (name !== MANIFEST && !names.includes(name)) objects.delete(name)
  }
  objects.set(MANIFEST, { bytes: read(MANIFEST) })
  await reader.catchUp(origin)
  assert.equal(reader.loads, 1)
  assert.ok(statuses.includes(304), 'an unchanged manifest is not sent again')
})

test('a manifest that is uploaded before its files is an error, until they are there', async (t) => {
  const { world, directory, origin, objects, reader, read, publish } = await scene(t)
  const upload = (): void => {
    for (const name of [...immutableIn(directory), MANIFEST]) objects.set(name, { bytes: read(name) })
  }
  const assertMissing = () =>
    assert.rejects(
      reader.step(),
      (error) =>
        error instanceof CopyDamaged && /gz is missing, though the manifest names it$/.test(error.message),
    )
  world.grow(12)
  await publish()
  objects.set(MANIFEST, { bytes: read(MANIFEST) })
  await assertMissing()
  upload()
  await reader.catchUp(origin)
  world.grow(1)
  await publish()
  objects.set(MANIFEST, { bytes: read(MANIFEST) })
  await assertMissing()
  upload()
  await reader.catchUp(origin)
  assert.equal(reader.loads, 1)
})

test('a file that the store marks as compressed, so that it arrives unpacked, is refused in words', async (t) => {
  const { world, directory, objects, reader, read, publish } = await scene(t)
  world.grow(12)
  await publish()
  for (const name of immutableIn(directory)) objects.set(name, { bytes: read(name), encoding: 'gzip' })
  objects.set(MANIFEST, { bytes: read(MANIFEST) })
  await assert.rejects(reader.step(), /: it is damaged, too large, or sent with a Content-Encoding$/)
})

test('a manifest that replaces another of its length within a second is read, though its ETag is equal', async (t) => {
  const { world, directory, publish } = await scene(t)
  world.grow(12)
  await publish()
  const { digest } = manifestIn(directory).state
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
  // The server has just written the file, even on a slow machine.
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

test('a reader waits as long as a server with a rate limit says', async (t) => {
  const { directory, publish, world } = await scene(t)
  world.grow(12)
  await publish()
  const statuses: number[] = []
  const server = createServer((_, response) => {
    const status = statuses.length < 2 ? 429 : 200
    statuses.push(status)
    response.writeHead(status, { 'Retry-After': '0' })
    response.end(status === 200 ? readFileSync(join(directory, MANIFEST)) : undefined)
  })
  const link = new PublishedLink(httpCarrier(await addressOf(t, server)), new AbortController().signal)
  assert.equal((await link.look())?.state.digest, manifestIn(directory).state.digest)
  assert.deepEqual(statuses, [429, 429, 200])
})
