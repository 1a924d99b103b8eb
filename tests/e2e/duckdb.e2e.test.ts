// The query of docs/data/export.md for DuckDB, on an export of the recorded devnet's trades. The document's query of the models is not run,
// because DuckDB would have to download its SQLite extension.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CHAIN_FILE } from '../../fixtures/chains/recording.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { modelsPath } from '../../scripts/service/settings/data-directory.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { outputOf } from '../harness/run-script.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

/** Folder in which `scripts/try-libraries.sh` has installed the libraries. */
const { LIBRARIES: folder = '' } = process.env

test('DuckDB adds up an export by days of UTC, in another time zone too', {
  skip: folder === '' && 'DuckDB is not installed: run scripts/try-libraries.sh',
}, async (t) => {
  const { dataDir } = await foldedRecording(t)
  const directory = temporaryDirectory(t)
  await outputOf('export', ['trades', '--format', 'parquet', '--out', join(directory, 'trades.parquet')], {
    NETWORK: 'devnet',
    CHAIN_FILE: fileURLToPath(CHAIN_FILE),
    DATA_DIR: dataDir,
  })
  const page = readFileSync(new URL('../../docs/data/export.md', import.meta.url), 'utf8')
  const query =
    /^SELECT .* FROM 'trades\.parquet'.*;$/m.exec(page)?.[0] ?? assert.fail('the document has no query')
  const script = join(folder, '@duckdb-node-api@1.5.6-r.1', 'duckdb.mjs')
  copyFileSync(new URL('../libraries/duckdb.mjs', import.meta.url), script)
  const models = new Sqlite(modelsPath(dataDir), { readonly: true })
  t.after(() => models.close())
  const days = models
    .prepare("SELECT date(time, 'unixepoch'), CAST(sum(lovelace) AS TEXT) FROM trades GROUP BY 1 ORDER BY 1")
    .raw()
    .all()
  assert.ok(days.length > 1)
  for (const TZ of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    const rows = execFileSync(process.execPath, [script, directory, query], { env: { ...process.env, TZ } })
    assert.deepEqual(JSON.parse(`${rows}`), days, TZ)
  }
})
