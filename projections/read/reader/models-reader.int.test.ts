// A reader beside the writer. The reader notices commits and changed rows by key and topic, and opens the file that replaces the open one.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { silent } from '../../../tests/kit/silent.ts'
import { until } from '../../../tests/kit/until.ts'
import { CHANGES_KEPT } from '../../engine/file/models-database.ts'
import { deleteModels, modelsFile } from '../../engine/file/models-files.ts'
import { model } from '../../engine/fold/model.ts'
import { ModelsFolding } from '../../engine/fold/models-folding.ts'
import { Projector } from '../../engine/fold/projector.ts'
import { integer } from '../../engine/table/column.ts'
import { stateTable } from '../../engine/table/table.ts'
import type { LaunchpadEvent } from '../../interpret/events.ts'
import { launchpadModels } from '../../launchpad-models.ts'
import { writeReports } from '../../status/indexer-status.ts'
import { GrowingChain } from '../../testing/growing-chain.ts'
import { mainnetOperations as operations } from '../../testing/mainnet-operations.ts'
import { mainnetModels, type TestModels, testModels } from '../../testing/test-models.ts'
import { type Change, ModelsReader, NoModels } from './models-reader.ts'

const generated = (length: number) => new GrowingChain(randomFrom(1)).grow(length)

/** Possibly with other options. Closed when the test ends. */
const openAgain = (
  t: TestContext,
  { directory, log }: TestModels,
  options: ReturnType<typeof mainnetModels> = mainnetModels(),
) => {
  const folding = new ModelsFolding({ ...options, directory, log, logger: silent })
  t.after(() => folding.close())
  return folding
}

test('changes come by row, forward and at a rollback, and once', (t) => {
  const { apply, log, fold, database, openReader } = testModels(t)
  const blocks = generated(60)
  apply(...blocks.slice(0, 50))
  const reader = openReader()
  const heard: (readonly Change[] | null)[] = []
  const ofTrades = (at: number) => heard[at]?.filter(({ table }) => table === 'trades')
  reader.on('changed', (changes) => heard.push(changes))
  reader.refresh()
  assert.deepEqual(heard, [])
  apply(...blocks.slice(50))
  reader.refresh()
  reader.refresh()
  assert.equal(heard.length, 1)
  const trades = ofTrades(0) ?? []
  assert.ok(trades.length > 0)
  for (const { key, topics } of trades) {
    const pool = database.prepare('SELECT pool FROM trades WHERE position = ?').pluck().get(key?.[0])
    assert.deepEqual(topics, { pool })
  }
  log.rollBackTo(50)
  fold()
  reader.refresh()
  assert.equal(heard.length, 2)
  // The rows are removed, but their topics are announced.
  assert.deepEqual(ofTrades(1), trades)
  assert.equal(reader.checkpoint?.height, blocks[49]?.height)
})

test('a commit that could not be read is read at the next look', (t) => {
  const { apply, openReader } = testModels(t)
  const blocks = generated(2)
  apply(...blocks.slice(0, 1))
  const reader = openReader()
  apply(...blocks.slice(1))
  const statements = Object.getPrototypeOf(reader.database.prepare('SELECT 1'))
  const failing = t.mock.method(statements, 'all', () => {
    throw new Error('disk I/O error')
  })
  assert.throws(() => reader.refresh(), /disk I\/O error/)
  failing.mock.restore()
  reader.refresh()
  assert.equal(reader.checkpoint?.height, blocks[1]?.height)
})

test('changes that a listener could not follow are announced to all again, as unknown changes', (t) => {
  const { apply, openReader } = testModels(t)
  const blocks = generated(3)
  apply(...blocks.slice(0, 1))
  const reader = openReader()
  const heard: (readonly Change[] | null)[] = []
  let fails = true
  reader.on('changed', () => {
    if (fails) throw new Error('disk I/O error')
  })
  reader.on('changed', (changes) => heard.push(changes))
  apply(...blocks.slice(1, 2))
  assert.throws(() => reader.refresh(), /disk I\/O error/)
  assert.throws(() => reader.refresh(), /disk I\/O error/)
  fails = false
  reader.refresh()
  reader.refresh()
  assert.deepEqual(heard, [null])
  apply(...blocks.slice(2))
  reader.refresh()
  assert.deepEqual([heard.length, heard[1] === null], [2, false])
})

