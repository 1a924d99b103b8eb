// Differences that a reader fetches from a published directory.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { httpCarrier } from './http-carrier.ts'
import { CopyDamaged, manifestText } from './layout.ts'
import { CopyMoved, differencesAfter, PublishedLink, type SeenManifest } from './published-link.ts'

const POINT = { slot: -1, id: 'genesis', digest: '0'.repeat(16) }
const RULES = { layout: 4, network: 'devnet', source: '', models: {} }
const STATE = { load: 'a'.repeat(16), version: 1, seq: 0, height: 0, ...RULES, ...POINT }

const linkTo = (sent: (name: string) => Uint8Array): PublishedLink => {
  class Link extends PublishedLink {
    override fetched = async (name: string): Promise<Uint8Array> => sent(name)
  }
  return new Link(httpCarrier('http://127.0.0.1:9'), new AbortController().signal)
}

test('however far behind it is, a reader has no more than four differences in memory', async () => {
  const asked: string[] = []
  const link = linkTo((name) => {
    asked.push(name)
    throw new RangeError('enough')
  })
  await assert.rejects(differencesAfter(link, STATE, STATE, 1_000), { name: 'RangeError' })
  assert.deepEqual(
    asked,
    [2, 3, 4, 5].map((version) => `${STATE.load}/${version}.json.gz`),
  )
})

test('a difference of another load or of another version is refused', async () => {
  const parts = { shared: -1, blocks: [], oldest: -1, tables: [], changes: [] }
  const read = async (load: string, version: number) => {
    const next = { from: STATE, state: { ...STATE, load, version }, ...parts }
    const link = linkTo(() => gzipSync(JSON.stringify(next)))
    assert.deepEqual(await differencesAfter(link, STATE, STATE, 2), [next])
  }
  await read(STATE.load, 2)
  const refused = new CopyDamaged(`${STATE.load}/2.json.gz belongs to another commit`)
  await assert.rejects(read(STATE.load, 3), refused)
  await assert.rejects(read('b'.repeat(16), 2), refused)
})

test('a reader forgets a manifest that is no longer there, and does not ask for its files again', async () => {
  const snapshot = { version: 1, digest: POINT.digest, pieces: 1, rows: 0, bytes: 0 }
  const state = { ...STATE, version: 2 }
  const text = manifestText({ state, first: 1, snapshots: [snapshot], reports: [] })
  const answers: SeenManifest['found'][] = [{ text }, 'none', 'none', { text }]
  const known: string[] = []
  const carrier = {
    host: 'published.example',
    async manifest(_ending: AbortSignal, mark: string) {
      known.push(mark)
      return { found: answers.shift() ?? assert.fail(), mark: 'a mark', waits: false }
    },
    file: async () => undefined,
  }
  const link = new PublishedLink(carrier, new AbortController().signal)
  const manifest = await link.lookAfter(STATE)
  assert.equal(manifest?.state.version, 2)
  await assert.rejects(link.fetched('a/2.json.gz'), new CopyMoved('a/2.json.gz is no longer published'))
  assert.equal(await link.lookAfter(STATE), undefined)
  assert.deepEqual(await link.lookAfter(STATE), manifest)
  assert.deepEqual(known, ['', 'a mark', '', ''])
})
