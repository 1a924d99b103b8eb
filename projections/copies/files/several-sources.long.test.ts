// Replicas of several indexers' publications, each with a separate load, versions and commits. A replica can continue at any time, even
// after a restart, with another publication that has its block. It copies everything only if no publication has its block.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { changeDatabase } from '../../../tests/kit/in-database.ts'
import { seeds } from '../../../tests/kit/random-runs.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { World } from '../testing/indexer.ts'
import { MANIFEST } from './layout.ts'
import { Origin, published, Reader, untilPublished } from './testing/published-world.ts'

const publications = async (t: TestContext, count: number) => {
  const made = []
  for (let at = 0; at < count; at++) {
    const { directory, url } = await published(t)
    const origin = new Origin(directory)
    t.after(() => origin.close())
    origin.begin()
    let kept = ''
    made.push({
      ...{ directory, url, origin },
      async publish(world: World) {
        origin.follow(world)
        await untilPublished(origin, url)
      },
      /** Hides the publication until the indexer returns. */
      async leave() {
        await origin.end()
        kept = readFileSync(join(directory, MANIFEST), 'utf8')
        writeFileSync(join(directory, MANIFEST), 'away')
      },
      back() {
        writeFileSync(join(directory, MANIFEST), kept)
        origin.begin()
      },
    })
  }
  return made
}

const drawn = seeds(1)

const life = async (t: TestContext, seed: number): Promise<number> => {
  const world = new World(seed)
  const [one, two] = await publications(t, 2)
  assert.ok(one && two)
  const [directory, urls] = [temporaryDirectory(t), [one.url, two.url]]
  let reader = new Reader(directory, urls)
  t.after(() => reader.close())
  let [moves, loads] = [0, 0]
  world.grow(12)
  // The second indexer combines blocks, so that versions and commits differ.
  await one.publish(world)
  await reader.catchUp(one.origin)
  await two.publish(world)
  for (let step = 0; step < 12; step++) {
    if (world.random() < 0.6) world.grow(1 + world.below(4))
    else {
      const depth = 1 + world.below(6)
      world.fork(depth, depth + 1 + world.below(3))
    }
    const [first, second] = world.random() < 0.5 ? [one, two] : [two, one]
    await first.publish(world)
    // The next commit of the other publication ends at or after the block that the replica then has.
    await reader.catchUp(first.origin)
    if (world.random() < 0.7) world.grow(world.below(3))
    await second.publish(world)
    await reader.catchUp(second.origin)
    await first.publish(world)
    if (world.random() < 0.3) {
      moves += reader.moves
      loads += reader.loads
      reader.close()
      reader = new Reader(directory, urls)
      assert.equal(reader.height, world.blocks.at(-1)?.height, 'it has its copy')
    }
  }
  assert.equal(loads + reader.loads, 1, 'what was copied was continued')
  return moves + reader.moves
}

test(`a replica of two publications continues with the one that is ahead, over ${drawn.length} chains`, async (t) => {
  let moves = 0
  for (const seed of drawn) {
    t.diagnostic(`SEED=${seed}`)
    moves += await life(t, seed)
  }
  t.diagnostic(`${moves} moves`)
  assert.ok(moves > 0)
})

test('a publication that cannot be read is left after some failures, and one without the block copies everything only then', async (t) => {
  const world = new World(31)
  const [one, two] = await publications(t, 2)
  assert.ok(one && two)
  world.grow(12)
  await one.publish(world)
  await two.publish(world)
  const reader = new Reader(temporaryDirectory(t), [one.url, two.url], { stall: 0, grace: 3_600_000 })
  t.after(() => reader.close())
  await reader.catchUp(one.origin)
  world.grow(2)
  await one.publish(world)
  await reader.catchUp(one.origin)

  // The other publication is on a fork, so the replica waits for the first one.
  await one.leave()
  world.fork(1, 2)
  await two.publish(world)
  for (let failure = 0; failure < 4; failure++)
    await assert.rejects(reader.step(), /manifest\.json is not JSON/)
  await assert.rejects(
    reader.step(),
    /^Error: no address of MODELS_URL that can be read continues the last block; /,
  )
  assert.equal(reader.loads, 1)
  one.back()
  await one.publish(world)
  await reader.catchUp(one.origin)
  assert.equal(reader.loads, 1)

  // Without a wait, the replica copies everything from the other publication.
  const hasty = new Reader(temporaryDirectory(t), [one.url, two.url])
  t.after(() => hasty.close())
  world.grow(1)
  await one.publish(world)
  await hasty.catchUp(one.origin)
  await one.leave()
  world.fork(1, 2)
  await two.publish(world)
  await hasty.catchUp(two.origin)
  assert.equal(hasty.loads, 2)
})

test('a copy is kept over a restart, unless it is unfinished, not readable, of other rules, or was given up', async (t) => {
  const world = new World(37)
  const [one] = await publications(t, 1)
  assert.ok(one)
  world.grow(12)
  await one.publish(world)
  const directory = temporaryDirectory(t)
  const current = (): string => {
    const names = readdirSync(directory).filter((name) => /^models-\d+\.db$/.test(name))
    assert.equal(names.length, 1)
    return names[0] ?? ''
  }
  const restarted = async (expected: number, what: string) => {
    const reader = new Reader(directory, one.url)
    try {
      world.grow(1)
      await one.publish(world)
      await reader.catchUp(one.origin)
      assert.equal(reader.loads, expected, what)
      if (what === 'given up') reader.distrust()
    } finally {
      reader.close()
    }
  }
  const change = (sql: string): void => changeDatabase(join(directory, current()), sql)
  await restarted(1, 'first')
  await restarted(0, 'as it was left')
  writeFileSync(join(directory, 'models-2.db.part'), 'unfinished')
  await restarted(0, 'beside an unfinished one')
  change("UPDATE identity SET source = 'other'")
  await restarted(1, 'of other rules')
  change('DROP INDEX orders_book')
  await restarted(1, 'without an index that a new version describes')
  rmSync(join(directory, `${current()}-wal`), { force: true })
  writeFileSync(join(directory, current()), 'not a database')
  await restarted(1, 'not readable')
  await restarted(0, 'given up')
  await restarted(1, 'after it was given up')
})