test('while the reports cannot be read, their place says why, and commits are noticed', async (t) => {
  const { apply, directory, openReader } = testModels(t)
  const blocks = generated(2)
  apply(...blocks.slice(0, 1))
  writeReports(directory, { folding: { problem: null, isPassing: false, rate: 0, refolding: [], at: 1 } })
  // A directory in place of the report file is unreadable for every user.
  mkdirSync(join(directory, 'status-following.json'))
  const reader = openReader()
  const failures: unknown[] = []
  const watch = reader.watch(1, (error) => failures.push(error))
  t.after(() => watch.close())
  assert.deepEqual(
    [reader.status()?.state, reader.status()?.problem],
    [
      'waiting',
      'status-following.json cannot be read or written (EISDIR): check its disk, and the permissions of the file and its directory',
    ],
  )
  apply(...blocks.slice(1))
  await until('the next block', () => reader.checkpoint?.height === blocks[1]?.height)
  assert.deepEqual(failures, [])
})

test('a reader that was away for as long as changes are kept misses none; one that was away longer gets no names', (t) => {
  const test = testModels(t)
  const blocks = generated(160)
  const open = () => {
    const reader = test.openReader()
    const heard: (readonly Change[] | null)[] = []
    reader.on('changed', (changes) => heard.push(changes))
    return { reader, heard }
  }
  for (const block of blocks.slice(0, 10)) test.apply(block)
  const long = open()
  for (const block of blocks.slice(10, 50)) test.apply(block)
  const short = open()
  const steady = open()
  // As if so many commits had changed no rows.
  test.database.prepare('UPDATE checkpoint SET version = version + ?').run(CHANGES_KEPT - 110)
  test.folding.close()
  const folding = openAgain(t, test)
  for (const block of blocks.slice(50)) {
    test.log.append(block)
    while (folding.step() !== undefined);
    steady.reader.refresh()
  }
  for (const { reader } of [long, short]) reader.refresh()
  assert.equal(steady.heard.length, 110)
  assert.deepEqual(long.heard, [null])
  assert.deepEqual(short.heard, [steady.heard.flat()])
  const first = test.openReader()
  assert.ok(Number(first.database.prepare('SELECT min(version) FROM changes').pluck().get()) > 10)
})

test('a reader leaves a file that is gone for the one that serves, and stays while there is none', async (t) => {
  const test = testModels(t)
  test.apply(...generated(60))
  const reader = test.openReader()
  const count = reader.prepared((database) => database.prepare('SELECT count(*) FROM trades').pluck())
  const trades = count().get()
  const heard: unknown[] = []
  reader.on('changed', (changes) => heard.push(changes))
  test.folding.close()
  deleteModels(modelsFile(test.directory, 1))
  await sleep(1_001)
  reader.refresh()
  assert.deepEqual([count().get(), heard], [trades, []])
  const folding = openAgain(t, test)
  while (folding.step() !== undefined);
  await sleep(1_001)
  reader.refresh()
  assert.deepEqual([count().get(), heard], [trades, [null]])
  assert.equal(reader.checkpoint?.digest, folding.checkpoint?.digest)
})

test('a reader moves to the models that replace those it reads, with its statements', (t) => {
  const test = testModels(t)
  const blocks = generated(60)
  test.apply(...blocks)
  const reader = test.openReader()
  const count = reader.prepared((database) => database.prepare('SELECT count(*) FROM trades').pluck())
  const trades = count().get()
  const heard: unknown[] = []
  reader.on('changed', (changes) => heard.push(changes))
  test.folding.close()
  const changed = { ...operations, curve: { ...operations.curve, adminWitnesses: [] } }
  const folding = openAgain(t, test, launchpadModels('mainnet', changed))
  folding.step(30)
  reader.refresh()
  assert.deepEqual([count().get(), heard], [trades, []])
  while (folding.step(30) !== undefined);
  reader.refresh()
  assert.deepEqual([count().get(), heard], [0, [null]])
  assert.equal(reader.checkpoint?.digest, folding.checkpoint?.digest)
})

