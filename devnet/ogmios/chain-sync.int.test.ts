import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ogmiosVectors, skipVectors } from '../../fixtures/chains/ogmios-vectors.ts'
import { isRecord } from '../../schema/ogmios/read-json.ts'
import { buildBlock, buildBoundaryBlock, buildChain } from '../chain/build-block.ts'
import { Chain } from '../chain/chain.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import { oddBlocks } from '../chain/odd-blocks.ts'
import { serveForTest } from '../testing/test-server.ts'
import { placeJson } from './replies.ts'

const tipOf = (chain: Chain): string => placeJson(chain.tip)
const forward = (block: ChainBlock | undefined, chain: Chain, id = 'null'): string =>
  `{"jsonrpc":"2.0","method":"nextBlock","result":{"direction":"forward","block":${block?.json},"tip":${tipOf(chain)}},"id":${id}}`
const backward = (index: number, chain: Chain, id = 'null'): string =>
  `{"jsonrpc":"2.0","method":"nextBlock","result":{"direction":"backward","point":${placeJson(chain.pointAt(index))},"tip":${tipOf(chain)}},"id":${id}}`
const intersection = (index: number, chain: Chain, id = 'null'): string =>
  `{"jsonrpc":"2.0","method":"findIntersection","result":{"intersection":${placeJson(chain.pointAt(index))},"tip":${tipOf(chain)}},"id":${id}}`

test('a fresh connection is at the origin: back to it first, then every block as it is held', async (t) => {
  const { chain, client } = await serveForTest(t, oddBlocks())
  assert.equal(await client.ask('nextBlock'), backward(-1, chain))
  for (const block of chain) assert.equal(await client.ask('nextBlock'), forward(block, chain))
})

test('after an intersection the first reply goes back to it, then forward from the block after', async (t) => {
  const { chain, client } = await serveForTest(t, buildChain(5))
  const points = [{ slot: 20, id: 'f'.repeat(64) }, chain.pointAt(3), chain.pointAt(1)]
  assert.equal(await client.ask('findIntersection', { points }, 'find'), intersection(3, chain, '"find"'))
  assert.equal(await client.ask('nextBlock', undefined, 1), backward(3, chain, '1'))
  assert.equal(await client.ask('nextBlock', {}, 2), forward(chain.at(4), chain, '2'))
  assert.equal(await client.ask('findIntersection', { points: ['origin'] }), intersection(-1, chain))
  assert.equal(await client.ask('nextBlock'), backward(-1, chain))
  assert.equal(await client.ask('nextBlock'), forward(chain.at(0), chain))
})

test('with no point known the answer is 1000 with the tip, and the place stays', async (t) => {
  const { chain, client } = await serveForTest(t, buildChain(3))
  await client.ask('findIntersection', { points: [chain.pointAt(0)] })
  await client.ask('nextBlock')
  for (const points of [[{ slot: 0, id: 'f'.repeat(64) }], []])
    assert.equal(
      await client.ask('findIntersection', { points }, []),
      `{"jsonrpc":"2.0","method":"findIntersection","error":{"code":1000,"message":"No intersection found.","data":{"tip":${tipOf(chain)}}},"id":[]}`,
    )
  assert.equal(await client.ask('nextBlock'), forward(chain.at(1), chain))
})

test('on an empty chain the tip is the origin, and requests wait for its first block', async (t) => {
  const { chain, client } = await serveForTest(t, [])
  assert.equal(await client.ask('findIntersection', { points: ['origin'] }), intersection(-1, chain))
  assert.equal(await client.ask('nextBlock'), backward(-1, chain))
  client.request('nextBlock')
  assert.match(await client.ask('queryNetwork/blockHeight'), /"result":"origin"/)
  chain.append(buildBlock('genesis'))
  assert.equal(await client.next(), forward(chain.at(0), chain))
})

test('at the tip a request waits, while other methods are answered, and takes the next block', async (t) => {
  const { chain, client } = await serveForTest(t, buildChain(1))
  const [tip] = [chain.at(0)]
  assert.ok(tip)
  await client.ask('findIntersection', { points: [tip.point] })
  assert.equal(await client.ask('nextBlock'), backward(0, chain))
  client.request('nextBlock', undefined, 'waiting')
  client.request('nextBlock', undefined, 'behind')
  assert.match(await client.ask('queryNetwork/tip'), /"method":"queryNetwork\/tip"/)
  const next = buildBlock(tip)
  chain.append(next)
  assert.equal(await client.next(), forward(next, chain, '"waiting"'))
  const last = buildBoundaryBlock(next)
  chain.append(last)
  assert.equal(await client.next(), forward(last, chain, '"behind"'))
})

test('an intersection asked while requests wait is refused with 1001, and they are still answered', async (t) => {
  const { chain, client } = await serveForTest(t, [])
  await client.ask('nextBlock')
  client.request('nextBlock', undefined, 1)
  assert.equal(
    await client.ask('findIntersection', { points: ['origin'] }, 2),
    '{"jsonrpc":"2.0","method":"findIntersection","error":{"code":1001,"message":"findIntersection is not allowed while nextBlock requests wait for a reply."},"id":2}',
  )
  chain.append(buildBlock('genesis'))
  assert.equal(await client.next(), forward(chain.at(0), chain, '1'))
})

