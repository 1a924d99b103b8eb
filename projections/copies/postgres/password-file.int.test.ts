// The password in the file that PGPASSFILE names, with the line that docs/operate/postgres.md shows.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { until } from '../../../tests/kit/until.ts'
import { abandon, connect } from './session.ts'
import { sessionProblem } from './session-problem.ts'
import { NO_POSTGRES, postgresBinaries, startPostgres } from './testing/postgres-server.ts'

const binaries = postgresBinaries()
const document = readFileSync(new URL('../../../docs/operate/postgres.md', import.meta.url), 'utf8')
const [line = ''] = /^db\.example:5432:launchpad:launchpad:secret$/m.exec(document) ?? []

test('a password is read from its file at each connection, and nothing is printed beside the log', {
  skip: binaries === undefined && NO_POSTGRES,
}, async (t) => {
  if (binaries === undefined) return
  const server = await startPostgres(binaries)
  const file = join(temporaryDirectory(t), 'pgpass')
  const { PGPASSFILE } = process.env
  const warnings: Error[] = []
  const note = (warning: Error): void => void warnings.push(warning)
  process.on('warning', note)
  t.after(() => {
    process.off('warning', note)
    if (PGPASSFILE === undefined) delete process.env.PGPASSFILE
    else process.env.PGPASSFILE = PGPASSFILE
    return server.close()
  })
  const { host } = new URL(server.url)
  const write = (password: string): void =>
    writeFileSync(
      file,
      `${line.replace('db.example:5432:launchpad', `${host}:postgres`).replace('secret', password)}\n`,
      { mode: 0o600 },
    )
  process.env.PGPASSFILE = file
  const admin = await connect(server.url, false)
  t.after(() => abandon(admin))
  const outcome = async (): Promise<string> => {
    try {
      abandon(await connect(server.url, true))
      return 'connected'
    } catch (error) {
      return sessionProblem(error)
    }
  }
  await admin.query("ALTER ROLE launchpad PASSWORD 'secret'")
  writeFileSync(join(server.directory, 'pg_hba.conf'), 'host all all all scram-sha-256\n')
  await admin.query('SELECT pg_reload_conf()')
  const refusal = await until('a refusal', async () => {
    const found = await outcome()
    return found !== 'connected' && found
  })
  assert.match(refusal, /: PGPASSFILE names \S+pgpass, which does not exist$/)
  write('secret')
  assert.equal(await outcome(), 'connected')
  await admin.query("ALTER ROLE launchpad PASSWORD 'another'")
  assert.equal(await outcome(), 'password authentication failed for user "launchpad"')
  write('another')
  assert.equal(await outcome(), 'connected')
  assert.deepEqual(warnings, [])
})
