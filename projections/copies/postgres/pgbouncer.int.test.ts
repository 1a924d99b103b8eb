// An indexer and its standby reach PostgreSQL through PgBouncer. A pool of sessions works. With a pool of transactions, an indexer reports
// the remedy and copies nothing. `scripts/test-proxies.sh` runs this test with PgBouncer.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pino, { type Logger } from 'pino'
import { freePort } from '../../../tests/kit/free-port.ts'
import { silent } from '../../../tests/kit/silent.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { until } from '../../../tests/kit/until.ts'
import { World } from '../testing/indexer.ts'
import { missing } from '../testing/programs.ts'
import { abandon, connect, rowsOf } from './session.ts'
import { SHARED_SESSIONS } from './session-problem.ts'
import { mirroringIndexer } from './testing/mirroring-indexer.ts'
import { serverForTests } from './testing/server-for-tests.ts'

const postgres = serverForTests()
const skip = postgres.skip || missing('pgbouncer')

/** @returns URL of the database through PgBouncer */
const startBouncer = async (t: TestContext, mode: 'session' | 'transaction'): Promise<string> => {
  const { hostname, port, username } = new URL(postgres.server.url)
  const directory = temporaryDirectory(t)
  chmodSync(directory, 0o755)
  const users = join(directory, 'users.txt')
  writeFileSync(users, `"${username}" ""\n`)
  const ownPort = await freePort()
  const config = join(directory, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${ownPort}\n` +
      `unix_socket_dir =\nauth_type = trust\nauth_file = ${users}\npool_mode = ${mode}\n`,
  )
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const bouncer: ChildProcess = spawn('pgbouncer', [...user, config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  bouncer.stderr?.on('data', (text) => (output += text))
  t.after(() => bouncer.kill('SIGKILL'))
  await until('PgBouncer', () => {
    assert.equal(bouncer.exitCode, null, output)
    return output.includes('process up')
  })
  return `postgres://${username}@127.0.0.1:${ownPort}/postgres`
}

const mirrorOf = (t: TestContext, world: World, url: string, schema: string, logger: Logger = silent) => {
  const indexer = mirroringIndexer(t, url, schema)
  indexer.apply(...world.blocks)
  indexer.start(logger)
  return indexer
}

test('a pool of sessions serves an indexer and its standby, which takes over', {
  skip,
}, async (t) => {
  const schema = 'pooled_sessions'
  const url = await startBouncer(t, 'session')
  const world = new World(6, 12)
  const leader = mirrorOf(t, world, url, schema)
  await leader.until('following')
  const standby = mirrorOf(t, world, url, schema)
  await standby.until('standby')
  world.grow(1)
  await leader.end()
  standby.apply(...world.blocks.slice(-1))
  await standby.until('following')
  await until('the next block', () => standby.report?.copy?.height === world.blocks.at(-1)?.height)
})

test('through a pool of transactions an indexer copies nothing, and the log says what to change', {
  skip,
}, async (t) => {
  const world = new World(7, 12)
  const url = await startBouncer(t, 'transaction')
  const problems: unknown[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => problems.push(JSON.parse(line).problem) })
  const mirror = mirrorOf(t, world, url, 'pooled_transactions', logger)
  await mirror.until('waiting')
  assert.deepEqual([mirror.report?.copy, problems[0]], [null, SHARED_SESSIONS])
  const session = await connect(postgres.server.url, false)
  assert.deepEqual(await rowsOf(session, "SELECT FROM pg_locks WHERE locktype = 'advisory'"), [])
  abandon(session)
})
