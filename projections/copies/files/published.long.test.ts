// The rule of published models: after any failure of the publisher, a reader's file has the rows of one of the publisher's blocks. Chains
// and forks are random. The seed is printed, and SEED=n repeats the run.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Sqlite } from '../../../schema/platform/sqlite.ts'
import { seeds } from '../../../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { comparing } from '../../engine/file/compare-models.ts'
import { atOnce } from '../../engine/table/scan.ts'
import { slowLink } from '../testing/slow-link.ts'
import { MANIFEST, readWritten } from './layout.ts'
import { manifestIn, type Origin, published, publishing, Reader, rules } from './testing/published-world.ts'

const drawn = seeds(1)

/** Leaves a partial file, and a file that no manifest names, like a killed process. */
const die = async (origin: Origin, directory: string): Promise<void> => {
  await origin.end()
  const { load, version } = manifestIn(directory).state
  for (const name of [`${version + 1}.json.gz`, `${version + 1}-0123456789abcdef-0.json.gz.part`])
    writeFileSync(join(directory, load, name), 'rubbish')
}

/** @returns number of announced rows */
const life = async (t: TestContext, seed: number): Promise<number> => {
  const { directory, url } = await published(t)
  const { world, origin, reader, publish } = publishing(t, seed, directory, url)
  const seldom = new Reader(temporaryDirectory(t), url)
  t.after(() => seldom.close())
  origin.begin()
  assert.deepEqual(await reader.step(), {
    kind: 'waiting',
    reason: 'nothing is published at MODELS_URL yet',
  })
  world.grow(12)
  for (let step = 0; step < 12; step++) {
    if (world.random() < 0.5) world.grow(1 + world.below(4))
    else world.fork(1 + world.below(14), 1 + world.below(14))
    if (step > 0 && world.random() < 0.2) {
      await die(origin, directory)
      origin.begin()
    }
    await publish()
    await reader.catchUp(origin)
    if (world.random() < 0.3) await seldom.catchUp(origin)
  }
  assert.equal(reader.loads, 1, 'what was published was continued')
  return reader.announced
}

test(`replicas of published models hold what the indexer holds, over ${drawn.length} chain(s) with forks and kills`, async (t) => {
  let announced = 0
  for (const seed of drawn) {
    t.diagnostic(`SEED=${seed}`)
    announced += await life(t, seed)
  }
  t.diagnostic(`${announced} rows announced`)
  assert.ok(announced > 0)
})

/** A replica has copied the published chain. */
const inScene = async (t: TestContext, seed: number, blocks: number) => {
  const { directory, url } = await published(t)
  const made = publishing(t, seed, directory, url)
  made.origin.begin()
  await made.publish(blocks)
  await made.reader.catchUp(made.origin)
  return { ...made, directory, url }
}

test('a copy whose row has changed is found by its digest and made again, while whoever reads the earlier one reads it to the end', async (t) => {
  const { origin, reader, publish } = await inScene(t, 11, 30)
  const file = join(reader.directory, 'models-1.db')
  const damaging = new Sqlite(file)
  damaging.exec('UPDATE events SET height = height + 1 WHERE position = (SELECT max(position) FROM events)')
  const slow = new Sqlite(file, { readonly: true })
  t.after(() => slow.close())
  assert.throws(() => atOnce(slow, comparing(slow, rules, undefined)), /its rows have digest/)
  damaging.close()
  const wanted = slow.prepare('SELECT position FROM events').pluck().all()
  const rows = slow.prepare('SELECT position FROM events').pluck().iterate()
  const read = [rows.next().value]
  reader.distrust()
  await publish(5)
  await reader.catchUp(origin)
  assert.equal(reader.loads, 2)
  assert.deepEqual(
    readdirSync(reader.directory).filter((name) => /^models-\d+\.db$/.test(name)),
    ['models-2.db'],
  )
  for (const position of rows) read.push(position)
  assert.deepEqual(read, wanted)
})

