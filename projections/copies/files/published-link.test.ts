// Differences that a reader fetches of a published directory.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { httpCarrier } from './http-carrier.ts'
import { CopyDamaged } from './layout.ts'
import { differencesAfter, PublishedLink } from './published-link.ts'

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
