// Models follow a log through batches of any size, forks, a log that lost its end, and changed rules. With changed rules, models are folded
// beside the serving ones. Readers find a readable file at any time.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { commitNotices } from '../../../schema/platform/commit-notices.ts'
import { Sqlite } from '../../../schema/platform/sqlite.ts'
import { until } from '../../../tests/kit/until.ts'
import { MemoryLog } from '../../testing/memory-log.ts'
import { ScriptedSource } from '../../testing/model-kit.ts'
import { openModelsForReading, servingStateOf } from '../file/models-database.ts'
import { modelsFiles } from '../file/models-files.ts'
import { integer, text } from '../table/column.ts'
import { stateTable } from '../table/table.ts'
import { rowsOf } from '../testing/fold-kit.ts'
import type { EventSource } from './event-source.ts'
import { model } from './model.ts'
import { ModelsFolding } from './models-folding.ts'
import type { MovingBase } from './moving-base.ts'

interface Event {
  readonly kind: 'touch'
  readonly name: string
}

const touch = (name: string): Event => ({ kind: 'touch', name })

const counts = stateTable('counts', { key: ['name'], columns: { name: text, count: integer } })
const countsModel = (version: number) =>
  model<Event>()({
    name: 'counts',
    version,
    tables: { counts },
    on: {
      touch({ name }, tables) {
        if (name === 'bad') throw new Error('this event cannot be folded')
        tables.counts.change({ name }, (row) => ({ count: (row?.count ?? 0) + version }))
      },
    },
  })

/** A source that acts as if it interpreted blocks differently. */
const changed = (source: EventSource<Event>, version: string): EventSource<Event> => ({
  tables: source.tables,
  version,
  timeOf: (slot) => source.timeOf(slot),
  open: (database, context) => source.open(database, context),
})

const nothing = (): void => {}

const start = (t: TestContext, tip = 0) => {
  const directory = mkdtempSync(join(tmpdir(), 'folding-'))
  const source = new ScriptedSource<Event>()
  const log = new MemoryLog()
  const refolds: string[] = []
  const opened: ModelsFolding<Event>[] = []
  const open = (
    of: EventSource<Event> = source,
    version = 1,
    from: MemoryLog = log,
    base?: MovingBase,
  ): ModelsFolding<Event> => {
    const folding = new ModelsFolding<Event>({
      network: 'devnet',
      source: of,
      models: [countsModel(version)],
      directory,
      log: from,
      base,
      logger: {
        info: nothing,
        error: nothing,
        warn: ({ reason }: { reason?: string }, text?: string) => void refolds.push(reason ?? `${text}`),
      },
    })
    folding.tipHeight = tip
    opened.push(folding)
    return folding
  }
  t.after(() => {
    for (const folding of opened) folding.close()
    rmSync(directory, { recursive: true, force: true })
  })
  let last = source.blockAfter(undefined, [])
  log.append(last)
  const append = (...names: readonly string[]) => {
    last = source.blockAfter(last, names.map(touch))
    log.append(last)
    return last
  }
  const backTo = (block: typeof last, length: number): void => {
    log.rollBackTo(length)
    last = block
  }
  return { directory, source, log, refolds, open, append, backTo }
}

const run = (folding: ModelsFolding<Event>, limit?: number): ModelsFolding<Event> => {
  while (folding.step(limit) !== undefined);
  return folding
}

const filesIn = (directory: string): number[] => modelsFiles(directory).map(({ number }) => number)

/** The counts by name. A reader opens the serving file now. */
const served = (directory: string): Record<string, unknown> => {
  for (const { path } of modelsFiles(directory).reverse()) {
    const database = openModelsForReading(path)
    try {
      if (servingStateOf(database).isServing)
        return Object.fromEntries(rowsOf(database, counts).map(({ name, count }) => [name, count]))
    } finally {
      database.close()
    }
  }
  return {}
}

test('a step folds at most so many blocks, and says how many', (t) => {
  const { open, append, directory } = start(t)
  for (let at = 0; at < 9; at++) append('a')
  const folding = open()
  assert.deepEqual([folding.step(4), folding.step(4), folding.step(4), folding.step(4)], [4, 4, 2, undefined])
  assert.deepEqual(served(directory), { a: 9 })
})

test('a fork is followed in one commit, and back', (t) => {
  const { open, append, backTo, directory, log } = start(t)
  const base = append('a')
  append('b')
  const folding = run(open())
  const { version } = folding.checkpoint ?? { version: 0 }
  backTo(base, 2)
  append('c')
  append('c')
  assert.equal(folding.step(), 2)
  assert.equal(folding.checkpoint?.version, version + 1)
  assert.deepEqual(served(directory), { a: 1, c: 2 })
  log.rollBackTo(2)
  assert.equal(folding.step(), 0)
  assert.equal(folding.step(), undefined)
  assert.deepEqual(served(directory), { a: 1 })
})

test('models that are ahead of a log that lost its tail say so and go back to it', (t) => {
  const { open, append, log, directory, refolds } = start(t)
  append('a')
  append('a')
  const folding = run(open())
  folding.close()
  log.rollBackTo(2)
  log.lastSeq = 2
  run(open())
  assert.match(refolds.join(), /^the log is shorter than the models: its last rows are lost/)
  assert.deepEqual(served(directory), { a: 1 })
})

