// A snapshot from a web server. It is fetched completely over breaking connections, or refused with one line.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { serveFile } from '../../tests/harness/file-server.ts'
import { restore } from '../commands/restore.ts'
import { snapshot } from '../commands/snapshot.ts'
import { backupScene, settingsOf } from './testing/backup-scene.ts'

const IMAGE = `bafkrei${'a'.repeat(52)}`

const setUp = async (t: TestContext) => {
  const { at, makeData, refusalOf } = backupScene(t)
  const data = makeData()
  mkdirSync(at('data/images'))
  const image = randomBytes(1_000_000)
  writeFileSync(at(`data/images/${IMAGE}`), image)
  await snapshot(data, at('made.tar.gz'))
  const file = readFileSync(at('made.tar.gz'))
  const restored = (url: string, NETWORK = 'mainnet'): Promise<void> =>
    restore(settingsOf(at('new'), { NETWORK }), url)
  return { at, file, image, restored, refusalOf, server: await serveFile(t, file) }
}

test('a snapshot is fetched whole over connections that break, each time from where the last one ended', async (t) => {
  const { at, file, image, restored, server } = await setUp(t)
  // Some tools print hashes in capitals.
  const pin = createHash('sha256').update(file).digest('hex').toUpperCase()
  server.next(
    {},
    { cutAfter: 300_000 },
    { status: 503 },
    { cutAfter: 1 },
    { isWhole: true, cutAfter: 600_000 },
  )
  await restored(`${server.url}#sha256=${pin}`)
  // A broken connection may lose bytes, which the next request asks for again.
  const starts = server.ranges.map((range) => Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0))
  const most = [0, 0, 300_000, 300_000, 300_001, 600_000]
  assert.equal(starts.length, most.length)
  for (const [at, start] of starts.entries()) assert.ok(start <= (most[at] ?? 0), String(starts))
  assert.deepEqual(readdirSync(at('new')).sort(), ['images', 'log.db', 'models-1.db'])
  assert.ok(readFileSync(at(`new/images/${IMAGE}`)).equals(image))
})

test('eight requests in a row without a byte end a fetch, which begins again where it ended', async (t) => {
  // Half of a wait is random. This value makes waits zero.
  t.mock.method(Math, 'random', () => -1)
  const { at, image, restored, refusalOf, server } = await setUp(t)
  const down = (times: number) => Array<{ status: number }>(times).fill({ status: 503 })
  server.next({}, ...down(7), { cutAfter: 300_000 }, ...down(8))
  assert.equal(
    (await refusalOf(restored(server.url))).replace(server.host, 'HOST'),
    'the snapshot cannot be fetched from HOST (status 503): start again to fetch the rest, or use another',
  )
  assert.equal(server.ranges.length, 1 + 7 + 1 + 8)
  server.next({}, ...down(7), { cutAfter: 300_000 }, ...down(7), {})
  await restored(server.url)
  const rests = server.ranges.slice(1).map((range) => Number(/^bytes=(\d+)-$/.exec(range)?.[1]))
  assert.equal(rests.length, 16)
  assert.ok(
    rests.every((start) => start > 0 && start <= 600_000),
    String(rests),
  )
  assert.ok(readFileSync(at(`new/images/${IMAGE}`)).equals(image))
})

test('a file that is damaged, cut, too large, of another network or another hash, and no file, are refused', async (t) => {
  const { at, file, restored, refusalOf, server } = await setUp(t)
  const changed = Buffer.from(file)
  changed[file.length >> 1] = (changed[file.length >> 1] ?? 0) ^ 1
  const cut = file.subarray(0, -1_000)
  const large = Buffer.concat([file, Buffer.alloc(1_000_000)])
  const damaged = /^the file at HOST is damaged \(.+\): copy it again, or use another$/
  const cases: readonly (readonly [says: RegExp, bytes: Uint8Array, more?: string, network?: string])[] = [
    [damaged, changed],
    [damaged, cut],
    [damaged, file, `#sha256=${'ab'.repeat(32)}`],
    [
      /^the file at HOST is for mainnet, but this process is for preprod: change one of them$/,
      file,
      '',
      'preprod',
    ],
    [
      /^the snapshot cannot be fetched from HOST \(it has \d+ bytes, and its manifest allows \d+\): check its address$/,
      large,
    ],
    [
      /^the snapshot cannot be fetched from HOST \(incorrect header check\): check its address$/,
      Buffer.from('<html>'),
    ],
  ]
  const refused = async (run: Promise<void>): Promise<string> => {
    const message = await refusalOf(run)
    assert.ok(!existsSync(at('new')), message)
    return message.replace(server.host, 'HOST')
  }
  for (const [says, bytes, more = '', network] of cases) {
    server.next({ bytes }, { bytes })
    assert.match(await refused(restored(`${server.url}${more}`, network)), says)
  }
  for (const part of ['#sha256=ab', `#SHA256=${'ab'.repeat(32)}`, '#mainnet']) {
    server.next({ status: 500 })
    assert.equal(
      await refused(restored(`${server.url}${part}`)),
      `the URL of the snapshot ends with ${part}: give it without this part, or with #sha256= and the 64 hex digits of the file's hash`,
    )
  }
  server.next({ status: 404 })
  assert.equal(
    await refused(restored(server.url)),
    'the snapshot cannot be fetched from HOST (status 404): check its address',
  )
  server.next()
  await refused(restored(server.url, 'preprod'))
  assert.deepEqual(server.ranges, [''])
})
