// Models' files that somebody else has changed. A changed file may contain rows, but nothing that runs.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { changedCopy } from '../../../tests/kit/changed-copy.ts'
import { changeDatabase } from '../../../tests/kit/in-database.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { mainnetModels } from '../../testing/test-models.ts'
import { openModels, openModelsForReading } from './models-database.ts'

const OPTIONS = mainnetModels()

const made = (t: TestContext) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'models-1.db')
  openModels(path, OPTIONS).database.close()
  /** @returns the error messages of the writer and of a reader */
  const refusals = (change: string): (string | undefined)[] => {
    const copy = changedCopy(path, change)
    return [() => openModels(copy, OPTIONS).database, () => openModelsForReading(copy)].map((open) => {
      try {
        open().close()
        return undefined
      } catch (error) {
        assert.ok(error instanceof Error && error.name === 'StartupError', `${error}`)
        return (
          /is damaged \((.*): it is another database, or somebody else has changed it\)/.exec(
            error.message,
          )?.[1] ?? error.message
        )
      }
    })
  }
  return { refusals, path }
}

const noSuch = (object: string) => `this version makes no ${object} like the one in it`

/** Changes the schema like a byte editor. */
const rewritten = (name: string, from: string, to: string) =>
  `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = '${name}'`

test('a file with anything that this version does not make is refused', (t) => {
  const { refusals } = made(t)
  const both = (object: string): [string, string] => [noSuch(object), noSuch(object)]
  const changes: [change: string, refusals: [string, string | undefined]][] = [
    // Triggers on tables of the engine run with every commit.
    ['CREATE TRIGGER t1 AFTER UPDATE ON checkpoint BEGIN DELETE FROM changes; END', both('trigger t1')],
    ['CREATE TRIGGER t1 AFTER UPDATE ON identity BEGIN DELETE FROM changes; END', both('trigger t1')],
    // Readers allow triggers of the other tables.
    [
      'CREATE TRIGGER t1 AFTER INSERT ON trades_1 BEGIN DELETE FROM changes; END',
      [noSuch('trigger t1'), undefined],
    ],
    [
      rewritten('pools_1_on_update', 'WHERE journal', 'WHERE 0'),
      [noSuch('trigger pools_1_on_update'), undefined],
    ],
    ['DROP TRIGGER pools_1_on_delete', ['it lacks what CREATE TRIGGER "pools_1_on_delete" makes', undefined]],
    // A changed view or table replaces the one that queries read.
    ['DROP VIEW pools; CREATE VIEW pools AS SELECT id, 7 AS nft FROM pools_1', both('view pools')],
    ['DROP VIEW pools; CREATE VIEW pools AS SELECT id, token nft FROM pools_1', both('view pools')],
    ['DROP VIEW pools; CREATE VIEW pools AS SELECT * FROM orders_1', both('view pools')],
    ['DROP VIEW pools; CREATE VIEW pools AS SELECT * FROM pools_1 WHERE 0', both('view pools')],
    ['DROP VIEW pools; CREATE VIEW "pools" AS SELECT * FROM "pools_2"', [noSuch('view pools'), undefined]],
    [
      'DROP VIEW pools; CREATE TABLE "pools" ("id" INTEGER PRIMARY KEY) STRICT',
      [noSuch('table pools'), undefined],
    ],
    [
      'DROP TABLE identity; CREATE VIEW identity AS SELECT 1 AS network, 2 AS source, 1 AS is_serving, NULL AS replaced_by',
      both('view identity'),
    ],
    // These tables compute values, or SQLite treats them differently.
    [rewritten('launches_1', '"info" TEXT NOT NULL', `"info" TEXT AS (''evil'')`), both('table launches_1')],
    [rewritten('launches_1', 'STRICT', 'STRICT, WITHOUT ROWID'), [noSuch('table launches_1'), undefined]],
    [rewritten('launches_1', ' STRICT', ''), both('table launches_1')],
    [rewritten('launches_1', '"ticker" TEXT', '"ticker" TEXT DEFAULT 1'), both('table launches_1')],
    ['CREATE VIRTUAL TABLE f USING fts5(a)', both('table f')],
    ['ANALYZE', both('table sqlite_stat1')],
    ['CREATE TABLE "more_1" ("id" INTEGER PRIMARY KEY) STRICT', [noSuch('table more_1'), undefined]],
    // Indexes that refuse or hide rows.
    ['CREATE UNIQUE INDEX i ON checkpoint (only)', both('index i')],
    ['CREATE INDEX i ON pools_1 (id) WHERE id > 7', both('index i')],
    ['CREATE INDEX i ON pools_1 (abs(id))', both('index i')],
    [
      'DROP INDEX blocks_height',
      [`a table of the engine's is missing in it`, `a table of the engine's is missing in it`],
    ],
  ]
  for (const [change, expected] of changes) assert.deepEqual(refusals(change), expected, change)
})

test('rows may be anything, people may have views, and indexes of other versions of the service are replaced', (t) => {
  const { refusals } = made(t)
  for (const change of [
    `UPDATE identity SET is_serving = 1; INSERT INTO pool_counts_1 VALUES ('a', 5)`,
    'CREATE VIEW my_view AS SELECT 1',
    'DROP VIEW token_view; CREATE VIEW token_view AS SELECT 1',
    'DROP INDEX pools_1_nft; CREATE UNIQUE INDEX "pools_1_nft" ON "pools_1" ("token")',
    'SELECT 1',
  ])
    assert.deepEqual(refusals(change), [undefined, undefined], change)
})

test('triggers of an earlier generation are dropped, since nothing writes it', (t) => {
  const { path } = made(t)
  changeDatabase(
    path,
    `UPDATE model_generations SET version = 'superseded' WHERE name = 'pools';
    CREATE TRIGGER evil AFTER DELETE ON pools_1 BEGIN DELETE FROM changes; END`,
  )
  const { database: opened } = openModels(path, OPTIONS)
  const triggersOn = opened
    .prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?")
    .pluck()
  assert.deepEqual([triggersOn.get('pools_1'), triggersOn.get('pools_2')], [0, 4])
  opened.close()
})

test('no expression of a file can call a function with effects, and its schema cannot be written', (t) => {
  const { path } = made(t)
  const database = openModelsForReading(path)
  assert.deepEqual(
    ['trusted_schema', 'cell_size_check'].map((name) => database.pragma(name, { simple: true })),
    [0, 1],
  )
  database.close()
  const { database: writer } = openModels(path, OPTIONS)
  writer.pragma('writable_schema = ON')
  assert.throws(() => writer.exec("UPDATE sqlite_schema SET sql = ''"), /may not be modified/)
  writer.close()
})
