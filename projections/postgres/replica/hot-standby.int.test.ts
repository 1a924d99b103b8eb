// A replica of a hot standby, which is in recovery and refuses LISTEN.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { silent } from '../../../fixtures/testing/silent.ts'
import { temporaryDirectory } from '../../../fixtures/testing/temporary-directory.ts'
import { until } from '../../../fixtures/testing/until.ts'
import { randomFrom } from '../../testing/generated-chain.ts'
import { mainnetOperations as operations } from '../../testing/mainnet-operations.ts'
import { World, Writer } from '../testing/mirror-world.ts'
import { NO_POSTGRES, postgresBinaries, startPostgres } from '../testing/postgres-server.ts'
import { followedPostgres } from './followed-postgres.ts'
import { ReplicaFollowing } from './replica-following.ts'

const binaries = postgresBinaries()

test('a replica copies from a hot standby', { skip: binaries === undefined && NO_POSTGRES }, async (t) => {
  if (binaries === undefined) return
  const server = await startPostgres(binaries)
  t.after(() => server.close())
  const schema = 'standby'
  const world = new World(randomFrom(5))
  const writer = new Writer(server.url, schema)
  t.after(() => writer.close())
  world.grow(12)
  writer.follow(world.blocks)
  await writer.sync()
  writer.die()
  await server.stop()
  writeFileSync(join(server.directory, 'standby.signal'), '')
  await server.start()
  const directory = temporaryDirectory(t)
  const following = new ReplicaFollowing({
    ...{ directory, network: 'mainnet', operations, logger: silent },
    sourceOf: (rules, network) => followedPostgres(server.url, schema, rules, network),
  })
  t.after(() => following.close())
  const heights: number[] = []
  following.on('copied', ({ height }) => heights.push(height))
  following.run()
  await until('the copy', () => heights.length > 0)
  assert.deepEqual(heights, [world.blocks.at(-1)?.height])
})
