// What `export` and `sql` say while a model is folded again: the serving tables end at an earlier block than the checkpoint.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openModels } from '../../projections/engine/file/models-database.ts'
import { mainnetModels } from '../../projections/testing/test-models.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { backupScene } from '../backup/testing/backup-scene.ts'
import { exportRows } from './export.ts'
import { runSql } from './sql.ts'

test('while a model is folded again, its rows are not exported as those of the last block', async (t) => {
  const { at, makeData, notices, refusalOf } = backupScene(t)
  const data = makeData()
  const path = at('data/models-1.db')
  const write = (table: string) =>
    exportRows(data, { table, format: 'csv', from: undefined, to: undefined, out: at(`${table}.csv`) })
  await write('holders')
  const head = 'pool,address,quantity,token\n'
  assert.equal(readFileSync(at('holders.csv'), 'utf8'), head)

  // A later version has other rows of pools.
  const rules = mainnetModels()
  const models = rules.models.map((model) => (model.name === 'pools' ? { ...model, version: 999 } : model))
  openModels(path, { ...rules, models }).database.close()
  const database = new Sqlite(path)
  const { slot, id, height } = Object(database.prepare('SELECT * FROM checkpoint').get())
  const remedy =
    'start the service if it is not running, and export when its /status names nothing under refolding'
  // Rows of holders get their token from pools.
  for (const table of ['pools', 'holders'])
    assert.equal(
      await refusalOf(write(table)),
      `pools is being folded again, and its rows end at block ${slot}.${id}: ${remedy}`,
    )
  assert.equal(readFileSync(at('holders.csv'), 'utf8'), head)
  await write('events')
  t.mock.method(process.stdout, 'write', (_: unknown, done: unknown) => {
    if (typeof done === 'function') done()
    return true
  })
  await runSql(data, { sql: 'SELECT 1', format: 'csv' })
  assert.deepEqual(JSON.parse(String(notices.at(-1))), {
    ...{ rows: 1, slot, id, height },
    stopped: { pools: `${slot}.${id}` },
  })

  database.exec('DROP VIEW rejections')
  database.close()
  assert.equal(
    await refusalOf(write('rejections')),
    'data/models-1.db was folded by other rules: start the service, which folds the log again',
  )
})
