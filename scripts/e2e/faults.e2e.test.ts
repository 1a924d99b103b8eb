// Whatever goes wrong for a while between the service and its node, blocks coming all the time: it catches up by
// itself, is never started again, and ends as if nothing had happened. Watched over HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { oddBlocks } from '../../fixtures/devnet/chain/odd-blocks.ts'
import { startServedChain } from '../testing/served-chain.ts'
import { assertSameAsFresh, startWatched } from '../testing/watched-service.ts'

/** Milliseconds between two blocks while a fault lasts. */
const BLOCK_TIME = 25

test('it catches up by itself after every fault that passes', async (t) => {
  const { world, server, faults, follow } = await startServedChain(t)
  const { chain } = world
  const service = await startWatched(t, follow)

  /** Waits for a problem that would soon be over, were the service not kept from meeting the node again. */
  const untilSaid = async (says: RegExp): Promise<void> => {
    faults.stall()
    await service.untilProblem(says)
    faults.resume()
  }

  const steps: readonly [what: string, step: () => Promise<void> | void][] = [
    [
      'a fork of everything',
      () => faults.fork(chain.length - 1, world.branch(chain.length - 1, chain.length)),
    ],
    [
      'the connection is cut',
      async () => {
        faults.dropConnections()
        await untilSaid(/^the connection to Ogmios closed \(code 1006\)$/)
      },
    ],
    [
      'Ogmios lost its node',
      async () => {
        faults.closeConnections(-32_000)
        await untilSaid(/^Ogmios lost its connection to the node$/)
      },
    ],
    [
      'the node is too old',
      async () => {
        faults.closeConnections(-32_001)
        await untilSaid(/^Ogmios cannot speak with this version of the node$/)
      },
    ],
    [
      'nobody listens for a while, and the chain forks meanwhile',
      async () => {
        faults.refuseConnections()
        faults.dropConnections()
        await service.untilUnready('waiting', /^Ogmios cannot be reached$/)
        faults.fork(7, world.branch(7, 9))
        await faults.acceptConnections()
      },
    ],
    [
      'a request fails',
      async () => {
        faults.failNextBlock()
        await setImmediate()
        await untilSaid(/^Ogmios answered with error -32603: Internal error\.$/)
      },
    ],
    [
      'the node is gone, comes back without a tip, and catches up',
      async () => {
        faults.health = 'disconnected'
        faults.dropConnections()
        await service.untilUnready('waiting', /^Ogmios has lost its connection to the node$/)
        faults.health = 'no-tip'
        await service.untilProblem(/^Ogmios has not heard from its node yet$/)
        faults.health = 'synchronizing'
      },
    ],
    ...(['pinging', 'silent'] as const).map((how): [string, () => Promise<void>] => [
      `answers stop (${how}), and the chain forks meanwhile`,
      async () => {
        faults.stall(how)
        faults.fork(4, world.branch(4, 6))
        world.grow(3)
        assert.notEqual((await service.status()).models?.id, world.tip.point.id)
        faults.resume()
      },
    ]),
    [
      'replies come slower than blocks',
      async () => {
        faults.delayReplies(2 * BLOCK_TIME)
        world.grow(5)
        await service.until('falling behind', ({ state }) => state === 'syncing')
        faults.delayReplies(0)
      },
    ],
    ['more blocks at once than are in flight', () => world.grow(500)],
    ['blocks that break indexers', () => world.adopt(oddBlocks(world.tip))],
    [
      'the cut comes in the middle of catching up',
      () => {
        world.grow(300)
        faults.dropConnections()
      },
    ],
    ['a fork', () => faults.fork(1, world.branch(1, 2))],
    [
      'a fork of a fork',
      () => {
        faults.fork(10, world.branch(10, 11))
        faults.fork(20, world.branch(20, 21))
      },
    ],
    ['a fork with the same transactions', () => faults.fork(15, world.sameAgain(15))],
    ['a rollback with nothing after it', () => faults.fork(5, [])],
    ['a deep fork', () => faults.fork(300, world.branch(300, 301))],
  ]
  for (const [what, step] of steps) {
    const stopGrowing = world.keepGrowing(BLOCK_TIME)
    await service.until('a block', ({ models }) => (models?.height ?? 0) > 0)
    await step()
    await sleep(2 * BLOCK_TIME)
    stopGrowing()
    await service.untilAtTip(world).catch((cause) => assert.fail(`${what}: ${cause.message}`))
  }
  assert.ok(chain.length > 500)
  await assertSameAsFresh(t, service, world, server.url)
})
