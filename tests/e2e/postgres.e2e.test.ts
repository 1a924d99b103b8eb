// Follows docs/operate/postgres.md. Its statements set up database and roles, and a service copies into the database. An analyst runs the
// queries of docs/data/postgres.md and cannot write. The copy is verified, dumped, found to be wrong, dropped and loaded again.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { abandon, connect, rowsOf, type Session } from '../../projections/copies/postgres/session.ts'
import {
  NO_POSTGRES,
  postgresBinaries,
  startPostgres,
} from '../../projections/copies/postgres/testing/postgres-server.ts'
import { runScript } from '../harness/run-script.ts'
import { startServedChain } from '../harness/served-chain.ts'
import { startWatched } from '../harness/watched-service.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { dashboardQueries } from '../questions/dashboard-queries.ts'

const DUMP = 'pg_dump'
const binaries = postgresBinaries(DUMP) ?? postgresBinaries()
const skip = binaries === undefined && NO_POSTGRES

const textOf = (document: string): string =>
  readFileSync(new URL(`../../docs/${document}`, import.meta.url), 'utf8')

const blocks = (kind: string, document = 'operate/postgres.md'): string[] =>
  [...textOf(document).matchAll(new RegExp(`^( *)\`\`\`${kind}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(
    ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )

const QUESTIONS = blocks('sql', 'data/postgres.md')
const [ROLES = '', READERS = '', DROPPING = '', ...others] = blocks('sql')

const at = (url: string, role: string): string => {
  const parsed = new URL(url)
  parsed.username = role
  parsed.pathname = '/launchpad'
  return parsed.href
}

const run = async (session: Session, block: string): Promise<void> => {
  for (const statement of block.split(';').filter((one) => one.trim() !== '')) await session.query(statement)
}

const open = async (t: TestContext, url: string): Promise<Session> => {
  const session = await connect(url, true)
  t.after(() => abandon(session))
  await session.query('SET idle_session_timeout = 0')
  return session
}

const dump = (cwd: string, binaries: string, url: string): string => {
  const command = blocks('sh').find((block) => block.startsWith(DUMP)) ?? assert.fail('no dump')
  const env = { PATH: `${binaries}:${process.env.PATH}`, POSTGRES_URL: url }
  execFileSync('sh', ['-ec', command], { cwd, env })
  return execFileSync('pg_restore', ['--list', 'launchpad.dump'], {
    cwd,
    env,
    encoding: 'utf8',
  })
}

test('the database, the roles and the commands of docs/operate/postgres.md', { skip }, async (t) => {
  if (binaries === undefined) return
  assert.deepEqual(others, [])
  // The administrator's role is not called launchpad.
  const server = await startPostgres(binaries, {}, 'admin')
  t.after(() => server.close())
  const admin = await open(t, server.url)
  await run(admin, ROLES)
  const adminThere = await open(t, at(server.url, 'admin'))
  await run(adminThere, READERS)

  const { world, follow } = await startServedChain(t, { length: 40 })
  const url = at(server.url, 'launchpad')
  const on = { DATA_DIR: follow.dataDir, NETWORK: 'mainnet', POSTGRES_URL: url, POSTGRES_READERS: 'analyst' }
  const start = () => startWatched(t, follow, on)
  const service = await start()
  const untilCopied = (of: typeof service) =>
    of.until('the copy', ({ mirror, models }) => mirror?.copy !== null && mirror?.copy?.id === models?.id)
  await untilCopied(service)
  const verify = () => runScript('verify', ['--postgres'], on)
  const verified = await verify()
  assert.equal(verified.code, 0, verified.stderr)

  await t.test('an analyst reads and writes nothing, before and after a load', async (t) => {
    const analyst = await open(t, at(server.url, 'analyst'))
    for (const question of [...QUESTIONS, ...dashboardQueries('f66d.69')]) await run(analyst, question)
    await assert.rejects(analyst.query('DELETE FROM launchpad.pools'), /read-only transaction/)
    await analyst.query('SET default_transaction_read_only = off')
    await assert.rejects(analyst.query('DELETE FROM launchpad.pools'), /permission denied/)
    await assert.rejects(analyst.query('CREATE TABLE launchpad.mine (a integer)'), /permission denied/)
  })

  await t.test(
    'the dump holds the schema',
    { skip: !existsSync(join(binaries, DUMP)) && 'needs pg_dump' },
    (t) => {
      const contents = dump(temporaryDirectory(t), binaries, url)
      assert.match(contents, /TABLE DATA launchpad trades launchpad/)
    },
  )

  await t.test('a row that is not what the models have is found by its table', async () => {
    await adminThere.query(
      'UPDATE launchpad.transactions SET outputs = outputs + 1 WHERE id IN (SELECT min(id) FROM launchpad.transactions)',
    )
    const { code, stdout, stderr } = await verify()
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(
      stderr,
      /^the copy in PostgreSQL has different rows in transactions: its digest is [0-9a-f]{16}, and the digest of the models is [0-9a-f]{16}\n$/,
    )
  })

  await t.test(
    'copy and models that stored different digests stop the mirror, until the copy is dropped',
    async (t) => {
      await adminThere.query(
        "UPDATE launchpad.blocks SET digest = 'feedfeedfeedfeed'; UPDATE launchpad.mirror SET digest = 'feedfeedfeedfeed'",
      )
      const loaded = await rowsOf(adminThere, 'SELECT load, version FROM launchpad.mirror')
      world.grow(1)
      const { mirror, models, digest } = await service.until(
        'a stop',
        ({ mirror }) => mirror?.state === 'stopped',
      )
      const { problem = '' } = mirror ?? {}
      assert.match(
        problem ?? '',
        /the copy in PostgreSQL has digest feedfeedfeedfeed, but the models have [0-9a-f]{16}/,
      )
      assert.notEqual(digest, null)
      assert.notEqual(models, null)
      world.grow(1)
      await service.untilAtTip(world)
      assert.deepEqual(await rowsOf(adminThere, 'SELECT load, version FROM launchpad.mirror'), loaded)
      await service.close()
      await run(adminThere, DROPPING)
      await untilCopied(await start())
      const { code, stderr } = await verify()
      assert.equal(code, 0, stderr)
      const analyst = await open(t, at(server.url, 'analyst'))
      for (const question of QUESTIONS) await run(analyst, question)
    },
  )
})
