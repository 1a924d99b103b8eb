// Cases in which the service stops following until the operator acts. The service is not ready, reports the problem, and still serves its
// models.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildBlock } from '../../devnet/chain/build-block.ts'
import { type BuiltTransaction, buildTransaction } from '../../devnet/chain/build-transaction.ts'
import { serveChain } from '../../devnet/testing/test-server.ts'
import { LaunchpadChain } from '../harness/launchpad-chain.ts'
import { startServedChain } from '../harness/served-chain.ts'
import {
  assertSameAsFresh,
  startWatched,
  startWatchedProcess,
  stoppedBy,
} from '../harness/watched-service.ts'
import { freePort } from '../kit/free-port.ts'

test('a node of another chain is not followed; when the right one is back, it is', async (t) => {
  // A second node uses this port later, so no other test may receive it.
  const port = await freePort()
  const { world, server, follow } = await startServedChain(t, { port })
  const service = await startWatched(t, follow)
  const { digest, seq } = await service.untilAtTip(world)

  await server.close()
  const stranger = new LaunchpadChain(-1)
  stranger.grow(50)
  const { server: strange } = await serveChain(t, stranger.chain, { network: 'mainnet', port })
  const none = /^the node has none of the log's blocks: is it still syncing, or on another network\?$/
  const { models, log, ...kept } = await service.untilUnready('waiting', none)
  const { tip } = world.chain
  assert.deepEqual([models, log, kept.digest, kept.seq], [tip, tip, digest, seq])

  await strange.close()
  world.grow(5)
  const right = await serveChain(t, world.chain, { network: 'mainnet', port })
  await assertSameAsFresh(t, service, world, right.url)
})

test('a frame that no connection brings whole stops the service, which says so, and takes the block later', async (t) => {
  const { world, server, faults, follow } = await startServedChain(t)
  const process = await startWatchedProcess(t, follow)
  const { models } = await process.untilAtTip(world)
  for (let tries = 0; tries < 4; tries++) faults.garbleNextBlock()
  world.grow()
  const cut =
    /^block [0-9a-f]{64} \(height 41, slot \d+\) cannot be read: .*; upgrade, or report it with the block's id$/
  const status = await process.untilUnready('stopped', cut)
  assert.deepEqual([status.models, status.log], [models, models])
  const { problem } = status
  const { code, complaints } = await process.end()
  const waiting = { level: 40, state: 'waiting', problem, msg: 'the indexer is waiting' }
  assert.deepEqual(
    { code, complaints },
    { code: 0, complaints: [waiting, waiting, waiting, ...stoppedBy(problem).complaints] },
  )

  await assertSameAsFresh(t, await startWatched(t, follow), world, server.url)
})

test('a block that no ledger makes stops the service, which says so and answers; when the chain is without it, it goes on', async (t) => {
  const paying = (lovelace: bigint, outputs = 1) =>
    buildTransaction({ outputs: Array.from({ length: outputs }, () => ({ lovelace })) })
  const [rich, twice] = [paying(2n ** 63n), paying(2_000_000n)]
  const meet = async (transactions: readonly BuiltTransaction[], says: string) => {
    const { world, server, follow } = await startServedChain(t, { length: 10 })
    const service = await startWatched(t, follow)
    const { models, digest } = await service.untilAtTip(world)
    const owned = world.owned()
    const bad = buildBlock(world.tip, { transactions })
    world.chain.append(bad)
    const stopped = new RegExp(
      `^block ${bad.point.slot}.${bad.point.id} is invalid: ${says}\\. It was so on 4 connections`,
    )
    const status = await service.untilUnready('stopped', stopped)
    assert.deepEqual([status.models, status.log, status.digest], [models, models, digest])
    for (const [wallet, held] of owned) assert.deepEqual(await service.owned(wallet), held)
    await service.close()
    world.chain.rollBack(1)
    world.grow()
    await assertSameAsFresh(t, await startWatched(t, follow), world, server.url)
  }
  await Promise.all([
    meet([rich], `transaction ${rich.id} has an output of 9223372036854775808 lovelace`),
    meet([twice, twice], `it contains transaction ${twice.id} twice`),
    meet([paying(1_000_000n, 16_384)], 'it has 16385 inputs and outputs'),
  ])
})