test('while a model is folded again its point stands still, and that of the others moves', (t) => {
  const test = testModels(t)
  const blocks = generated(40)
  const pointAt = (length: number) => blocks[length - 1]?.point
  test.apply(...blocks.slice(0, 20))
  test.folding.close()
  const options = mainnetModels()
  const { path } = modelsFile(test.directory, 1)
  const open = (version: number): Projector<LaunchpadEvent> =>
    Projector.open(path, {
      ...options,
      models: options.models.map((model) => (model.name === 'bars' ? { ...model, version } : model)),
    })
  const apply = (projector: Projector<LaunchpadEvent>, from: number, to: number): void => {
    const logged = blocks.slice(from, to).map((block, at) => ({ seq: from + at + 1, block }))
    projector.apply(logged, { tipHeight: 0 })
  }
  let projector = open(1_001)
  const reader = test.openReader()
  t.after(() => projector.close())
  const points = () => {
    reader.refresh()
    return [
      ['pools', 'trades'],
      ['bars', 'pools'],
    ].map((models) => {
      const { slot, id } = reader.pointOf(models) ?? {}
      return { slot, id }
    })
  }
  apply(projector, 20, 30)
  assert.deepEqual(points(), [pointAt(30), pointAt(20)])
  // The third version replaces the second while it is folded. The serving generation stays the same.
  projector.close()
  projector = open(1_002)
  apply(projector, 30, 40)
  assert.deepEqual(points(), [pointAt(40), pointAt(20)])
  while (projector.foldModels(100));
  assert.deepEqual(points(), [pointAt(40), pointAt(40)])
})

test('what reads a model that is new is unavailable until it has been folded', (t) => {
  const test = testModels(t)
  test.apply(...generated(60))
  test.folding.close()
  const options = mainnetModels()
  const open = (without: string) =>
    openAgain(t, test, { ...options, models: options.models.filter(({ name }) => name !== without) })
  open('bars').close()
  const folding = open('')
  const reader = test.openReader()
  const count = reader.prepared((database) => database.prepare('SELECT count(*) FROM bars').pluck())
  assert.deepEqual(folding.refolding, ['bars'])
  assert.throws(count, {
    cause: 'SERVICE_UNAVAILABLE',
    message: 'The index does not have this yet: bars is being folded',
    headers: { 'Retry-After': '10' },
  })
  while (folding.step() !== undefined);
  assert.ok(Number(count().get()) > 0)
  const wrong = reader.prepared((database) => database.prepare('SELECT count(*) FORM bars'))
  assert.throws(wrong, { code: 'SQLITE_ERROR' })
})

test('what reads a table or column that the indexer has in another version is unavailable, before and after its upgrade', (t) => {
  const test = testModels(t)
  test.apply(...generated(60))
  test.folding.close()
  const reader = test.openReader()
  const unavailable = (missing: string) => ({
    cause: 'SERVICE_UNAVAILABLE',
    message: `The index does not have this yet: the indexer has another version (no such ${missing})`,
    headers: { 'Retry-After': '10' },
  })
  const selected = (column: string) =>
    reader.prepared((database) => database.prepare(`SELECT ${column} FROM bars`).pluck())
  const [kept, dropped, added] = [selected('volume'), selected('fragment'), selected('median')]
  const absent = reader.prepared((database) => database.prepare('SELECT * FROM medians'))
  const bars = kept().all().length
  assert.ok(bars > 0)
  assert.equal(dropped().all().length, bars)
  assert.throws(added, unavailable('column: median'))
  assert.throws(absent, unavailable('table: medians'))

  const options = mainnetModels()
  const other = model<LaunchpadEvent>()({
    name: 'bars',
    version: 1_000,
    tables: { bars: stateTable('bars', { key: ['volume'], columns: { volume: integer, median: integer } }) },
    on: {},
  })
  const upgraded = openAgain(t, test, {
    ...options,
    models: options.models.map((one) => (one.name === 'bars' ? other : one)),
  })
  while (upgraded.step() !== undefined);
  upgraded.close()
  reader.refresh()
  assert.deepEqual([kept().all(), added().all()], [[], []])
  assert.throws(dropped, unavailable('column: fragment'))
})

test('a directory without models is refused', (t) => {
  const { directory } = testModels(t)
  assert.throws(() => new ModelsReader(`${directory}/nothing`), NoModels)
})
