// Blocks and differences that a publication keeps for forks and for its next writer, and the files that a directory keeps.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { silent } from '../../../tests/kit/silent.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { GrowingChain } from '../../testing/growing-chain.ts'
import { mainnetModels, testModels } from '../../testing/test-models.ts'
import type { WrittenDifference } from '../protocol/copied-difference.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import { ModelsSource } from '../source/models-source.ts'
import { findPlace } from './find-place.ts'
import { Publication } from './publication.ts'
import { PublicationPlace } from './publication-place.ts'
import { PublishedFiles } from './published-files.ts'
import type { Carrier } from './published-link.ts'
import { PublishedSource } from './published-source.ts'
import type { PublishedStore } from './published-store.ts'

const DIGEST = '0'.repeat(16)

/** Removes unneeded files at once. */
const memoryStore = (): PublishedStore => {
  const files = new Map<string, Uint8Array>()
  let manifest: string | undefined
  return {
    reportInterval: 0,
    readManifest: async () => manifest,
    async writeManifest(text) {
      manifest = text
    },
    read: async (name) => files.get(name),
    has: async (name) => files.has(name),
    write: async (name, bytes) => void files.set(name, bytes),
    remove: async (names) => {
      for (const name of names) files.delete(name)
    },
    sweep: async (isKept) => {
      for (const name of files.keys()) if (!isKept(name)) files.delete(name)
    },
  }
}

test("another program's manifest.json, such as a web page's or a backup's, is never replaced", async () => {
  for (const text of ['{"name":"a page","icons":[]}', '{"format":"launchpad-backup","files":[]}', '[]']) {
    const store = memoryStore()
    await store.writeManifest(text)
    await assert.rejects(Publication.open(store), {
      name: 'CopyStopped',
      message:
        'PUBLISH_DIR, or the folder of PUBLISH_URL, has a manifest.json of another program: choose another place',
    })
  }
  // A damaged manifest, or one of another version, is replaced.
  for (const text of ['{"format":1,"sta', '{"format":2}']) {
    const store = memoryStore()
    await store.writeManifest(text)
    assert.equal(await (await Publication.open(store)).state(), undefined)
  }
})

const blockAt = (slot: number) => ({ slot, id: `${slot}`.padStart(64, '0'), height: slot, seq: slot })

const commitOf = (
  version: number,
  { shared, slots, oldest }: { readonly shared: number; readonly slots: number[]; readonly oldest: number },
): WrittenDifference & { readonly state: CopyState } => {
  const blocks = slots.map((slot) => ({ ...blockAt(slot), journaled: 1, transactions: 0, digest: DIGEST }))
  // A model is being folded again.
  const models = { bars: { version: '1', stopped: 'a block' } }
  const rules = { layout: 5, network: 'mainnet', source: 'rules', models }
  return {
    from: version === 1 ? null : { ...blockAt(shared), digest: DIGEST },
    state: { load: DIGEST, version, ...rules, ...blockAt(slots.at(-1) ?? 0), digest: DIGEST },
    ...{ shared, blocks, oldest, tables: [], changes: [] },
  }
}

test('a publication keeps the blocks from the oldest on, and the differences after it, also when it is opened again', async () => {
  const store = memoryStore()
  const publication = await Publication.open(store)
  const keptIn = async (of: Publication, slot: number) => ({
    blocks: (await of.blocks()).map((block) => block.slot),
    commits: (await of.commitsAfter(slot)).map((text) => JSON.parse(text).state.version),
  })
  const states: CopyState[] = []
  for (const [at, [commit, blocks, commits]] of (
    [
      [{ shared: 10, slots: [10, 20, 30], oldest: 10 }, [30, 20, 10], [1]],
      [{ shared: 30, slots: [40, 50], oldest: 20 }, [50, 40, 30, 20], [1, 2]],
      // After a fork.
      [{ shared: 40, slots: [60, 70], oldest: 20 }, [70, 60, 40, 30, 20], [1, 2, 3]],
      // More blocks than can be rolled back.
      [{ shared: 70, slots: [80, 90, 100], oldest: 90 }, [100, 90], [4]],
    ] as const
  ).entries()) {
    const next = commitOf(at + 1, { ...commit, slots: [...commit.slots] })
    if (at === 0) await publication.begin(next, [])
    else {
      await publication.write(next)
      await publication.addSnapshot(next.state, [])
    }
    for (const of of [publication, await Publication.open(store)])
      assert.deepEqual(await keptIn(of, commit.oldest), { blocks, commits })
    states.push(next.state)
  }
  // A reader of the version before the first kept difference continues. An earlier one starts again.
  const carrier: Carrier = {
    host: 'memory',
    manifest: async () => ({ found: { text: `${await store.readManifest()}` }, mark: '', waits: false }),
    file: (name) => store.read(name),
  }
  const source = new PublishedSource([carrier], mainnetModels())
  const readBy = async (state: CopyState) => {
    const link = source.connect(new AbortController().signal)
    const found = await source.differences(link, state, () => false)
    return found === 'everything' ? found : found.map((difference) => difference.state.version)
  }
  assert.deepEqual(
    [await readBy(states[1] ?? assert.fail()), await readBy(states[2] ?? assert.fail())],
    ['everything', [4]],
  )
  // A reader of another publication continues amid the last commit.
  const link = source.connect(new AbortController().signal)
  const manifest = (await link.look()) ?? assert.fail()
  assert.equal(await findPlace(link, manifest, { ...blockAt(90), digest: DIGEST }), 3)
})

