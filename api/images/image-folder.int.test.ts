import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Random } from '../../devnet/actors/random.ts'
import { timeOfDay, uptime } from '../../schema/platform/clocks.ts'
import { seedOf } from '../../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { imageOf } from './image.ts'
import { ImageFolder } from './image-folder.ts'
import { openImageStore } from './image-store.ts'
import { GIF, largePng, numberedPng, PNG } from './testing/sample-images.ts'

const HOUR = 3_600_000

const real = { clock: timeOfDay, uptime }
const at = (now: () => number) => ({ clock: now, uptime: now })

type Options = ConstructorParameters<typeof ImageFolder>[0]

/** `again` opens the same folder, for example with another limit. */
const open = (t: TestContext, options: Partial<Options> = {}) => {
  const directory = join(temporaryDirectory(t), 'images')
  const launched = new Set<string>()
  let now = Date.UTC(2026, 0, 1)
  const again = (more: Partial<Options> = {}) =>
    new ImageFolder({
      directory,
      mostBytes: 10_000,
      launched: () => launched,
      ...at(() => now),
      ...options,
      ...more,
    })
  const pass = (milliseconds: number): void => {
    now += milliseconds
  }
  return { directory, launched, folder: again(), again, pass }
}

const numbered = (n: number) => imageOf(numberedPng(n))

test('an image that was put is found by its content id, with its media type', async (t) => {
  const { folder, again, directory } = open(t)
  const images = await Promise.all([imageOf(PNG), imageOf(GIF), imageOf(largePng(400_000))])
  const roomy = again({ mostBytes: 10 ** 6 })
  await Promise.all([...images, ...images].map((image) => roomy.put(image)))
  for (const { cid, bytes, mediaType } of images)
    assert.deepEqual(await folder.get(cid), { bytes, mediaType })
  assert.deepEqual(readdirSync(directory).sort(), images.map(({ cid }) => cid).sort())
})

test('only content ids are looked up, and other files are not served', async (t) => {
  const { folder, directory } = open(t)
  const { cid } = await imageOf(PNG)
  assert.equal(await folder.get(cid), undefined)
  mkdirSync(directory)
  writeFileSync(join(directory, '../secret'), PNG)
  writeFileSync(join(directory, 'name'), PNG)
  writeFileSync(join(directory, cid), '<svg/>')
  for (const name of ['../secret', 'name', cid, '', '.', '..'])
    assert.equal(await folder.get(name), undefined)
})

test('a piece of an image whose file is gone or has become shorter is an error', async (t) => {
  const { folder, directory } = open(t)
  const { cid, bytes } = await imageOf(PNG)
  await folder.put({ cid, bytes, mediaType: 'image/png' })
  const opened = await folder.open(cid)
  const memory = Buffer.alloc(bytes.length)
  await opened?.read(memory, 0)
  assert.deepEqual(memory, bytes)
  writeFileSync(join(directory, cid), bytes.subarray(0, 20))
  await assert.rejects(async () => opened?.read(memory, 0), /is shorter than it was/)
  rmSync(join(directory, cid))
  await assert.rejects(async () => opened?.read(memory, 0), /ENOENT/)
})

test('a full folder loses the oldest images that no launch names, and never those of launches or of the last hours', async (t) => {
  const { folder, launched, pass } = open(t, { mostBytes: 300 })
  const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(numbered))
  assert.ok(first && second && third && fourth)
  for (const image of [first, second, third]) {
    await folder.put(image)
    pass(HOUR)
  }
  const full = { name: 'FolderFull', message: 'the images of launched and recent tokens take all 300 bytes' }
  await assert.rejects(folder.put(fourth), full)
  launched.add(first.cid)
  pass(HOUR + 1)
  await folder.put(fourth)
  const there = await Promise.all(
    [first, second, third, fourth].map(async ({ cid }) => Boolean(await folder.get(cid))),
  )
  assert.deepEqual(there, [true, false, true, true])
})

