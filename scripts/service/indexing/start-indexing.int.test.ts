// A part that cannot run reports its error's message, from any thread.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { test } from 'node:test'
import { blocksAfter } from '../../../indexer/testing/plain-blocks.ts'
import { readReports } from '../../../projections/status/indexer-status.ts'
import { mainnetOperations as operations } from '../../../projections/testing/mainnet-operations.ts'
import { lockDirectory, lockPath } from '../../../schema/platform/locks/lock-directory.ts'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { until } from '../../../tests/kit/until.ts'
import { cutLogPath } from '../settings/data-directory.ts'
import { forward, openDirectory, START } from '../testing/open-directory.ts'
import { type IndexerTask, startIndexing } from './start-indexing.ts'

const taskIn = (dataDir: string): IndexerTask => ({
  dataDir,
  network: 'mainnet',
  start: { given: 'origin', otherwise: 'origin' },
  operations,
  logLevel: 'silent',
  url: 'ws://127.0.0.1:9',
  isRecorded: false,
})

test('a bug in the thread keeps its name, words and stack', async (t) => {
  const task = { ...taskIn(temporaryDirectory(t)), logLevel: 'no level' }
  await assert.rejects(startIndexing(task, { threads: true }), {
    name: 'Error',
    message: 'default level:no level must be included in custom levels',
    stack: /logger\.ts/,
  })
})

test('a directory that is in use refuses the thread, also without its lock file, until it is given back', async (t) => {
  const dataDir = temporaryDirectory(t)
  const release = lockDirectory(dataDir)
  rmSync(lockPath(dataDir))
  await assert.rejects(startIndexing(taskIn(dataDir), { threads: true }), {
    name: 'StartupError',
    message: `DATA_DIR ${dataDir} is in use by another process: stop it, or choose another DATA_DIR for this one`,
  })
  mkdirSync(cutLogPath(dataDir))
  release()
  const thread = await startIndexing(taskIn(dataDir), { threads: true })
  await thread.stop()
  assert.equal(await thread.ended, undefined)
  assert.ok(!existsSync(cutLogPath(dataDir)), 'the files of a killed cut-log')
})

test('a round of comparisons runs in a thread of its own, and its length is reported', async (t) => {
  const dataDir = temporaryDirectory(t)
  const opened = openDirectory(dataDir)
  opened.fold(blocksAfter(START, 3).map(forward))
  opened.close()
  const task = { ...taskIn(dataDir), start: { given: START, otherwise: START } }
  const indexing = await startIndexing({ ...task, rounds: { first: 0, interval: 1 } }, { threads: true })
  indexing.run()
  await until('a round', async () => readReports(dataDir).folding?.comparison !== undefined)
  await indexing.stop()
  assert.equal(await indexing.ended, undefined)
})
