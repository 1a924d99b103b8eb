// Number of files of a published directory that a reader fetches at the same time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { httpCarrier } from './http-carrier.ts'
import { differencesAfter, PublishedLink } from './published-link.ts'

test('however far behind it is, a reader has no more than four differences in memory', async () => {
  const asked: string[] = []
  class Counted extends PublishedLink {
    override async fetched(name: string): Promise<Uint8Array> {
      asked.push(name)
      throw new RangeError('enough')
    }
  }
  const link = new Counted(httpCarrier('http://127.0.0.1:9'), new AbortController().signal)
  const state = {
    load: 'a',
    version: 1,
    layout: 4,
    network: 'devnet',
    source: '',
    models: {},
    seq: 0,
    slot: -1,
    id: '',
    height: 0,
    digest: '',
  }
  await assert.rejects(differencesAfter(link, state, state, 1_000), { name: 'RangeError' })
  assert.deepEqual(asked, ['a/2.json.gz', 'a/3.json.gz', 'a/4.json.gz', 'a/5.json.gz'])
})
