// The service stops following until the operator acts. It is not ready, and reports the problem.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServedChain } from '../harness/served-chain.ts'
import { assertSameAsFresh, startWatched, startWatchedProcess } from '../harness/watched-service.ts'

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
  const stopped = { level: 50, state: 'stopped', problem, msg: 'the indexer is stopped' }
  assert.deepEqual({ code, complaints }, { code: 0, complaints: [waiting, waiting, waiting, stopped] })

  await assertSameAsFresh(t, await startWatched(t, follow), world, server.url)
})
