// The rule of the mirror: for any order in which writers write and are killed, the copy has the rows and the checkpoint of its last
// writer's models. Chains and forks are random. Each seed is printed, and SEED=n repeats its run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeds } from '../../../tests/kit/random-runs.ts'
import { mainnetOperations } from '../../testing/mainnet-operations.ts'
import { World } from '../testing/indexer.ts'
import { Fenced } from './read-mirror.ts'
import { abandon, connect } from './session.ts'
import { serverForTests } from './testing/server-for-tests.ts'
import { consistentCopy, Writer } from './testing/writer.ts'

const drawn = seeds(4)

const AT_ONCE = 3

const postgres = serverForTests()
const { skip } = postgres

const counts: Record<string, number> = {}
const count = (what: string): void => {
  counts[what] = (counts[what] ?? 0) + 1
}

/** Another writer was faster. Any other error is a bug. */
const isOvertaken = (error: unknown): boolean => error instanceof Fenced

const life = async (seed: number): Promise<void> => {
  const world = new World(seed)
  const schema = `law_${seed}`
  const session = await connect(postgres.server.url, true)
  // A commit has one to four blocks, so its rows may differ from the models' current rows.
  const most = (): number => 1 + world.below(4)
  const writer = () => new Writer(postgres.server.url, schema, [], mainnetOperations, most)
  const [one, two] = [writer(), writer()]
  const someone = (): Writer => (world.random() < 0.5 ? one : two)
  const isConsistent = () => consistentCopy(session, schema, one.models.tables)
  const synced = async (writer: Writer): Promise<string> => {
    const { kind } = await writer.sync()
    if (kind !== 'behind') return writer.assertEqual(session)
    await isConsistent()
    return kind
  }
  try {
    world.grow(12)
    one.follow(world.blocks)
    two.follow(world.blocks.slice(0, 8))
    assert.equal(await synced(one), 'equal')
    for (let step = 0; step < 6; step++) {
      if (world.random() < 0.5) world.grow(1 + world.below(4))
      else world.fork(1 + world.below(14), 1 + world.below(14))
      const writer = someone()
      // The indexer does not always follow to the tip.
      writer.follow(world.blocks.slice(0, world.blocks.length - (world.random() < 0.3 ? world.below(5) : 0)))
      const kind = world.random()
      if (kind < 0.2) {
        // The writer is killed at a random moment, possibly after its commit.
        const under = writer.sync().then(
          () => 'lived',
          () => 'died',
        )
        await sleep(world.below(25))
        writer.die()
        count(await under)
        await isConsistent()
      } else if (kind < 0.4) {
        // Either both commit, or one finds that the other was faster.
        one.follow(world.blocks)
        two.follow(world.blocks)
        for (const result of await Promise.allSettled([one.sync(), two.sync()]))
          if (result.status === 'rejected') {
            assert.ok(isOvertaken(result.reason), String(result.reason?.stack))
            count('overtaken')
          }
        await isConsistent()
      } else {
        count(await synced(writer))
      }
    }
    world.grow(1)
    for (const writer of [one, two]) writer.follow(world.blocks)
    await two.sync()
    for (const writer of [one, two]) {
      assert.equal((await writer.sync()).kind, 'same')
      assert.equal(await writer.assertEqual(session), 'equal')
    }
  } finally {
    one.close()
    two.close()
    // The schema is removed together with the server.
    abandon(session)
  }
}

test(`the copy is what the models are, over ${drawn.length} chains with forks and two writers that die`, {
  skip,
}, async (t) => {
  const left = drawn.values()
  // Most of the time is spent waiting for PostgreSQL, so several seeds run at the same time.
  const lives = async (): Promise<void> => {
    for (const seed of left) {
      try {
        await life(seed)
      } catch (error) {
        t.diagnostic(`SEED=${seed}`)
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lives))
  t.diagnostic(JSON.stringify(counts))
})