test('models at a block that stands earlier in a log than when they folded it miss none of the blocks after it', (t) => {
  const { open, append, backTo, log, directory } = start(t)
  const chain = [append('a')]
  // The log appends the block again in a later row. The second folding's log lacks this fork.
  log.rollBackTo(2)
  log.rollBackTo(1)
  backTo(chain[0] ?? assert.fail(), 1)
  log.append(...chain)
  const folding = run(open())
  const { seq } = folding.checkpoint ?? assert.fail()
  folding.close()
  while (chain.length < seq) chain.push(append('b'))
  const without = new MemoryLog()
  without.append(...log.blocksAfter(0, 1).map(({ block }) => block), ...chain)
  run(open(undefined, undefined, without))
  assert.deepEqual(served(directory), { a: 1, b: seq - 1 })
})

test('a fork below the journal folds the log again beside what serves', (t) => {
  const { open, append, backTo, directory, refolds } = start(t, 1_000_000)
  const base = append('a')
  for (let at = 0; at < 5; at++) append('b')
  const folding = run(open())
  backTo(base, 2)
  for (let at = 0; at < 3; at++) append('c')
  assert.equal(folding.step(1), 0)
  assert.equal(folding.refolding, 'all')
  assert.match(refolds.join(), /the journal does not reach back to/)
  assert.equal(folding.step(1), 1)
  assert.deepEqual(served(directory), { a: 1, b: 5 })
  assert.deepEqual(filesIn(directory), [1, 2])
  run(folding, 1)
  assert.deepEqual(folding.refolding, [])
  assert.deepEqual(served(directory), { a: 1, c: 3 })
  assert.deepEqual(filesIn(directory), [2])
})

