import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkResponse } from '../http/testing/check-response.ts'
import { startComponents } from '../testing/start-components.ts'
import { imageOf } from './image.ts'
import { GIF, JPEG, largePng, PNG } from './testing/sample-images.ts'

test('an image is served with its media type, may be cached for ever, and runs no scripts', async (t) => {
  const { url, images: store } = await startComponents(t, ['images'], 3)
  for (const bytes of [PNG, JPEG, GIF, largePng(2_000_000)]) {
    const { cid, mediaType } = await imageOf(bytes)
    assert.equal((await fetch(`${url}/ipfs/${cid}`)).status, 404)
    await store.put({ bytes, cid, mediaType })
    const response = await fetch(`${url}/ipfs/${cid}`)
    assert.deepEqual([response.status, Buffer.from(await response.arrayBuffer()).equals(bytes)], [200, true])
    assert.deepEqual(
      ['content-type', 'cache-control', 'x-content-type-options', 'content-security-policy'].map((name) =>
        response.headers.get(name),
      ),
      [mediaType, 'public, max-age=31536000, immutable', 'nosniff', "default-src 'none'; sandbox"],
    )
  }
})

test('a small copy is never replaced by the image itself', async (t) => {
  const { url, images: store } = await startComponents(t, ['images'], 3)
  const { cid } = await imageOf(PNG)
  await store.put({ bytes: PNG, cid, mediaType: 'image/png' })
  const response = await fetch(`${url}/ipfs/${cid}?side=64`)
  assert.deepEqual(
    [response.status, await response.json()],
    [404, { cause: 'NOT_FOUND', message: `No copy ${cid} is stored here` }],
  )
})

test('of the requested content ids the stored ones are returned', async (t) => {
  const { url, images: store, routeOf } = await startComponents(t, ['images'], 3)
  const kept = await imageOf(GIF)
  await store.put(kept)
  const body = [
    (await imageOf(PNG)).cid,
    kept.cid,
    '',
    '../log.db',
    'QmSr7FqYkxYWGoSfy8ZiaMWQ5vosb18DQGCzjwEQnVHkTb',
  ]
  assert.deepEqual((await checkResponse(url, routeOf('getHeldImages'), { body })).body, [kept.cid])
  const many = Array.from({ length: 201 }, () => kept.cid)
  assert.equal((await checkResponse(url, routeOf('getHeldImages'), { body: many })).status, 400)
})

test('a cid that is not a content id is INVALID_PARAMS', async (t) => {
  const { url, routeOf } = await startComponents(t, ['images'], 3)
  for (const cid of [
    '../models-1.db',
    'a',
    `${'b'.repeat(59)}`,
    'QmSr7FqYkxYWGoSfy8ZiaMWQ5vosb18DQGCzjwEQnVHkTb',
  ])
    assert.deepEqual((await checkResponse(url, routeOf('getImage'), { params: { cid } })).body, {
      cause: 'INVALID_PARAMS',
      message: 'Invalid input: cid must be a content id of version 1 in base32: bafkrei… or bafybei…',
    })
  for (const path of ['/ipfs/..%2f..%2fmodels-1.db', '/ipfs/%ff'])
    assert.equal((await fetch(`${url}${path}`)).status, 400)
  for (const path of ['/ipfs/../models-1.db', '/ipfs/', '/ipfs/a/b'])
    assert.equal((await fetch(`${url}${path}`)).status, 404)
})
