// Forks under a running service, while blocks keep coming: each is undone and followed, and in the end nothing of
// them is left. But one deeper than a chain can go back is refused. A failure names its seed, and SEED=n runs that
// one again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildChain } from '../../fixtures/devnet/chain/build-block.ts'
import { runs } from '../../fixtures/testing/random-runs.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { formatPoint, SECURITY_PARAMETER } from '../../schema/primitives.ts'
import { logPath } from '../service/settings/data-directory.ts'
import type { LaunchpadChain } from '../testing/launchpad-chain.ts'
import { startServedChain } from '../testing/served-chain.ts'
import {
  assertSameAsFresh,
  startWatched,
  startWatchedProcess,
  stoppedBy,
  type WatchedService,
} from '../testing/watched-service.ts'

/** The deepest that is tried. */
const DEEPEST = 50

/** How many depths are: RUNS=2 tries every one. */
const DEPTHS = Math.min(DEEPEST, runs(25))

interface LogRow {
  readonly seq: number
  readonly height: number
  /** Of a rollback: the row it went back to. */
  readonly target: number | null
}

/** How many blocks each rollback in a log undid, in order. */
const depthsOf = (dataDir: string): number[] => {
  const database = new Sqlite(logPath(dataDir), { readonly: true })
  const heights = new Map<number, number>()
  const depths: number[] = []
  let end = 0
  const rows = database.prepare('SELECT seq, height, target FROM log ORDER BY seq').all() as LogRow[]
  for (const { seq, height, target } of rows) {
    if (target !== null) depths.push(end - (heights.get(target) ?? 0))
    end = target === null ? height : (heights.get(target) ?? 0)
    heights.set(seq, end)
  }
  database.close()
  return depths
}

test('forks of any depth leave no trace', async (t) => {
  const { world, server, faults, follow } = await startServedChain(t, { length: DEEPEST + 10 })
  const { chain, random } = world
  const below = (limit: number): number => Math.floor(random() * limit)
  const service = await startWatchedProcess(t, follow)

  // The same transactions in other blocks, or others: as many blocks, some more or, for a moment, fewer.
  const fork = (depth: number): void => {
    const isSame = below(3) === 0
    faults.fork(
      depth,
      isSame ? world.sameAgain(depth) : world.branch(depth, Math.max(1, depth + 2 - below(4))),
    )
  }
  const shuffled = Array.from({ length: DEEPEST }, (_, at) => at + 1)
    .map((depth) => ({ depth, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ depth }) => depth)
  const depths = [...shuffled.filter((depth) => depth < DEEPEST).slice(0, DEPTHS - 1), DEEPEST]
  for (const depth of depths) {
    // Blocks come, and forks nobody waits for.
    for (let blocks = 1 + below(4); blocks > 0; blocks--) {
      world.grow()
      await sleep(below(20))
      if (below(4) === 0) fork(1 + below(5))
    }
    // One that finds the service at the tip, so that all of its depth has to be undone.
    await service.untilAtTip(world)
    const forkedAt = chain.length - depth
    const left = world.last(depth)
    fork(depth)
    // Now and then the chain that was left wins after all, before or after it was seen to be left.
    if (below(5) === 0) {
      await sleep(below(30))
      faults.fork(chain.length - forkedAt, left)
    }
  }
  world.grow()
  await assertSameAsFresh(t, service, world, server.url)
  assert.deepEqual(await service.end(), { code: 0, complaints: [] })
  const undone = depthsOf(follow.dataDir)
  assert.deepEqual(
    depths.filter((depth) => !undone.includes(depth)),
    [],
  )
})

/** `length` blocks without transactions at the end of a chain: what matters is how many they are. */
const lengthen = (world: LaunchpadChain, length: number): void =>
  world.adopt(buildChain(length, { parent: world.tip }))

test('a fork of 2,160 blocks is followed; one more stops the service, and nothing is undone', async (t) => {
  const { world, server, faults, follow } = await startServedChain(t)
  lengthen(world, SECURITY_PARAMETER)
  world.grow(20)
  const service = await startWatchedProcess(t, follow)
  await service.untilAtTip(world)
  const deepest = world.branch(SECURITY_PARAMETER, 20)
  const after = buildChain(SECURITY_PARAMETER, { parent: deepest.at(-1) ?? 'genesis', salt: 'branch' })
  faults.fork(SECURITY_PARAMETER, deepest)
  world.adopt(after)
  await assertSameAsFresh(t, service, world, server.url)

  const before = await service.status()
  const owned = world.owned()
  const tooDeep = SECURITY_PARAMETER + 1
  const target = formatPoint(world.blockBack(tooDeep).point)
  faults.fork(tooDeep, world.branch(tooDeep, 1))
  lengthen(world, tooDeep)
  const says = new RegExp(
    `^the node's chain leaves the log's 2161 blocks back, at ${target}, deeper than a chain can go back \\(2160\\): check that OGMIOS_URL is the right node; to follow it all the same choose another DATA_DIR$`,
  )
  const assertStopped = async (stopped: WatchedService) => {
    const { models, log, digest, seq, problem } = await stopped.untilUnready('stopped', says)
    assert.deepEqual(
      { models, log, digest, seq },
      { models: before.models, log: before.models, digest: before.digest, seq: before.seq },
    )
    for (const [pkh, outputs] of owned) assert.deepEqual(await stopped.owned(pkh), outputs)
    return problem
  }
  const problem = await assertStopped(service)
  world.grow()
  await assertStopped(service)
  // Started again it meets the same fork on resuming, and says the same.
  assert.deepEqual(await service.end(), stoppedBy(problem))
  await assertStopped(await startWatched(t, follow))
})

test('a fork to before what the models can undo has them folded again, while they are served', async (t) => {
  const { world, server, faults, follow } = await startServedChain(t)
  lengthen(world, SECURITY_PARAMETER + 40)
  const service = await startWatched(t, follow)
  await service.untilAtTip(world)
  // A node set back to an earlier time, then a fork there: neither is too deep for the log, but the models, which
  // were far from the tip when they held these blocks, kept no way back.
  const setBack = world.chain.length - 101
  faults.fork(setBack, world.branch(setBack, 1))
  await service.untilAtTip(world)
  faults.fork(50, world.branch(50, 51))
  await service.untilAtTip(world)
  world.grow(10)
  faults.fork(5, world.branch(5, 6))
  await assertSameAsFresh(t, service, world, server.url)
})
