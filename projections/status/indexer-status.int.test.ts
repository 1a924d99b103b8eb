// The file with the indexer's reports contains nothing that must survive, so damage to it never stops the service.
import assert from 'node:assert/strict'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { silent } from '../../fixtures/testing/silent.ts'
import { temporaryDirectory } from '../../fixtures/testing/temporary-directory.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import type { FoldingReport } from '../../schema/reports.ts'
import { statusReader, statusWriter } from './indexer-status.ts'
import { startReporting } from './reporting.ts'

const report = (at: number): FoldingReport => ({
  problem: null,
  isPassing: false,
  rate: 0,
  refolding: [],
  at,
})

/** A status that was written once and closed. */
const written = (directory: string): string => {
  const writer = statusWriter(directory)
  writer.write({ folding: report(1) })
  writer.close()
  return join(directory, 'status.db')
}

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  zeros: (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'no database': (path) => writeFileSync(path, 'no database at all, but as long as one is. '.repeat(200)),
  'a damaged page': (path) => {
    const bytes = readFileSync(path)
    bytes.fill(0xa5, bytes.length / 2)
    writeFileSync(path, bytes)
  },
  'other tables': (path) => {
    const database = new Sqlite(path)
    database.exec('DROP TABLE reports; CREATE TABLE reports (other TEXT)')
    database.close()
  },
}

for (const [name, damage] of Object.entries(DAMAGES))
  test(`a status file with ${name} is made again, which is said once, and its readers follow`, (t) => {
    const directory = temporaryDirectory(t)
    const path = written(directory)
    const reader = statusReader(directory)
    t.after(() => reader.close())
    assert.deepEqual(reader.read(), { folding: report(1) })
    damage(path)
    const fresh = statusReader(directory)
    assert.deepEqual(fresh.read(), {})
    assert.equal(fresh.isNew(), name === 'other tables' || name === 'a damaged page')
    fresh.close()

    const warnings: string[] = []
    const writers = [0, 1].map(() => statusWriter(directory, (message) => warnings.push(message)))
    for (const [n, writer] of writers.entries()) writer.write({ folding: report(2 + n) })
    assert.deepEqual(reader.read(), { folding: report(3) })
    assert.equal(warnings.length, 1)
    assert.match(warnings[0] ?? '', /^\S+status\.db was damaged \(.+\) and has been made again$/)
    for (const writer of writers) writer.close()
  })

test('a writer follows to the file that another has made again', (t) => {
  const directory = temporaryDirectory(t)
  const path = written(directory)
  const reader = statusReader(directory)
  t.after(() => reader.close())
  const first = statusWriter(directory)
  t.after(() => first.close())
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  const second = statusWriter(directory)
  t.after(() => second.close())
  second.write({ folding: report(2) })
  const following = {
    state: 'following',
    problem: null,
    nodeTip: null,
    logEnd: null,
    isRecorded: false,
    at: 3,
  }
  first.write({ following })
  assert.deepEqual(reader.read(), { folding: report(2), following })
})

test('a status whose table is gone while it is written to gets it again from the first of its writers', (t) => {
  const directory = temporaryDirectory(t)
  const path = written(directory)
  const warnings: string[] = []
  const writers = [0, 1].map(() => statusWriter(directory, (message) => warnings.push(message)))
  const other = new Sqlite(path)
  other.exec('DROP TABLE reports')
  other.close()
  for (const [n, writer] of writers.entries()) writer.write({ folding: report(2 + n) })
  const reader = statusReader(directory)
  assert.deepEqual([reader.read(), warnings.length], [{ folding: report(3) }, 0])
  for (const each of [reader, ...writers]) each.close()
})

test('a report that could not be written is kept until one is, whatever the clock says', (t) => {
  const directory = temporaryDirectory(t)
  let at = 2
  const unwritten: unknown[] = []
  const reports = startReporting({
    directory,
    report: () => ({ folding: report(at) }),
    logger: silent,
    unwritten: (kept) => unwritten.push(kept),
  })
  const other = new Sqlite(written(directory))
  other.exec('BEGIN IMMEDIATE')
  reports.write()
  other.exec('ROLLBACK')
  other.close()
  at = 1
  reports.write()
  reports.close()
  assert.deepEqual(unwritten, [{ folding: report(2) }, {}])
})