test('images that no launch names are gone after three hours, those of launches stay with their marks', async (t) => {
  const { directory, folder, launched, pass } = open(t)
  const [first, second, third] = await Promise.all([1, 2, 3].map(numbered))
  assert.ok(first && second && third)
  for (const image of [first, second]) await folder.put(image)
  for (const { cid } of [first, second]) await folder.mark(cid, 'somewhere')
  launched.add(first.cid)
  pass(3 * HOUR + 1)
  await folder.put(third)
  assert.deepEqual(await folder.launched(() => false), [first.cid])
  assert.deepEqual(await folder.launched((cid) => cid === first.cid), [])
  assert.deepEqual(readdirSync(directory).sort(), [first.cid, third.cid, `${first.cid}.pinned`].sort())
  assert.deepEqual([await folder.markOf(first.cid), await folder.markOf(third.cid)], ['somewhere', undefined])
})

test('a clock that is set a day ahead removes no image whose launch may follow', async (t) => {
  let up = 0
  const { folder, pass } = open(t, { uptime: () => up })
  const image = await numbered(1)
  await folder.put(image)
  pass(24 * HOUR)
  await folder.launched(() => false)
  assert.ok(folder.has(image.cid))
  up += 3 * HOUR
  await folder.launched(() => false)
  assert.ok(!folder.has(image.cid))
})

test('nothing is removed while the launched images are unknown', async (t) => {
  const { directory, folder, again, pass } = open(t)
  await folder.put(await numbered(1))
  pass(9 * HOUR)
  const unknowing = again({ mostBytes: 100, launched: () => undefined })
  assert.equal(await unknowing.launched(() => false), undefined)
  await assert.rejects(unknowing.put(await numbered(2)), { name: 'FolderFull' })
  assert.equal(readdirSync(directory).length, 1)
})

test('an image that is put again counts as new', async (t) => {
  const { folder, pass } = open(t, { mostBytes: 200 })
  const [first, second, third] = await Promise.all([1, 2, 3].map(numbered))
  assert.ok(first && second && third)
  await folder.put(first)
  await folder.put(second)
  pass(4 * HOUR)
  await folder.put(first)
  await folder.put(third)
  assert.deepEqual([Boolean(await folder.get(first.cid)), await folder.get(second.cid)], [true, undefined])
})

test('a new start counts the files and removes old half-written ones, but not files that are being written', async (t) => {
  const { folder, again, directory } = open(t, { mostBytes: 200 })
  await folder.put(await numbered(1))
  await folder.put(await numbered(2))
  const now = Date.UTC(2026, 0, 1)
  for (const [name, age] of [
    ['half.part', 2 * HOUR],
    ['new.part', 1_000],
  ] as const) {
    const path = join(directory, name)
    writeFileSync(path, 'x')
    utimesSync(path, (now - age) / 1000, (now - age) / 1000)
  }
  await assert.rejects(again().put(await numbered(3)), { name: 'FolderFull' })
  assert.deepEqual(
    ['half.part', 'new.part'].map((name) => existsSync(join(directory, name))),
    [false, true],
  )
})

test('several processes on a full folder keep every image of the last hours', async (t) => {
  const seed = seedOf(t)
  const random = new Random(`images ${seed}`)
  const { directory, again, pass } = open(t, { mostBytes: 1_200 })
  const folders = [1, 2, 3].map(() => again())
  const images = await Promise.all(Array.from({ length: 30 }, (_, n) => numbered(n)))
  for (let round = 0; round < 20; round++) {
    pass(4 * HOUR)
    const put = await Promise.all(
      folders.map(async (folder) => {
        const image = images[random.integer(0, images.length - 1)] ?? assert.fail()
        await folder.put(image)
        return image
      }),
    )
    for (const { cid } of put) for (const folder of folders) assert.ok(await folder.get(cid))
  }
  // Each process may add an image that the other two have not counted.
  assert.ok(readdirSync(directory).length <= 14)
})

