// The output of `npm run sql` on the recorded devnet: SQLite's rows in every format. Statements that write are refused.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { runScript } from '../harness/run-script.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

const directoryOf = async (t: Parameters<typeof foldedRecording>[0]) => {
  const { dataDir, replayed } = await foldedRecording(t)
  const env = { NETWORK: 'devnet', DATA_DIR: dataDir }
  return { dataDir, replayed, env, sql: (...args: readonly string[]) => runScript('sql', args, env) }
}

test('queries of the argument and of the standard input are answered in every format, all at one block', async (t) => {
  const { dataDir, replayed, env, sql } = await directoryOf(t)
  const { slot, id, height } = replayed
  const models = new Sqlite(modelsPath(dataDir), { readonly: true })
  t.after(() => models.close())
  const query = 'SELECT pool, lovelace, transaction_id, order_index FROM trades ORDER BY position LIMIT 700'
  const rows = models
    .prepare<[], [string, number, Buffer, number | null]>(query)
    .raw()
    .all()
    .map(([pool, lovelace, hash, index]) => [pool, lovelace, hash.toString('hex'), index])
  assert.equal(rows.length, 700)

  const json = await sql(query, '--format', 'ndjson')
  assert.deepEqual([json.code, JSON.parse(json.stderr)], [0, { rows: 700, slot, id, height }])
  const lines = json.stdout.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => Object.values(JSON.parse(line))),
    rows,
  )
  const many = await sql('SELECT 1;'.repeat(20), '--format', 'csv')
  assert.deepEqual([many.code, JSON.parse(many.stderr)], [0, { rows: 20, slot, id, height }])
  const csv = await sql(query, '--format', 'csv')
  assert.deepEqual(csv.stdout.split('\n'), [
    'pool,lovelace,transaction_id,order_index',
    ...rows.map((row) => row.join(',')),
    '',
  ])

  const cli = fileURLToPath(new URL('../../scripts/run-installed.mjs', import.meta.url))
  const input = `SELECT 9007199254740993 AS whole, 'a;b' AS "t;t", NULL AS none; -- the end;
    SELECT 'b' AS t UNION ALL SELECT char(27) || '[31mred' ORDER BY 1; /* ; */`
  const printed = execFileSync(process.execPath, [cli, 'sql'], {
    input,
    env: { PATH: process.env.PATH, ...env },
    stdio: 'pipe',
    encoding: 'utf8',
  })
  assert.equal(
    printed,
    [
      '           whole  t;t  none',
      '----------------  ---  ----',
      '9007199254740993  a;b',
      '',
      't',
      '-------',
      '[31mred',
      'b',
      '',
    ].join('\n'),
  )
})

test('wrong SQL is answered with its error, and a statement that writes anything is refused', async (t) => {
  const { dataDir, sql } = await directoryOf(t)
  const outside = join(temporaryDirectory(t), 'outside.db')
  const path = modelsPath(dataDir)
  const hash = (): string => createHash('sha256').update(readFileSync(path)).digest('hex')
  const [before, names] = [hash(), readdirSync(dataDir)]
  const refused = 'only queries can be run: the models are open for reading\n'
  for (const [statement, message] of [
    ['SELECT absent FROM trades', 'SQL: no such column: absent\n'],
    ['SELEC 1', 'SQL: near "SELEC": syntax error\n'],
    ["SELECT load_extension('x')", 'SQL: not authorized\n'],
    ['', 'there is no query: pass one as the argument, or on the standard input\n'],
    ['/* nothing; */', 'there is no query: pass one as the argument, or on the standard input\n'],
    ['DELETE FROM events', refused],
    ['SELECT 1; DROP TABLE events', refused],
    ['UPDATE checkpoint SET height = 1 RETURNING height', refused],
    ['CREATE TEMP TABLE t AS SELECT 1', refused],
    [`VACUUM INTO '${outside}'`, refused],
    [`ATTACH '${outside}' AS outside`, refused],
    ['PRAGMA journal_mode = DELETE', refused],
    ['PRAGMA user_version = 7', refused],
    ['PRAGMA writable_schema = ON', refused],
    ['PRAGMA wal_checkpoint(TRUNCATE)', refused],
    ['COMMIT', refused],
  ] as const) {
    const { code, stderr } = await sql(statement)
    assert.deepEqual([code, stderr], [1, message], statement)
  }
  assert.equal(existsSync(outside), false)
  assert.equal(hash(), before)
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name)),
    names.filter((name) => !/-(wal|shm)$/.test(name)),
  )
  const empty = temporaryDirectory(t)
  const { code, stderr } = await runScript('sql', ['SELECT 1'], { NETWORK: 'preprod', DATA_DIR: empty })
  assert.deepEqual([code, stderr], [1, `there are no models in ${empty}: set DATA_DIR to their directory\n`])
})
