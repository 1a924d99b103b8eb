// Blocks and differences that a publication keeps for forks and for its next writer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WrittenDifference } from '../protocol/copied-difference.ts'
import type { CopyState } from '../protocol/copy-state.ts'
import { Publication } from './publication.ts'
import type { Carrier } from './published-link.ts'
import { PublishedSource } from './published-source.ts'
import type { PublishedStore } from './published-store.ts'

const DIGEST = '0'.repeat(16)

/** A store in memory, which removes unneeded files at once. */
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
    sweep: async (isKept) => {
      for (const name of files.keys()) if (!isKept(name)) files.delete(name)
    },
  }
}

const blockAt = (slot: number) => ({ slot, id: `${slot}`.padStart(64, '0'), height: slot, seq: slot })

/** A commit to the last of these slots. */
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
  /** The slots of the kept blocks, and the versions of the commits after a slot. */
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
  // A reader of the version before the first kept difference continues, and an earlier one starts again.
  const carrier: Carrier = {
    host: 'memory',
    manifest: async () => ({
      found: { text: (await store.readManifest()) ?? '' },
      ...{ mark: '', waits: false },
    }),
    file: (name) => store.read(name),
  }
  const source = new PublishedSource([carrier], {
    network: 'mainnet',
    source: { tables: [], version: '' },
    models: [],
  })
  const readBy = async (state: CopyState) => {
    const link = source.connect(new AbortController().signal)
    const found = await source.differences(link, state, () => false)
    return found === 'everything' ? found : found.map((difference) => difference.state.version)
  }
  assert.deepEqual(
    [await readBy(states[1] ?? assert.fail()), await readBy(states[2] ?? assert.fail())],
    ['everything', [4]],
  )
})
