import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Random } from '../../devnet/actors/random.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'
import { filesAfterPowerCut } from './files-after.ts'

/** Each cut at the same moment keeps another part of the WAL. */
const CUTS = 20

test('after a power cut a database is whole, and has each commit that was written back', (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'some.db')
  const random = new Random('power cuts')
  const database = new Sqlite(path)
  const reader = new Sqlite(path)
  t.after(() => reader.close())
  t.after(() => database.close())
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, at INTEGER, text TEXT)')
  database.exec('CREATE INDEX by_text ON things (text)')
  const write = database.prepare('INSERT OR REPLACE INTO things VALUES (?, ?, hex(randomblob(300)))')
  let commits = 0
  const commit = database.transaction(() => {
    commits++
    for (let row = 0; row < 40; row++) write.run(random.integer(0, 200), commits)
  })
  const commitSome = (): void => {
    for (let count = 0; count < 10; count++) commit()
  }
  let cuts = 0
  /** @returns how many power cuts lost a commit */
  const cutPower = (least: number): number => {
    let losses = 0
    for (let cut = 0; cut < CUTS; cut++) {
      const to = join(directory, `after ${cuts++}`)
      filesAfterPowerCut(directory, to, random)
      const after = new Sqlite(join(to, 'some.db'))
      assert.equal(after.pragma('integrity_check', { simple: true }), 'ok')
      const last = Number(after.prepare('SELECT max(at) FROM things').pluck().get())
      assert.ok(last >= least && last <= commits, `commit ${last} of ${least} to ${commits}`)
      if (last < commits) losses++
      after.close()
    }
    return losses
  }

  commitSome()
  database.pragma('wal_checkpoint')
  assert.equal(cutPower(commits), 0, 'all is written back')
  commitSome()
  const writtenBack = commits
  // Prevents SQLite from overwriting the WAL.
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM things').get()
  commitSome()
  database.pragma('wal_checkpoint')
  assert.ok(cutPower(writtenBack) > 0, 'commits that are in the WAL alone are lost')
  reader.exec('COMMIT')
})
