// A replica of a hot standby, which gets its primary's commits by streaming, is in recovery and refuses LISTEN.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { randomFrom } from '../../../../tests/kit/random-from.ts'
import { silent } from '../../../../tests/kit/silent.ts'
import { temporaryDirectory } from '../../../../tests/kit/temporary-directory.ts'
import { until } from '../../../../tests/kit/until.ts'
import { mainnetOperations as operations } from '../../../testing/mainnet-operations.ts'
import { ReplicaFollowing } from '../../receive/replica-following.ts'
import { World } from '../../testing/indexer.ts'
import { NO_POSTGRES, postgresBinaries, startPostgres } from '../testing/postgres-server.ts'
import { Writer } from '../testing/writer.ts'
import { followedPostgres } from './followed-postgres.ts'

const binaries = postgresBinaries()

test('a replica copies from a hot standby, says how far its first copy is, and follows what the primary commits', {
  skip: binaries === undefined && NO_POSTGRES,
}, async (t) => {
  if (binaries === undefined) return
  const server = await startPostgres(binaries)
  t.after(() => server.close())
  const schema = 'standby'
  const world = new World(randomFrom(5))
  const writer = new Writer(server.url, schema)
  t.after(() => writer.close())
  world.grow(12)
  const written = [await writer.write(world.blocks)]
  writer.die()
  const { hostname, port, username } = new URL(server.url)
  const standby = await startPostgres(binaries, {
    primary_conninfo: `host=${hostname} port=${port} user=${username}`,
  })
  t.after(() => standby.close())
  await Promise.all([server.stop(), standby.stop()])
  rmSync(standby.directory, { recursive: true })
  execFileSync('cp', ['-Rp', server.directory, standby.directory])
  writeFileSync(join(standby.directory, 'standby.signal'), '')
  await Promise.all([server.start(), standby.start()])

  const directory = temporaryDirectory(t)
  const following = new ReplicaFollowing({
    ...{ directory, network: 'mainnet', operations, logger: silent },
    sourceOf: (rules, network) => followedPostgres(standby.url, schema, rules, network),
  })
  t.after(() => following.close())
  const heights: number[] = []
  const problems: unknown[] = []
  following.on('copied', ({ height }) => heights.push(height))
  const files: string[][] = []
  following.on('report', () => {
    problems.push(following.report.following?.problem)
    files.push(readdirSync(directory).filter((name) => name.startsWith('models-1.')))
  })
  following.run()
  await until('the copy', () => heights.length === 1)
  assert.match(`${problems[0]}`, /^the models are copied from PostgreSQL: \d+ of about \d+ rows$/)
  assert.deepEqual(files[0], ['models-1.db.part'], 'each page is written once, without a journal')
  world.fork(2, 3)
  written.push(await writer.write(world.blocks))
  await until('the next commit', () => heights.length === 2)
  assert.deepEqual(heights, written)
})
