// Models that the process itself writes to an object store. Whatever fails, the manifest names only files that exist. Replicas read over
// plain HTTP. A second writer stops.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { seedOf } from '../../../tests/kit/random-runs.ts'
import { CopyStopped } from '../protocol/copy-state.ts'
import { MANIFEST } from './layout.ts'
import { ObjectFiles } from './object-files.ts'
import { publishing } from './testing/published-world.ts'
import { KEYS, type StoreFault, testObjectStore } from './testing/test-object-store.ts'

const FOLDER = 'launchpad/published'
const MANIFEST_KEY = `${FOLDER}/${MANIFEST}`

const scene = async (t: TestContext) => {
  const store = await testObjectStore(t)
  const files = () => new ObjectFiles({ ...KEYS, url: store.url })
  const made = publishing(t, seedOf(t), files(), store.url)
  made.world.grow(12)
  return { ...store, ...made, files }
}

test('replicas follow what a process writes, through forks, restarts and faults of the store', async (t) => {
  const { world, origin, reader, publish, objects, log, faults } = await scene(t)
  await assert.rejects(reader.step(), /manifest\.json: status 403: nothing is published there yet, or this /)
  origin.begin()
  for (let round = 0; round < 10; round++) {
    if (round % 2 === 0) world.grow(1 + world.below(3))
    else world.fork(1 + world.below(4), 5)
    const kinds: readonly StoreFault[] = ['busy', 'cut', 'lost answer']
    for (let count = world.below(4); count > 0; count--) faults.push(kinds[world.below(3)] ?? 'busy')
    if (round % 4 === 3) {
      await origin.end()
      origin.begin()
    }
    await publish()
    await reader.catchUp(origin)
  }
  assert.equal(reader.loads, 1)
  reader.close()
  assert.deepEqual(readdirSync(reader.directory), ['models-1.db'])
  // Each manifest must come after the files that it names.
  const written = new Set<string>()
  for (const line of log) {
    const [method, key = ''] = line.split(' ')
    if (method === 'PUT' && key !== MANIFEST_KEY) written.add(key)
  }
  for (const key of objects.keys()) assert.ok(key === MANIFEST_KEY || written.has(key))
  assert.deepEqual(objects.get(MANIFEST_KEY)?.headers, {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=1',
  })
})

test('objects that the manifest no longer names are deleted after an hour, over pages of the listing, and others stay', async (t) => {
  const { origin, publish, objects, files, log } = await scene(t)
  origin.begin()
  await publish()
  for (let count = 0; count < 12; count++) await publish(1)
  await origin.end()
  assert.equal(JSON.parse(`${objects.get(MANIFEST_KEY)?.bytes}`).snapshots.length, 2)
  const load = [...objects.keys()].find((key) => key.endsWith('.gz'))?.split('/')[2]
  for (let n = 0; n < 15; n++)
    objects.set(`${FOLDER}/${load}/${900 + n}.json.gz`, {
      bytes: Buffer.alloc(1),
      headers: {},
      modified: n < 12 ? 0 : Date.now(),
    })
  objects.set(`${FOLDER}/notes.txt`, { bytes: Buffer.alloc(1), headers: {}, modified: 0 })
  const kept = [...objects.keys()].filter((key) => !/\/9(0\d|1[01])\.json/.test(key))
  log.length = 0
  await files().sweep((name) => kept.includes(`${FOLDER}/${name}`))
  assert.deepEqual([...objects.keys()].sort(), kept.sort())
  assert.equal(log.length, 12)
  const removed = `${load}/912.json.gz`
  await files().remove([removed, `${load}/missing.json.gz`])
  assert.deepEqual(
    [...objects.keys()].sort(),
    kept.filter((key) => key !== `${FOLDER}/${removed}`),
  )
})

test('a second writer stops, a refusal names the reason, and other keys are refused', async (t) => {
  const { origin, publish, files, url, faults } = await scene(t)
  origin.begin()
  await publish()
  await origin.end()
  const [one, two] = [files(), files()]
  const text = (await one.readManifest()) ?? ''
  assert.equal(await two.readManifest(), text)
  await one.writeManifest(`${text} `)
  await one.writeManifest(text)
  await one.writeManifest(`${text} `)
  const others = /^CopyStopped: another process publishes at PUBLISH_URL: /
  await assert.rejects(two.writeManifest(`${text}  `), others)
  await assert.rejects(files().writeManifest(text), CopyStopped)
  faults.push('weak etag')
  const behindProxy = files()
  await behindProxy.readManifest()
  await behindProxy.writeManifest(text)
  const other = new ObjectFiles({ ...KEYS, url, secretAccessKey: 'other' })
  await assert.rejects(other.readManifest(), {
    message: 'the object store answers 403 SignatureDoesNotMatch no',
  })
})
