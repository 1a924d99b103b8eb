import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { buildChain } from '../../devnet/chain/build-block.ts'
import { Chain } from '../../devnet/chain/chain.ts'
import { oddBlocks } from '../../devnet/chain/odd-blocks.ts'
import type { OgmiosServerOptions } from '../../devnet/ogmios/ogmios-server.ts'
import { readChainFile } from '../../devnet/recording/chain-file.ts'
import { serveChain } from '../../devnet/testing/test-server.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { TEST_TIMEOUT_MS } from '../../tests/kit/test-timeout.ts'
import { type Recording, recordChain } from './record-chain.ts'

const network = 'devnet'

const setUp = async (t: TestContext, chain: Chain, options: Partial<OgmiosServerOptions> = {}) => {
  const { server } = await serveChain(t, chain, options)
  const directory = temporaryDirectory(t)
  const path = join(directory, 'chain.ndjson.gz')
  const record = (given: Partial<Recording> = {}) =>
    recordChain({ url: server.url, network, start: 'origin', path, ...given })
  return { server, directory, path, record }
}

const assertStays = async (directory: string, recording: Promise<unknown>, message: string) => {
  await assert.rejects(recording, { name: 'StartupError', message })
  assert.deepEqual(readdirSync(directory), ['chain.ndjson.gz'])
  assert.equal(readFileSync(join(directory, 'chain.ndjson.gz'), 'utf8'), 'another recording')
}

test('a recording holds the blocks byte for byte, odd ones among them', async (t) => {
  const chain = new Chain(buildChain(120))
  for (const block of oddBlocks(chain.at(119) ?? 'genesis')) chain.append(block)
  const { record, path } = await setUp(t, chain)
  const progress: [number, number][] = []
  const tip = await record({ onProgress: (done, whole) => progress.push([done, whole]) })
  assert.deepEqual(tip, chain.tip)
  assert.deepEqual(await readChainFile(path), [...chain])
  const { height } = chain.last ?? assert.fail()
  assert.deepEqual(progress.at(-1), [height + 1, height + 1])
})

/**
 * The chain grows only when the recorder has all of its blocks, so each fork comes at a known length.
 * @param forks depth of each fork, by the chain's length before it
 */
const recordForking = async (
  t: TestContext,
  forks: ReadonlyMap<number, number>,
  options: { readonly depth?: number } = {},
): Promise<void> => {
  const chain = new Chain(buildChain(300))
  const { server, path, record } = await setUp(t, chain)
  const due = new Map(forks)
  await record({
    ...options,
    onProgress: (done) => {
      // The recorder now knows the tip at which the recording ends.
      if (done === 1) chain.rollBack(200)
      if (done < chain.length) return
      const depth = due.get(done) ?? 0
      due.delete(done)
      const parent = chain.at(chain.length - 1 - depth) ?? assert.fail()
      server.faults.fork(depth, buildChain(depth + 1, { parent, salt: `${done}` }))
    },
  })
  assert.equal(due.size, 0)
  const blocks = await readChainFile(path)
  assert.deepEqual(blocks, [...chain].slice(0, blocks.length))
  assert.equal(blocks.at(-1)?.height, 299)
}

test('a fork while it is recorded leaves the chain that the node then has', (t) =>
  recordForking(t, new Map([[200, 190]])))

test('as much is buffered as a node may undo, and nothing of its forks is left', (t) =>
  recordForking(
    t,
    new Map([
      [120, 1],
      [150, 20],
      [151, 20],
      [200, 7],
      [250, 19],
      [299, 20],
    ]),
    { depth: 20 },
  ))

test('it begins at the given point, and says so when nothing comes after it', async (t) => {
  const chain = new Chain(buildChain(5))
  const { record, path } = await setUp(t, chain)
  const { point } = chain.at(2) ?? assert.fail()
  await record({ start: point })
  assert.deepEqual(await readChainFile(path), [...chain].slice(3))
  const { tip } = chain
  assert.ok(tip !== 'origin')
  await assert.rejects(record({ start: tip }), {
    name: 'StartupError',
    message: `the node's chain has no block after ${tip.slot}.${tip.id} yet`,
  })
  const elsewhere = { slot: 3, id: 'ab'.repeat(32) }
  await assert.rejects(record({ start: elsewhere }), {
    name: 'StartupError',
    message: `the node's chain has no block 3.${elsewhere.id}: give another START_POINT`,
  })
})

test('a fork deeper than what is buffered ends it, and the file that was there stays', async (t) => {
  const chain = new Chain(buildChain(300))
  const { server, directory, path, record } = await setUp(t, chain)
  writeFileSync(path, 'another recording')
  const parent = chain.at(99) ?? assert.fail()
  let isForked = false
  const recording = record({
    depth: 20,
    onProgress: (done) => {
      if (isForked || done < 150) return
      isForked = true
      server.faults.fork(200, buildChain(201, { parent, salt: 'other' }))
    },
  })
  const { slot, id } = parent.point
  const message = `the node went back to ${slot}.${id}, more than 20 blocks: record the chain again`
  await assertStays(directory, recording, message)
})

test('a node that is lost, or answers no more, ends it, and the file that was there stays', async (t) => {
  const chain = new Chain(buildChain(300))
  const { server, directory, path, record } = await setUp(t, chain)
  writeFileSync(path, 'another recording')
  const { faults } = server
  const cases: readonly [message: string, timeout: number, fault: () => void][] = [
    ['the connection to Ogmios closed (code 1006)', TEST_TIMEOUT_MS, () => faults.dropConnections()],
    ['Ogmios lost its connection to the node', TEST_TIMEOUT_MS, () => faults.closeConnections()],
    // Even a busy machine serves everything before the fault within this limit.
    ['Ogmios did not send a block within 5 s', 5_000, () => faults.stall()],
    // The node still stalls from the previous case.
    ['Ogmios did not find an intersection within 5 s', 5_000, () => {}],
  ]
  for (const [message, timeout, fault] of cases) {
    const recording = record({
      timeout,
      onProgress: (done) => {
        if (done === 100) fault()
      },
    })
    await assertStays(directory, recording, message)
  }
})

test('a node of another network is reported as that, whatever its chain has', async (t) => {
  const { directory, record } = await setUp(t, new Chain(buildChain(3)), { network: 'preprod' })
  for (const other of ['mainnet', 'devnet'] as const)
    await assert.rejects(record({ network: other, start: { slot: 1, id: 'ab'.repeat(32) } }), {
      name: 'StartupError',
      message: `Ogmios serves preprod, but this process is for ${other}: change one of them`,
    })
  assert.deepEqual(readdirSync(directory), [])
})