test('a log whose blocks do not follow each other is damaged, also for models that begin with it', (t) => {
  const { open, log, source, refolds } = start(t)
  log.append(source.blockAfter(undefined, [touch('a')]))
  const folding = open()
  assert.throws(
    () => folding.step(),
    /^StorageError: memory is damaged \(block .* follows .*, but the models are at /,
  )
  assert.deepEqual(refolds, [])
})

test('a log that lost all rows and begins with another block is folded again', (t) => {
  const { open, log, source, append, backTo, directory, refolds } = start(t)
  const first = append('a')
  const folding = run(open())
  backTo(first, 0)
  assert.equal(folding.step(), 0)
  log.append(source.blockAfter(first, [touch('b')]))
  run(folding)
  assert.match(refolds.join(), /^block .* follows .*, but the models are at /)
  assert.deepEqual(served(directory), { b: 1 })
})

test('models of other rules serve until the next ones have caught up, also through restarts', (t) => {
  const { open, append, directory, refolds, source } = start(t)
  for (let at = 0; at < 6; at++) append('a')
  const first = run(open())
  const { digest } = first.checkpoint ?? {}
  first.close()
  const other = changed(source, 'other')
  const second = open(other)
  assert.deepEqual(refolds, ['the models were folded by other rules'])
  assert.equal(second.refolding, 'all')
  second.step(3)
  assert.deepEqual(served(directory), { a: 6 })
  second.close()
  const reader = openModelsForReading(modelsFiles(directory)[0]?.path ?? '')
  t.after(() => reader.close())
  append('b')
  const third = open(other)
  assert.equal(third.checkpoint?.height, 1_002)
  run(third)
  assert.deepEqual(servingStateOf(reader), { isServing: true, isReplaced: true })
  assert.deepEqual(filesIn(directory), [2])
  assert.deepEqual(served(directory), { a: 6, b: 1 })
  third.close()
  assert.deepEqual(readdirSync(directory).sort(), ['models-2.db'])
  assert.notEqual(digest, undefined)
})

test('a half-folded file of yet other rules is dropped', (t) => {
  const { open, append, directory, source } = start(t)
  for (let at = 0; at < 6; at++) append('a')
  run(open()).close()
  const second = open(changed(source, 'second'))
  second.step(3)
  second.close()
  const third = open(changed(source, 'third'))
  assert.equal(third.checkpoint, undefined)
  run(third)
  assert.deepEqual(served(directory), { a: 6 })
  assert.equal(filesIn(directory).length, 1)
})

test("the fold knows the node's tip from the last notice of the log that has it", async (t) => {
  const { open, log } = start(t)
  const folding = open()
  const notices = commitNotices(log.path)
  t.after(() => notices.close())
  for (const tipHeight of [1_000_000, undefined]) notices.notify(tipHeight)
  while (folding.tipHeight === 0) await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(folding.tipHeight, 1_000_000)
})

test('an empty directory serves from the first block on', (t) => {
  const { open, append, directory } = start(t, 1_000_000)
  for (let at = 0; at < 4; at++) append('a')
  const folding = open()
  folding.step(3)
  assert.deepEqual(folding.refolding, [])
  assert.deepEqual(served(directory), { a: 2 })
})

test('a model whose new version was given up is folded again, as it missed what came meanwhile', (t) => {
  const { open, append, directory } = start(t)
  // More events than one batch.
  append(...Array.from({ length: 5_000 }, () => 'a'))
  append('b')
  run(open()).close()
  const second = open(undefined, 2)
  assert.deepEqual(second.refolding, ['counts'])
  append('b')
  second.step()
  assert.deepEqual(second.refolding, ['counts'])
  assert.deepEqual(served(directory), { a: 5_000, b: 1 })
  second.close()
  const third = open()
  assert.deepEqual(third.refolding, ['counts'])
  run(third)
  assert.deepEqual(served(directory), { a: 5_000, b: 2 })
})

test('models that cannot be marked as replaced go on serving until they can', (t) => {
  const { open, append, directory, source } = start(t)
  for (let at = 0; at < 6; at++) append('a')
  run(open()).close()
  const reader = openModelsForReading(modelsFiles(directory)[0]?.path ?? '')
  const other = new Sqlite(modelsFiles(directory)[0]?.path ?? '')
  t.after(() => {
    reader.close()
    other.close()
  })
  const second = open(changed(source, 'other'))
  second.step()
  other.exec('BEGIN IMMEDIATE')
  assert.throws(() => second.step(), { name: 'StorageError', isPassing: true })
  assert.equal(second.refolding, 'all')
  other.exec('ROLLBACK')
  run(second)
  assert.deepEqual(second.refolding, [])
  // Only this process can tell the old file's readers of the new file, so it has tried again.
  assert.deepEqual(servingStateOf(reader), { isServing: true, isReplaced: true })
  assert.deepEqual(filesIn(directory), [2])
})

test('models take over only when every model in the next file has caught up', (t) => {
  const { open, append, directory, source } = start(t)
  for (let at = 0; at < 3; at++) append(...Array.from({ length: 5_000 }, () => 'a'))
  run(open()).close()
  const other = changed(source, 'other')
  const second = open(other)
  second.step()
  second.close()
  // The model also changes while the ledger is folded again.
  const third = open(other, 2)
  while (third.refolding === 'all') {
    assert.deepEqual(served(directory), { a: 15_000 })
    third.step(1)
  }
  assert.deepEqual(third.refolding, [])
  assert.deepEqual(served(directory), { a: 30_000 })
})

for (const isReplaced of [false, true])
  test(`models take over once their directory is back, which was ${isReplaced ? 'replaced' : 'moved'}`, (t) => {
    const { open, append, directory, source } = start(t)
    append('a')
    run(open()).close()
    const second = open(changed(source, 'other'))
    second.step()
    renameSync(directory, `${directory}.aside`)
    if (isReplaced) mkdirSync(directory)
    assert.throws(() => second.step(), { name: 'StorageError', isPassing: true })
    assert.deepEqual(isReplaced && readdirSync(directory), isReplaced && [])
    rmSync(directory, { recursive: true, force: true })
    renameSync(`${directory}.aside`, directory)
    run(second)
    assert.deepEqual(second.refolding, [])
    assert.deepEqual(filesIn(directory), [2])
  })

test('models that folding finds damaged are replaced once the next file can be made', async (t) => {
  const { open, append, backTo, directory } = start(t)
  const base = append('a')
  for (let at = 0; at < 5; at++) append('b')
  const first = run(open())
  const page = first.database
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'blocks'")
    .pluck()
    .get()
  first.close()
  const path = join(directory, 'models-1.db')
  writeFileSync(path, readFileSync(path).fill(255, (Number(page) - 1) * 4096, Number(page) * 4096))
  backTo(base, 2)
  append('c')
  const folding = open()
  mkdirSync(join(directory, 'models-2.db'))
  folding.run()
  await until('folding waits', () => folding.report.problem?.startsWith('models-2.db cannot be '))
  assert.deepEqual([folding.report.isPassing, folding.refolding], [true, []])
  rmSync(join(directory, 'models-2.db'), { recursive: true })
  await until('the next models serve', () => `${filesIn(directory)}` === '2')
  await folding.stop()
  assert.deepEqual([folding.report.problem, folding.report.damage], [null, undefined])
  assert.deepEqual(served(directory), { a: 1, c: 1 })
})

test('folded blocks are announced to the other parts of the process', async (t) => {
  const { open, append, directory } = start(t)
  let notices = 0
  const listening = commitNotices(directory, () => notices++)
  t.after(() => listening.close())
  append('a')
  const folding = open()
  folding.run()
  await until('a notice', () => notices > 0)
  await folding.stop()
})

test('the blocks before one that cannot be folded are folded, also if the log is to get its base after them', async (t) => {
  for (const pauseAt of [undefined, 3, 9]) {
    const { open, append, source, log } = start(t)
    for (const name of ['a', 'a', 'bad']) append(name)
    const base = { pauseAt, isDue: () => false, step: () => false }
    const folding = open(source, 1, log, pauseAt === undefined ? undefined : (base as unknown as MovingBase))
    folding.run()
    await until('a problem', () => folding.report.problem !== null)
    assert.equal(folding.checkpoint?.seq, 3, `${pauseAt}`)
    await folding.stop()
  }
})
