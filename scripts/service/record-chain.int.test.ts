import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { buildChain } from '../../fixtures/devnet/build-block.ts'
import { Chain } from '../../fixtures/devnet/chain.ts'
import { readChainFile } from '../../fixtures/devnet/chain-file.ts'
import { oddBlocks } from '../../fixtures/devnet/odd-blocks.ts'
import { startOgmiosServer } from '../../fixtures/devnet/ogmios-server.ts'
import { recordChain } from './record-chain.ts'

const setUp = async (t: TestContext, chain: Chain) => {
  const server = await startOgmiosServer({ chain })
  const directory = mkdtempSync(join(tmpdir(), 'record-'))
  t.after(async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return { server, path: join(directory, 'chain.ndjson.gz') }
}

const blocksOf = (chain: Chain) => Array.from({ length: chain.length }, (_, index) => chain.at(index))

test('a recording holds the blocks byte for byte, odd ones among them', async (t) => {
  const chain = new Chain(buildChain(120))
  for (const block of oddBlocks(chain.at(119) ?? 'genesis')) chain.append(block)
  const { server, path } = await setUp(t, chain)
  const progress: [number, number][] = []
  const tip = await recordChain({
    url: server.url,
    start: 'origin',
    path,
    onProgress: (done, whole) => progress.push([done, whole]),
  })
  assert.deepEqual(tip, chain.tip)
  assert.deepEqual(await readChainFile(path), blocksOf(chain))
  const { height } = chain.at(chain.length - 1) ?? assert.fail()
  assert.deepEqual(progress.at(-1), [height + 1, height + 1])
})

test('a fork while it is recorded leaves the chain that the node then has', async (t) => {
  const chain = new Chain(buildChain(200))
  const { server, path } = await setUp(t, chain)
  server.faults.delayReplies(1)
  const recording = recordChain({ url: server.url, start: 'origin', path })
  setTimeout(() => {
    const parent = chain.at(9)
    assert.ok(parent)
    server.faults.fork(190, buildChain(195, { parent, salt: 'other' }))
    server.faults.delayReplies(0)
  }, 40)
  await recording
  const blocks = await readChainFile(path)
  assert.deepEqual(blocks, blocksOf(chain).slice(0, blocks.length))
  assert.equal(blocks.at(-1)?.height, 199)
})

test('it begins where it is told, and says so when there is nothing', async (t) => {
  const chain = new Chain(buildChain(5))
  const { server, path } = await setUp(t, chain)
  const { url } = server
  const { point } = chain.at(2) ?? assert.fail()
  await recordChain({ url, start: point, path })
  assert.deepEqual(await readChainFile(path), blocksOf(chain).slice(3))
  const { tip } = chain
  assert.ok(tip !== 'origin')
  await assert.rejects(recordChain({ url, start: tip, path }), {
    name: 'StartupError',
    message: `the node's chain has no block after ${tip.slot}.${tip.id} yet`,
  })
  const elsewhere = { slot: 3, id: 'ab'.repeat(32) }
  await assert.rejects(recordChain({ url, start: elsewhere, path }), {
    name: 'StartupError',
    message: `the node's chain has no block 3.${elsewhere.id}: give another START_POINT`,
  })
})