test('copies are stored with an image or when they are missing, never replaced by the image, and removed with it', async (t) => {
  const { directory, folder, again, pass } = open(t)
  const image = await numbered(1)
  let decoded = 0
  const scaling = again({
    scale: async (path) => {
      decoded += 1
      return readFileSync(path).includes(Buffer.alloc(9, 0xbb))
        ? undefined
        : { 64: PNG.subarray(0, 20), 256: Buffer.alloc(100) }
    },
  })
  const names = [image.cid, `${image.cid}.256`, `${image.cid}.64`]
  // An earlier version stored the image without copies, which are made when one is requested.
  await folder.put(image)
  assert.equal(await folder.open(image.cid, 64), undefined)
  assert.deepEqual(readdirSync(directory), [image.cid])
  const sent = (await scaling.open(image.cid, 64)) ?? assert.fail()
  assert.deepEqual(readdirSync(directory).sort(), names)
  assert.deepEqual([sent.mediaType, sent.length], ['image/webp', 20])
  assert.equal((await scaling.open(image.cid))?.mediaType, 'image/png')
  pass(4 * HOUR)
  assert.deepEqual(await scaling.launched(() => false), [])
  assert.deepEqual(readdirSync(directory), [])
  await scaling.put(image)
  assert.deepEqual(readdirSync(directory).sort(), names)
  const undecodable = await imageOf(largePng(200, 0xbb))
  await assert.rejects(scaling.put(undecodable), {
    cause: 'INVALID_PARAMS',
    message: 'Invalid input: image cannot be decoded: save it again as PNG, JPEG or GIF',
  })
  assert.deepEqual(readdirSync(directory).sort(), names)
  // An earlier version stored an undecodable image, which is decoded only once.
  await folder.put(undecodable)
  const asked = decoded
  for (let n = 0; n < 3; n += 1) assert.equal(await scaling.open(undecodable.cid, 64), undefined)
  assert.equal(decoded, asked + 1)
})

test('an image or copy whose file was damaged is not served, and the right upload is stored', async (t) => {
  const image = await imageOf(largePng(3_000))
  const damages: string[] = []
  let up = 0
  const copy = Buffer.from('a copy')
  const { directory, folder } = open(t, {
    mostBytes: 50_000,
    clock: () => 0,
    uptime: () => up,
    scale: async () => ({ 64: copy, 256: copy }),
    onDamage: (problem) => void damages.push(problem),
  })
  const path = join(directory, image.cid)
  const served = async (side?: 64): Promise<Buffer | undefined> => {
    const opened = await folder.open(image.cid, side)
    const memory = Buffer.alloc(opened?.length ?? 0)
    await opened?.read(memory, 0)
    return opened && memory
  }
  const flipped = (at: number): Buffer =>
    Buffer.from(image.bytes.map((byte, i) => (i === at ? byte ^ 4 : byte)))
  const cuts = [0, 4, 1_000, image.bytes.length - 1].map((length) =>
    Buffer.from(image.bytes.subarray(0, length)),
  )
  for (const damaged of [...[0, 40, 999, image.bytes.length - 1].map(flipped), ...cuts]) {
    await folder.put(image)
    assert.deepEqual(await served(), image.bytes)
    // The damaged file keeps its time, so only a later comparison or upload finds the damage.
    writeFileSync(path, damaged)
    utimesSync(path, 0, 0)
    if (damaged.length % 2 === 0) {
      up += 24 * HOUR
      assert.deepEqual(
        [await served(), folder.has(image.cid), folder.damaged],
        [undefined, false, [image.cid]],
      )
    }
    await folder.put(image)
    assert.deepEqual([await served(), folder.damaged], [image.bytes, []])
  }
  assert.equal(damages.length, 8)
  writeFileSync(`${path}.64`, 'garbage')
  assert.deepEqual(await served(64), copy)
})

test('a folder in which no image can be stored is noticed without an upload, and when it can be again', async (t) => {
  const directory = join(temporaryDirectory(t), 'images')
  const works: boolean[] = []
  const store = openImageStore(
    { directory, mostBytes: 10 ** 7, launched: () => new Set(), ...real },
    undefined,
    { onStored: (now) => works.push(now) },
  )
  await store.maintain()
  renameSync(directory, `${directory} away`)
  writeFileSync(directory, '')
  await store.maintain()
  await assert.rejects(store.put(await imageOf(PNG)))
  rmSync(directory)
  renameSync(`${directory} away`, directory)
  await store.maintain()
  assert.deepEqual([works, readdirSync(directory)], [[true, false, false, true], []])
})

test('a folder that lacks room for the largest image is noticed without an upload, and when it has room again', async (t) => {
  const directory = join(temporaryDirectory(t), 'images')
  const image = await imageOf(PNG)
  const works: boolean[] = []
  const store = openImageStore(
    {
      directory,
      mostBytes: 5 * 2 ** 20 + image.bytes.length - 1,
      launched: () => new Set([image.cid]),
      ...real,
    },
    undefined,
    { onStored: (now) => works.push(now) },
  )
  await store.maintain()
  await store.put(image)
  await store.maintain()
  rmSync(join(directory, image.cid))
  await store.maintain()
  assert.deepEqual(works, [true, true, false, true])
})