test('a first copy over a slow link that is cut again and again becomes whole, while blocks and forks are published', async (t) => {
  const { world, origin, directory, url, publish } = await inScene(t, 23, 160)
  const follow = async (cutAfter = Number.POSITIVE_INFINITY) => {
    const link = await slowLink(Number(new URL(url).port), { rate: 8_000_000, delay: 5, cutAfter })
    const reader = new Reader(temporaryDirectory(t), `http://127.0.0.1:${link.port}/models`)
    t.after(() => {
      reader.close()
      link.close()
    })
    for (let cuts = 0; ; cuts++)
      try {
        assert.equal((await reader.step()).kind, 'loaded')
        await reader.catchUp(origin)
        return { bytes: link.bytes, cuts }
      } catch (error) {
        assert.ok(cuts < 100 && Number.isFinite(cutAfter), String(error))
        if (cuts > 3) continue
        world.fork(world.below(3), 2)
        await publish()
      }
  }
  const whole = await follow()
  // Each connection is long enough for the largest file, and is cut soon after that.
  const folder = join(directory, manifestIn(directory).state.load)
  const largest = Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size))
  const cut = await follow(largest + 4_096)
  assert.ok(cut.cuts >= 1, `${cut.cuts} cuts`)
  assert.ok(cut.bytes < 5 * whole.bytes, `${cut.bytes} bytes, and ${whole.bytes} without cuts`)
})

test('a replica that lacks a removed difference copies the newest snapshot, if that includes the difference', async (t) => {
  const { directory, origin, reader, publish } = await inScene(t, 7, 20)
  const { load, version } = (await publish(1)).state
  const isCovered = (): boolean => (manifestIn(directory).snapshots.at(-1)?.version ?? 0) >= version
  assert.ok(!isCovered())
  rmSync(join(directory, load, `${version}.json.gz`))
  await assert.rejects(reader.step(), /is missing, though the manifest names it$/)
  while (!isCovered()) await publish(10)
  assert.ok(manifestIn(directory).first <= version)
  await reader.catchUp(origin)
  assert.equal(reader.loads, 2)
})

test('files that are damaged, missing, of other rows or of another service are refused in words, and what serves stays', async (t) => {
  const { directory, url, origin, reader, publish } = await inScene(t, 5, 20)
  await publish(1)
  await origin.end()
  const { load, version } = manifestIn(directory).state
  const file = join(directory, load, `${version}.json.gz`)
  const text = readFileSync(join(directory, MANIFEST), 'utf8')
  const refused = (message: RegExp, name = 'CopyDamaged') => assert.rejects(reader.step(), { name, message })
  const good = readFileSync(file)

  truncateSync(file, good.length - 9)
  await refused(/cannot be unpacked .*: it is damaged, too large, or sent with a Content-Encoding$/)
  rmSync(file)
  await refused(/is missing, though the manifest names it$/)
  writeFileSync(file, good)
  writeFileSync(join(directory, MANIFEST), text.replace('"format":1', '"format":2'))
  await refused(/^manifest.json is not a manifest of this version of the service \(\/format/)
  writeFileSync(join(directory, MANIFEST), 'x'.repeat(1_048_577))
  await assert.rejects(reader.step(), /more than 1048576 bytes/)

  const others = [
    [
      '"network":"mainnet"',
      '"network":"preprod"',
      /^MODELS_URL has models of preprod, but this process is for mainnet: /,
    ],
    [/"source":"[^"]*/, '"source":"0', /^the models in MODELS_URL were folded by other rules: /],
    [
      /"bars":\{"version":"[^"]*/,
      '"bars":{"version":"0',
      /^MODELS_URL has another version of bars, or lacks it: /,
    ],
    [/"layout":\d+/, '"layout":0', /^MODELS_URL has a copy of another version of this service: /],
  ] as const
  for (const [from, to, reason] of others) {
    writeFileSync(join(directory, MANIFEST), text.replace(from, to))
    const other = new Reader(temporaryDirectory(t), url)
    const step = await other.step()
    await other.close()
    assert.match(step.kind === 'waiting' ? step.reason : step.kind, reason)
  }

  writeFileSync(join(directory, MANIFEST), text)
  const difference = readWritten(file, gunzipSync(good).toString())
  const state = { ...difference.state, digest: '0123456789abcdef' }
  writeFileSync(file, gzipSync(JSON.stringify({ ...difference, state })))
  await refused(/has digest [0-9a-f]{16}, but its source has 0123456789abcdef$/, 'CopyDiffers')
  writeFileSync(file, good)
  await reader.catchUp(origin)
  assert.equal(reader.loads, 2)
})