test('a load or snapshot that fails leaves none of its files', async () => {
  const files = new Map<string, Uint8Array>()
  let room = 0
  const store: PublishedStore = {
    ...memoryStore(),
    async write(name, bytes) {
      // A failed write may leave a part of the file.
      files.set(name, bytes)
      if (--room < 0) throw new Error('the disk is full')
    },
    async remove(names) {
      for (const name of names) files.delete(name)
    },
    async sweep() {},
  }
  const publication = await Publication.open(store)
  const load = commitOf(1, { shared: 10, slots: [10, 20], oldest: 10 })
  for (const begun of [0, 1]) {
    room = begun
    await assert.rejects(publication.begin(load, []), { message: 'the disk is full' })
    assert.deepEqual([...files.keys()], [])
  }
  room = 2
  await publication.begin(load, [])
  const whole = [...files.keys()]
  assert.equal(whole.length, 2)
  const next = commitOf(2, { shared: 20, slots: [30], oldest: 10 })
  room = 1
  await publication.write(next)
  await assert.rejects(publication.addSnapshot(next.state, []), { message: 'the disk is full' })
  assert.deepEqual([...files.keys()], [...whole, `${DIGEST}/2.json.gz`])
})

test('a failed snapshot is tried again when the differences have grown', async () => {
  let isFull = false
  const memory = memoryStore()
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    if (isFull && name.includes('-')) throw new Error('the disk is full')
    await memory.write(name, bytes)
  }
  const publication = await Publication.open({ ...memory, write }, 1_000)
  await publication.begin(commitOf(1, { shared: 10, slots: [10], oldest: 10 }), [])
  let version = 1
  const untilDue = async (): Promise<number> => {
    const before = version
    while (!publication.isSnapshotDue) {
      const slots = Array.from({ length: 20 }, (_, at) => 20 * version + at)
      await publication.write(commitOf(++version, { shared: slots[0] ?? 0, slots, oldest: 10 }))
    }
    return version - before
  }
  const state = () => publication.state().then((found) => found ?? assert.fail())
  const first = await untilDue()
  assert.ok(first > 1)
  isFull = true
  await assert.rejects(publication.addSnapshot(await state(), []), { message: 'the disk is full' })
  assert.equal(await untilDue(), first)
  isFull = false
  await publication.addSnapshot(await state(), [])
  assert.ok(!publication.isSnapshotDue)
})

test('a directory keeps what the manifest names, and what it no longer names for an hour', async (t) => {
  const directory = temporaryDirectory(t)
  const files = new PublishedFiles(directory)
  const nameOf = (name: string): string => `${DIGEST}/${name}`
  for (const name of ['kept-old', 'kept-new', 'old', 'new']) {
    await files.write(nameOf(name), Buffer.from(name))
    const at = Date.now() / 1_000 - 3_600 * (name.endsWith('old') ? 1.1 : 0.9)
    utimesSync(join(directory, nameOf(name)), at, at)
  }
  await files.sweep((name) => name.startsWith(nameOf('kept')))
  const inDirectory = () => readdirSync(join(directory, DIGEST)).sort()
  assert.deepEqual(inDirectory(), ['kept-new', 'kept-old', 'new'])
  await files.remove(['new', 'missing'].map(nameOf))
  assert.deepEqual(inDirectory(), ['kept-new', 'kept-old'])
  // Not even a part is left of a file that cannot be written.
  mkdirSync(join(directory, nameOf('folder')))
  await assert.rejects(files.write(nameOf('folder'), Buffer.from('content')))
  assert.deepEqual(inDirectory(), ['folder', 'kept-new', 'kept-old'])
})

test('a snapshot that is being written ends when the process is to end', async (t) => {
  const models = testModels(t)
  const { database } = models.openReader()
  models.apply(...new GrowingChain(() => 0.5).grow(3))
  const rules = mainnetModels()
  const ending = new AbortController()
  const store = memoryStore()
  const written: string[] = []
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    written.push(name)
    if (written.length === 2) ending.abort()
    await store.write(name, bytes)
  }
  const common = { directory: models.directory, models: rules, logger: silent }
  const place = new PublicationPlace({ ...common, store: { ...store, write } })
  const open = await place.open(ending.signal)
  const loading = open.load({ reason: '', state: undefined }, new ModelsSource(database, rules))
  await assert.rejects(loading, { message: 'publishing has ended' })
  assert.equal(written.length, 2)
  assert.equal(await store.readManifest(), undefined)
})
