// Rejected pools are logged, at most once a minute.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openModels } from '../../projections/engine/file/models-database.ts'
import { modelsFile } from '../../projections/engine/file/models-files.ts'
import { mainnetModels, testModels } from '../../projections/testing/test-models.ts'
import { rejectionLog } from './rejection-log.ts'

test('new rejections are logged with their counts, once a minute at most, and old ones are not', (t) => {
  const { database } = testModels(t)
  const reject = (reason: string, count: number): void => {
    database
      .prepare(
        'INSERT INTO rejections_1 VALUES (?, ?, ?, 7) ON CONFLICT DO UPDATE SET count = excluded.count',
      )
      .run(reason, count, Buffer.alloc(32, 1))
  }
  const lines: unknown[] = []
  let now = 0
  reject('before', 3)
  const logRejections = rejectionLog(
    () => database,
    { warn: (line: unknown) => lines.push(line) },
    () => now,
  )
  logRejections()
  assert.deepEqual(lines, [])
  reject('its tier is not listed', 1)
  logRejections()
  const line = (count: number) => ({
    rejections: [{ reason: 'its tier is not listed', count, transaction: '01'.repeat(32), slot: 7 }],
  })
  assert.deepEqual(lines, [line(1)])
  for (let count = 2; count <= 500; count++) {
    reject('its tier is not listed', count)
    now += 100
    logRejections()
  }
  assert.deepEqual(lines, [line(1)])
  now += 60_000
  logRejections()
  logRejections()
  assert.deepEqual(lines, [line(1), line(500)])
})

test('rejections are not read while their model is being folded for the first time, and must be there otherwise', (t) => {
  const { folding, directory } = testModels(t)
  folding.close()
  const { network, source, models } = mainnetModels()
  const { path } = modelsFile(directory, 1)
  const others = models.filter(({ name }) => name !== 'rejections')
  const { database } = openModels(path, { network, source, models: others })
  t.after(() => database.close())
  database
    .prepare("INSERT INTO model_generations VALUES ('rejections', 1, '1', 'folding', -1, '[]', NULL)")
    .run()
  const lines: unknown[] = []
  const logging = () =>
    rejectionLog(
      () => database,
      { warn: (line: unknown) => lines.push(line) },
      () => 0,
    )
  logging()()
  assert.deepEqual(lines, [])
  database.exec("DELETE FROM model_generations WHERE name = 'rejections'")
  assert.throws(logging, /no such table: rejection/)
})
