// The follower on real sockets: it follows any chain.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildBlock, buildChain } from '../devnet/chain/build-block.ts'
import { Chain } from '../devnet/chain/chain.ts'
import { payment } from '../devnet/chain/odd-blocks.ts'
import { readChainFile } from '../devnet/recording/chain-file.ts'
import { preprod } from '../fixtures/chains/recorded-chains.ts'
import { commitNotices } from '../schema/platform/commit-notices.ts'
import { temporaryDirectory } from '../tests/kit/temporary-directory.ts'
import { Log } from './log/log.ts'
import { readMessage } from './ogmios/read-message.ts'
import {
  followed,
  idsOf,
  isFollowing,
  serve,
  serveAndFollow,
  startFollowing,
  untilProblem,
} from './testing/following.ts'
import { frameOf } from './testing/frames.ts'
import { withPlainOutputs } from './testing/with-plain-outputs.ts'

test("readers of the log are told the node's tip before they are told of the first blocks", async (t) => {
  const log = Log.open(join(temporaryDirectory(t), 'log.db'), { network: 'preprod', start: 'origin' })
  const told: unknown[] = []
  const notices = commitNotices(log.path, (tipHeight) => told.push(tipHeight))
  t.after(() => notices.close())
  const chain = buildChain(300)
  await serveAndFollow(t, chain, { log })
  while (told.length < 4) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(new Set(told.slice(1)), new Set([undefined]))
  assert.equal(told[0], chain.at(-1)?.height)
})

test('it follows to the tip, says so, and tells whoever asked of every block', async (t) => {
  const blocks = buildChain(30, { transactions: (n) => [payment(`payee ${n}`)] })
  const following = await serveAndFollow(t, blocks)
  const { appended, log, statuses, follower, chain } = following
  assert.deepEqual(
    [...log.blocksAfter(0, 100)].map((entry) => ({ ...entry, block: withPlainOutputs(entry.block) })),
    blocks.map((block, index) => {
      const message = readMessage(frameOf(block))
      assert.ok(message.kind === 'forward')
      return { kind: 'forward', seq: index + 1, block: message.block }
    }),
  )
  assert.deepEqual(
    appended,
    blocks.map(({ point }, index) => ({ kind: 'forward', seq: index + 1, point })),
  )
  assert.deepEqual(
    statuses.map(({ state, problem }) => [state, problem]),
    [
      ['connecting', null],
      ['following', null],
    ],
  )
  assert.deepEqual(follower.status, { state: 'following', problem: null, nodeTip: chain.tip })
})

test('far behind the tip it syncs, many blocks at a time, then follows', async (t) => {
  const batches: number[] = []
  const following = await serveAndFollow(t, buildChain(1000), {
    onAppended: (entries) => batches.push(entries.length),
  })
  assert.deepEqual(
    following.statuses.map(({ state }) => state),
    ['connecting', 'syncing', 'following'],
  )
  assert.ok(Math.max(...batches) <= 200 && batches.length < 100, batches.join())
  assert.deepEqual(following.ids(), idsOf(following.chain))
})

test('it follows a chain that is empty and then grows', async (t) => {
  const following = await serveAndFollow(t, [])
  following.chain.append(buildBlock('genesis'))
  await followed(following, following.chain)
})

test('it follows forks of every depth at the tip', async (t) => {
  const following = await serveAndFollow(t, buildChain(60))
  const { chain, faults, log } = following
  for (let depth = 1; depth <= 50; depth++) {
    const parent = chain.at(chain.length - 1 - depth)
    assert.ok(parent)
    const before = log.lastSeq
    faults.fork(depth, buildChain(depth + (depth % 2), { parent, salt: `fork ${depth}` }))
    await following.reached(chain.tipPoint)
    assert.equal(log.lastSeq - before, 1 + depth + (depth % 2))
  }
  assert.deepEqual(following.ids(), idsOf(chain))
  // Blocks of forks count, rollbacks do not.
  const { counts, isRecorded } = following.follower.report
  assert.deepEqual([counts, isRecorded], [{ blocks: 60 + 1_300, connections: 1 }, false])
})

test('it follows forks while it syncs', async (t) => {
  const chain = new Chain(buildChain(3000))
  const { faults, url } = await serve(t, chain)
  let forks = 0
  const following = startFollowing(t, {
    url,
    onAppended: () => {
      if (forks === 12) return
      // Forks of depths up to the number of running requests, and deeper.
      const depth = 50 * ++forks
      const parent = chain.at(chain.length - 1 - depth)
      faults.fork(depth, buildChain(depth + 1, { parent: parent ?? 'genesis', salt: `fork ${forks}` }))
    },
  })
  await following.until(
    () => forks === 12 && isFollowing(following) && following.log.end?.id === idsOf(chain).at(-1),
  )
  assert.deepEqual(following.ids(), idsOf(chain))
})

test('it follows a recorded chain, from its first block', async (t) => {
  const blocks = await readChainFile(preprod.path)
  const start = blocks[0]?.point ?? 'origin'
  const { log } = await serveAndFollow(t, blocks, { start })
  const expected = blocks.slice(1).map((block, index) => {
    const message = readMessage(frameOf(block))
    assert.ok(message.kind === 'forward')
    return { kind: 'forward', seq: index + 1, block: message.block }
  })
  assert.deepEqual(
    [...log.blocksAfter(0, 1000)].map((entry) => ({ ...entry, block: withPlainOutputs(entry.block) })),
    expected,
  )
})

test('a restart continues where the log ends, and appends nothing twice', async (t) => {
  const path = join(temporaryDirectory(t), 'log.db')
  const { chain, url } = await serve(t, buildChain(100))
  for (let run = 1; run <= 4; run++) {
    const log = Log.open(path, { network: 'preprod', start: 'origin' })
    const following = startFollowing({ after: () => {} }, { url, log })
    await followed(following, chain)
    await following.stop()
    assert.equal(log.lastSeq, chain.length)
    log.close()
    for (const block of buildChain(run * 7, { parent: chain.last ?? 'genesis' })) chain.append(block)
  }
})

test('it waits for a node that does not have the start point yet', async (t) => {
  const blocks = buildChain(10)
  const { chain, url } = await serve(t, blocks.slice(0, 3))
  const following = startFollowing(t, { url, start: blocks[4]?.point ?? 'origin' })
  await untilProblem(
    following,
    'the node does not have the block of START_POINT: is it still syncing, or on another network?',
  )
  assert.equal(following.follower.status.state, 'waiting')
  for (const block of blocks.slice(3)) chain.append(block)
  await followed(following, chain, 5)
})

test('it waits for a node that has none of the blocks of the log, and continues when it has one', async (t) => {
  const blocks = buildChain(30)
  const following = await serveAndFollow(t, blocks.slice(0, 20), { start: blocks[4]?.point ?? 'origin' })
  const { chain, faults } = following
  // A reset node ends its connections before its chain is rolled back.
  faults.dropConnections()
  chain.rollBack(20)
  await untilProblem(
    following,
    "the node has none of the log's blocks: is it still syncing, or on another network?",
  )
  for (const block of blocks) chain.append(block)
  await followed(following, chain, 5)
  assert.equal(following.log.lastSeq, 25)
})