test('a fork below the client is one step back to the newest common block, then the fork', async (t) => {
  const { chain, server, client } = await serveForTest(t, buildChain(6))
  await client.ask('findIntersection', { points: [chain.pointAt(4)] })
  await client.ask('nextBlock')
  await client.ask('nextBlock')
  const fork = buildChain(3, { parent: chain.at(2) ?? 'genesis', salt: 'fork' })
  server.faults.fork(3, fork)
  assert.equal(await client.ask('nextBlock'), backward(2, chain))
  for (const block of fork) assert.equal(await client.ask('nextBlock'), forward(block, chain))
})

test('a fork above the client is not a step back', async (t) => {
  const { chain, server, client } = await serveForTest(t, buildChain(6))
  await client.ask('nextBlock')
  await client.ask('nextBlock')
  server.faults.fork(4, buildChain(5, { parent: chain.at(1) ?? 'genesis', salt: 'fork' }))
  assert.equal(await client.ask('nextBlock'), forward(chain.at(1), chain))
  assert.equal(await client.ask('nextBlock'), forward(chain.at(2), chain))
})

test('what the client was told always rebuilds the chain, however it grew and forked meanwhile', async (t) => {
  const { chain, client } = await serveForTest(t, [])
  const told: ChainBlock['point']['id'][] = []
  const take = async (): Promise<void> => {
    const { result } = JSON.parse(await client.next())
    if (result.direction === 'forward') told.push(result.block.id)
    else if (result.point === 'origin') told.length = 0
    else told.length = told.indexOf(result.point.id) + 1
  }
  let salt = 0
  const step = fc.record({
    ask: fc.integer({ min: 0, max: 4 }),
    drop: fc.integer({ min: 0, max: 3 }),
    grow: fc.integer({ min: 0, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { ask, drop, grow } of steps) {
        for (let n = 0; n < ask; n += 1) client.request('nextBlock')
        chain.rollBack(Math.min(drop, chain.length))
        salt += 1
        const parent = chain.last ?? 'genesis'
        // At least as many new blocks as requests, so that every request gets its reply.
        for (const block of buildChain(drop + grow + ask + 1, { parent, salt: String(salt) }))
          chain.append(block)
        for (let n = 0; n < ask; n += 1) await take()
      }
      const ids = Array.from(chain, ({ point }) => point.id)
      while (told.length !== ids.length || told.at(-1) !== ids.at(-1)) {
        client.request('nextBlock')
        await take()
      }
      assert.deepEqual(told, ids)
    }),
    { numRuns: 30 },
  )
})

test('a client that does not read is sent no more than fits its connection, and all of it once it reads', async (t) => {
  const block = buildBlock('genesis', { transactions: [], salt: 'x'.repeat(10) })
  const json = Buffer.concat([
    block.json.subarray(0, -1),
    Buffer.from(`,"padding":"${'x'.repeat(250_000)}"}`),
  ])
  const id = (n: number) => String(n).padStart(64, '0')
  const blocks = Array.from(
    { length: 400 },
    (_, n): ChainBlock => ({
      ...block,
      json,
      point: { slot: n, id: id(n) },
      parent: id(n - 1),
    }),
  )
  let read = 0
  class CountedChain extends Chain {
    override at(index: number) {
      read = Math.max(read, index)
      return super.at(index)
    }
  }
  const chain = new CountedChain(blocks)
  const { client } = await serveForTest(t, chain)
  client.socket.pause()
  for (let n = 0; n <= 400; n += 1) client.request('nextBlock')
  // The server has written all when two checks find it idle.
  let before = -1
  while (read !== before || read === 0) {
    before = read
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.ok(read < 200, `${read} blocks of 250 KB were written to a client that reads none`)
  client.socket.resume()
  assert.equal(await client.next(), backward(-1, chain))
  for (let n = 0; n < 400; n += 1)
    assert.equal((await client.next()).length, forward(blocks[n], chain).length)
})

test('more requests than may wait are kept unread, not lost', async (t) => {
  const { chain, client } = await serveForTest(t, [])
  for (let id = 0; id <= 3000; id += 1) client.request('nextBlock', undefined, id)
  assert.equal(await client.next(), backward(-1, chain, '0'))
  for (const block of buildChain(3000)) chain.append(block)
  for (let id = 1; id <= 3000; id += 1)
    assert.equal(await client.next(), forward(chain.at(id - 1), chain, `${id}`))
})

test('replies have the members of recorded ones, in their order', { skip: skipVectors(6) }, async (t) => {
  const { chain, client } = await serveForTest(t, buildChain(2))
  /** The keys of a reply and its members, without the block's keys. */
  const shape = (value: unknown): string =>
    isRecord(value)
      ? `{${Object.entries(value)
          .map(([key, inner]) => (key === 'block' || key === 'id' ? key : `${key}:${shape(inner)}`))
          .join()}}`
      : typeof value
  const shapes = new Set(
    [...ogmiosVectors(6, 'NextBlockResponse'), ...ogmiosVectors(6, 'FindIntersectionResponse')].map((reply) =>
      shape(JSON.parse(reply)),
    ),
  )
  const replies = [
    await client.ask('findIntersection', { points: [chain.pointAt(0)] }),
    await client.ask('findIntersection', { points: [{ slot: 7, id: 'f'.repeat(64) }] }),
    await client.ask('nextBlock'),
    await client.ask('nextBlock'),
  ]
  client.request('nextBlock')
  replies.push(await client.ask('findIntersection', { points: ['origin'] }))
  for (const reply of replies) assert.ok(shapes.has(shape(JSON.parse(reply))), `${reply} is not as recorded`)
})
