// Logs that somebody else has changed. A changed log may contain rows, but nothing that runs.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { changedCopy } from '../../tests/kit/changed-copy.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { Log } from './log.ts'

test('a log with anything that this version does not make is refused by its writer and by readers', (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'log.db')
  Log.open(path, { network: 'mainnet', start: 'origin' }).close()
  const rewritten = (from: string, to: string) =>
    `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = 'log'`
  const changes = [
    ['CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM identity; END', 'trigger t'],
    ['ALTER TABLE log RENAME TO rows; CREATE VIEW log AS SELECT * FROM rows', 'table rows'],
    ['DROP TABLE identity; CREATE VIEW identity AS SELECT 1 AS network, 2 AS start', 'view identity'],
    ['CREATE TABLE more (a)', 'table more'],
    ['ANALYZE', 'table sqlite_stat1'],
    ['CREATE INDEX i ON log (height)', 'index i'],
    [
      'DROP INDEX log_forward; CREATE INDEX log_forward ON log (slot) WHERE kind = 0 AND slot > 9',
      'index log_forward',
    ],
    [rewritten('height INTEGER NOT NULL', 'height INTEGER AS (1)'), 'table log'],
    [rewritten('kind IN (0, 1)', 'slot < 9'), 'table log'],
    [rewritten(' STRICT', ''), 'table log'],
  ] as const
  for (const [change, object] of changes) {
    const copy = changedCopy(path, change)
    const message = `${copy} is damaged (this version makes no ${object} like the one in it: it is another database, or somebody else has changed it): restore a backup or a snapshot into another DATA_DIR, or sync again there`
    for (const open of [
      () => Log.open(copy, { network: 'mainnet', start: 'origin' }),
      () => Log.openForReading(copy, { network: 'mainnet' }),
    ])
      assert.throws(open, { name: 'StartupError', message }, change)
  }
})
