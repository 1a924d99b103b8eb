// The files with the indexer's reports contain no data that must survive. Damage to them never stops the service.
import assert from 'node:assert/strict'
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FoldingReport, FollowingReport } from '../../schema/reports.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { indexerStatus, readReports, removeReport, reportsVersion, writeReports } from './indexer-status.ts'
import { startReporting } from './reporting.ts'

const report = (at: number): FoldingReport => ({
  problem: null,
  isPassing: false,
  rate: 0,
  refolding: [],
  at,
})

const following: FollowingReport = {
  state: 'following',
  problem: null,
  nodeTip: null,
  logEnd: null,
  isRecorded: false,
  at: 3,
}

const pathIn = (directory: string): string => join(directory, 'status-folding.json')

test('each part has its last report, until it no longer runs', (t) => {
  const directory = temporaryDirectory(t)
  assert.deepEqual(readReports(directory), {})
  writeReports(directory, { folding: report(1) })
  writeReports(directory, { following })
  writeReports(directory, { folding: report(2) })
  assert.deepEqual(readReports(directory), { following, folding: report(2) })
  removeReport(directory, 'following')
  removeReport(directory, 'mirroring')
  assert.deepEqual(readReports(directory), { folding: report(2) })
})

test('the reason why following has stopped comes before what folding says', () => {
  const lost = 'DATA_DIR was removed'
  const [stopped, ended] = [
    { state: 'stopped', problem: lost } as const,
    { state: 'stopped', problem: null } as const,
  ]
  const [full, failed] = [
    { problem: 'the disk is full', isPassing: true },
    { problem: 'a block cannot be folded' },
  ]
  const rebuilding = { refolding: 'all' } as const
  const damaged = { damage: 'the models are damaged' }
  for (const [follow, fold, state, problem] of [
    [{}, {}, 'following', null],
    [{}, full, 'waiting', full.problem],
    [{}, failed, 'stopped', failed.problem],
    [{}, damaged, 'following', damaged.damage],
    [{}, rebuilding, 'rebuilding', null],
    [ended, {}, 'stopped', null],
    [ended, full, 'waiting', full.problem],
    [stopped, {}, 'stopped', lost],
    [stopped, full, 'stopped', lost],
    [stopped, failed, 'stopped', lost],
    [stopped, damaged, 'stopped', lost],
    [stopped, rebuilding, 'stopped', lost],
  ] as const) {
    const status = indexerStatus({
      following: { ...following, ...follow },
      folding: { ...report(1), ...fold },
    })
    assert.deepEqual({ state: status?.state, problem: status?.problem }, { state, problem })
  }
})

for (const [name, bytes] of [
  ['no bytes', ''],
  ['zeros', Buffer.alloc(100)],
  ['half a report', '{"problem":null,"isPa'],
] as const)
  test(`a file with ${name} counts as no report, and the next report replaces it`, (t) => {
    const directory = temporaryDirectory(t)
    writeReports(directory, { following, folding: report(1) })
    const before = reportsVersion(directory)
    writeFileSync(pathIn(directory), bytes)
    assert.deepEqual(readReports(directory), { following })
    assert.notEqual(reportsVersion(directory), before)
    writeReports(directory, { folding: report(2) })
    assert.deepEqual(readReports(directory), { following, folding: report(2) })
  })

test('a report that could not be written is kept until one is, whatever the clock says', (t) => {
  const directory = temporaryDirectory(t)
  let at = 1
  const unwritten: unknown[] = []
  const reports = startReporting({
    directory,
    report: () => ({ folding: report(at) }),
    unwritten: (kept) => unwritten.push(kept),
  })
  // A directory in place of the renamed file cannot be written to.
  mkdirSync(`${pathIn(directory)}.part`)
  at = 2
  reports.write()
  assert.deepEqual(readReports(directory), { folding: report(1) })
  rmdirSync(`${pathIn(directory)}.part`)
  at = 1
  reports.write()
  reports.close()
  assert.deepEqual(unwritten, [{ folding: report(2) }, {}])
})
