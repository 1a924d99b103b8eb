import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTENT_ID, contentIdOf } from './content-id.ts'

test('content ids are the same as in other implementations', async () => {
  const published: readonly [Buffer, string][] = [
    // From Kubo's own tests.
    [Buffer.from('hello world'), 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'],
    [Buffer.from('hello\n'), 'bafkreicysg23kiwv34eg2d7qweipxwosdo2py4ldv42nbauguluen5v6am'],
    // Four chunks. The id is from NFT.Storage's documentation.
    [Buffer.alloc(2 ** 20), 'bafybeiggzq4ryi7hscq5hzvzcnk4urnxt3asp37dhgvnjilf7exskximla'],
  ]
  for (const [bytes, cid] of published) assert.equal(await contentIdOf(bytes), cid)
})

test('an image of one chunk is a raw block, and with one byte more it is a tree', async () => {
  const kinds = await Promise.all(
    [1, 262_144, 262_145, 5 * 2 ** 20].map(async (size) =>
      (await contentIdOf(Buffer.alloc(size, 7))).slice(0, 7),
    ),
  )
  assert.deepEqual(kinds, ['bafkrei', 'bafkrei', 'bafybei', 'bafybei'])
})

test('the pattern matches content ids and nothing else', async () => {
  const form = new RegExp(CONTENT_ID)
  for (const size of [0, 9, 300_000]) assert.match(await contentIdOf(Buffer.alloc(size)), form)
  const cid = await contentIdOf(Buffer.alloc(1))
  const others = [
    'QmSr7FqYkxYWGoSfy8ZiaMWQ5vosb18DQGCzjwEQnVHkTb',
    cid.toUpperCase(),
    `${cid}a`,
    `../${cid}`,
    `${cid}\n`,
    '',
  ]
  for (const text of others) assert.doesNotMatch(text, form)
})
