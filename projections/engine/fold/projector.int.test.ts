// Properties of the engine for any models. Batches are complete or have no effect. Rollbacks reach as far as the journal and fail with a
// clear error beyond it. Changes are announced forward and backward with their topics. Models of another version are folded beside the
// serving ones.
import assert from 'node:assert/strict'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryDirectory } from '../../../tests/kit/temporary-directory.ts'
import { ScriptedSource } from '../../testing/model-kit.ts'
import { ENGINE_TABLES, OtherRules, openModels, openModelsForReading } from '../file/models-database.ts'
import { amount, bytes, flag, hex, integer, nullable, oneOf, text } from '../table/column.ts'
import { scanState } from '../table/scan.ts'
import { appendTable, positionOf, stateTable, type Table } from '../table/table.ts'
import { rowsOf } from '../testing/fold-kit.ts'
import { events } from './event-table.ts'
import { RebuildNeeded } from './fold-errors.ts'
import { type Model, model } from './model.ts'
import { type LoggedBlock, Projector } from './projector.ts'

/** `spoil` cannot be folded. */
type Event = { readonly kind: 'touch' | 'drop' | 'spoil'; readonly name: string }

const touch = (name: string): Event => ({ kind: 'touch', name })
const drop = (name: string): Event => ({ kind: 'drop', name })

/** Has every type of column. */
const things = stateTable('things', {
  key: ['name'],
  columns: {
    name: text,
    colour: oneOf('red', 'blue'),
    count: integer,
    amount,
    id: hex,
    bytes: nullable(bytes),
    isFirst: flag,
  },
  indexes: { colour: ['colour', 'count'] },
  topics: { name: 'name', id: 'id' },
})
const visits = appendTable('visits', { columns: { name: text }, topics: { name: 'name' } })

const LARGE = 2n ** 62n + 1n

const thingsModel = (version = 1, step = 1): Model<Event> =>
  model<Event>()({
    name: 'things',
    version,
    tables: { things, visits },
    on: {
      touch({ name }, tables, { slot }) {
        tables.visits.append({ name })
        tables.things.change({ name }, (row) => ({
          colour: row?.colour === 'red' ? 'blue' : 'red',
          count: (row?.count ?? 0) + step,
          amount: -(row?.amount ?? -LARGE),
          id: row?.id ?? `${slot}`.padStart(8, '0'),
          bytes: row === undefined ? null : Buffer.from([0, 255, row.count]),
          isFirst: row === undefined,
        }))
      },
      drop({ name }, tables) {
        tables.things.change({ name }, () => null)
      },
      spoil() {
        throw new Error('this event cannot be folded')
      },
    },
  })

const open = (
  t: TestContext,
  models: readonly Model<Event>[] = [thingsModel()],
  source = new ScriptedSource<Event>(),
) => {
  const path = join(temporaryDirectory(t), 'models.db')
  const opened: Projector<Event>[] = []
  const openWith = (others: readonly Model<Event>[]): Projector<Event> => {
    const projector = Projector.open(path, { network: 'devnet', source, models: others })
    opened.push(projector)
    return projector
  }
  t.after(() => {
    for (const projector of opened) projector.close()
  })
  const chain: LoggedBlock[] = []
  const block = (...scripted: readonly Event[]): LoggedBlock => {
    const made = { seq: chain.length + 1, block: source.blockAfter(chain.at(-1)?.block, scripted) }
    chain.push(made)
    return made
  }
  return { path, source, projector: openWith(models), openWith, block }
}

const tables: readonly Table[] = [events, things, visits]
const heightOf = ({ block }: LoggedBlock): number => block.height
const pointOf = ({ seq, block }: LoggedBlock) => ({ seq, ...block.point })

const apply = (projector: Projector<Event>, ...blocks: readonly LoggedBlock[]): number =>
  projector.apply(blocks, { tipHeight: Math.max(...blocks.map(heightOf)) })

const rollBack = (projector: Projector<Event>, to: LoggedBlock): number =>
  projector.apply([], { tipHeight: heightOf(to), rollBackTo: pointOf(to) })

test('rows of every type come back as they were', (t) => {
  const { projector, block } = open(t)
  const one = block(touch('a'), touch('b'), touch('b'))
  apply(projector, one)
  const rows = rowsOf(projector.database, things)
  assert.deepEqual(rows, [
    { name: 'a', colour: 'red', count: 1, amount: LARGE, id: '00001000', bytes: null, isFirst: true },
    {
      name: 'b',
      colour: 'blue',
      count: 2,
      amount: -LARGE,
      id: '00001000',
      bytes: Buffer.from([0, 255, 1]),
      isFirst: false,
    },
  ])
  const state = scanState(projector.database, tables)
  const two = block(touch('a'), drop('b'), touch('c'))
  apply(projector, two, block(drop('a'), touch('b'), touch('c'), touch('c'), touch('d'), drop('d')))
  assert.notDeepEqual(scanState(projector.database, tables), state)
  rollBack(projector, one)
  assert.deepEqual(scanState(projector.database, tables), state)
  assert.deepEqual(rowsOf(projector.database, things), rows)
  assert.deepEqual(projector.checkpoint, {
    version: 3,
    seq: 1,
    ...one.block.point,
    height: 1_000,
    digest: state.digest,
  })
})

test('a rollback to before the first block leaves nothing', (t) => {
  const { projector, block } = open(t)
  const one = block(touch('a'))
  apply(projector, one, block(touch('a')))
  const start = projector.findIntersection(() => undefined)
  assert.equal(start?.seq, 0)
  projector.apply([], { tipHeight: 1_001, ...(start && { rollBackTo: start }) })
  assert.deepEqual(rowsOf(projector.database, things), [])
  assert.deepEqual(rowsOf(projector.database, visits), [])
  assert.equal(projector.checkpoint?.digest, '0000000000000000')
  apply(projector, one)
  assert.equal(projector.checkpoint?.id, one.block.point.id)
})

test('a batch with a block that cannot be folded changes nothing, and names the block and the cause', (t) => {
  const { projector, block, source } = open(t)
  const one = block(touch('a'))
  apply(projector, one)
  const state = scanState(projector.database, tables)
  const { checkpoint } = projector
  const good = { seq: 2, block: source.blockAfter(one.block, [touch('a'), touch('b')]) }
  const bad = { seq: 3, block: source.blockAfter(good.block, [touch('b'), { kind: 'spoil', name: 'a' }]) }
  assert.throws(() => apply(projector, good, bad), {
    name: 'FoldFailed',
    seq: 3,
    cause: new Error('this event cannot be folded'),
    message: `block ${bad.block.point.slot}.${bad.block.point.id} (height 1002) cannot be folded (Error: this event cannot be folded): upgrade, or report it with the block's id`,
  })
  assert.deepEqual(scanState(projector.database, tables), state)
  assert.deepEqual(projector.checkpoint, checkpoint)
  apply(projector, good)
  assert.equal(projector.checkpoint?.digest, scanState(projector.database, tables).digest)
  assert.deepEqual(
    rowsOf(projector.database, visits).map(({ position }) => position),
    [positionOf(1_000, 0), positionOf(1_001, 0), positionOf(1_001, 1)],
  )
})

test('a full disk is a passing failure that names the file; with room the same batch is folded', (t) => {
  const { path, projector, block } = open(t)
  apply(projector, block(touch('a')))
  const { database } = projector
  const state = scanState(database, tables)
  database.pragma(`max_page_count = ${Number(database.pragma('page_count', { simple: true }))}`)
  const two = block(...Array.from({ length: 5_000 }, (_, at) => touch(`thing ${at}`)))
  assert.throws(() => apply(projector, two), {
    name: 'StorageError',
    isPassing: true,
    message: `${path} cannot grow, its disk is full (SQLITE_FULL: database or disk is full): make room on the disk`,
  })
  assert.deepEqual([projector.checkpoint?.seq, scanState(database, tables)], [1, state])
  database.pragma('max_page_count = 1000000')
  apply(projector, two)
  assert.equal(projector.checkpoint?.digest, scanState(database, tables).digest)
})

test('a page that was overwritten is damage that names the file and the table', (t) => {
  const { path, projector, block } = open(t)
  apply(projector, block(touch('a')))
  const page = Number(
    projector.database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'things_1'").pluck().get(),
  )
  projector.database.pragma('wal_checkpoint(TRUNCATE)')
  const pageSize = Number(projector.database.pragma('page_size', { simple: true }))
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (page - 1) * pageSize)
  closeSync(file)
  const reader = openModelsForReading(path)
  t.after(() => reader.close())
  assert.throws(() => scanState(reader, tables), {
    name: 'StorageError',
    isPassing: false,
    message: `${path} is damaged (table things: database disk image is malformed): stop the service and run npm run rebuild`,
  })
})

test('a block that does not follow is refused', (t) => {
  const { projector, block, source } = open(t)
  const first = block(touch('a'))
  apply(projector, first)
  const stranger = { seq: 2, block: source.blockAfter(undefined, []) }
  assert.throws(() => apply(projector, stranger), RebuildNeeded)
  // A log that lost all rows may begin with another block, which models without blocks must refuse.
  const start = projector.findIntersection(() => undefined)
  projector.apply([], { tipHeight: 0, ...(start && { rollBackTo: start }) })
  const later = source.blockAfter(first.block, [])
  assert.throws(() => apply(projector, { seq: 1, block: later }), RebuildNeeded)
  apply(projector, first)
  assert.equal(projector.checkpoint?.id, first.block.point.id)
})

test('far behind the tip there is no journal, and no way back past it', (t) => {
  const { projector, block } = open(t)
  const [one, two, three] = [block(touch('a')), block(touch('a')), block(touch('a'))]
  const tipHeight = 1_002 + 2160
  projector.apply([one, two], { tipHeight })
  const undone = projector.database.prepare('SELECT count(*) FROM undo_things_1').pluck()
  assert.equal(undone.get(), 0)
  projector.apply([three], { tipHeight })
  assert.equal(undone.get(), 1)
  const before = scanState(projector.database, tables)
  assert.throws(() => rollBack(projector, one), RebuildNeeded)
  assert.deepEqual(scanState(projector.database, tables), before)
  rollBack(projector, two)
  assert.equal(projector.checkpoint?.id, two.block.point.id)
  assert.equal(projector.checkpoint?.digest, scanState(projector.database, tables).digest)
})

test('the digest is known after a batch far behind the tip, in another process and after a rollback to its end', (t) => {
  const { openWith, block } = open(t)
  const blocks = Array.from({ length: 5 }, () => block(touch('a')))
  const [, second, third, fourth] = blocks
  assert.ok(second && third && fourth)
  const tipHeight = heightOf(third) + 2160
  for (const batch of [blocks.slice(0, 1), blocks.slice(1, 4), blocks.slice(4)]) {
    const projector = openWith([thingsModel()])
    projector.apply(batch, { tipHeight })
    assert.equal(projector.checkpoint?.digest, scanState(projector.database, tables).digest)
  }
  const projector = openWith([thingsModel()])
  for (const target of [fourth, third, second]) {
    rollBack(projector, target)
    assert.equal(projector.checkpoint?.digest, scanState(projector.database, tables).digest)
  }
})

const changesOf = (projector: Projector<Event>) =>
  projector.database
    .prepare('SELECT version, table_name, key, topics FROM changes ORDER BY version, table_name, key, topics')
    .raw()
    .all()

test('changes name keys and topics, of rows that a rollback removes too', (t) => {
  const { projector, block } = open(t)
  const one = block(touch('a'), touch('b'))
  const two = block(touch('a'), drop('b'), touch('c'), touch('d'), drop('d'))
  apply(projector, one)
  apply(projector, two)
  rollBack(projector, one)
  const thing = (version: number, name: string, id: string) => [
    version,
    'things',
    JSON.stringify([name]),
    JSON.stringify({ name, id }),
  ]
  const visit = (version: number, { block: at }: LoggedBlock, ordinal: number, name: string) => [
    version,
    'visits',
    JSON.stringify([positionOf(at.point.slot, ordinal)]),
    JSON.stringify({ name }),
  ]
  const ofTwo = (version: number) => [
    thing(version, 'a', '00001000'),
    thing(version, 'b', '00001000'),
    thing(version, 'c', '00001001'),
    visit(version, two, 0, 'a'),
    visit(version, two, 1, 'c'),
    visit(version, two, 2, 'd'),
  ]
  assert.deepEqual(changesOf(projector), [
    thing(1, 'a', '00001000'),
    thing(1, 'b', '00001000'),
    visit(1, one, 0, 'a'),
    visit(1, one, 1, 'b'),
    ...ofTwo(2),
    ...ofTwo(3),
  ])
})

test('unjournaled blocks announce that everything changed', (t) => {
  const { projector, block } = open(t)
  projector.apply([block(touch('a'))], { tipHeight: 1_000_000 })
  assert.deepEqual(changesOf(projector), [[1, '*', '*', '{}']])
})

test('what can no longer be rolled back is pruned', (t) => {
  const { projector, openWith, block } = open(t)
  const blocks = Array.from({ length: 2_400 }, () => block(touch('a')))
  projector.apply(blocks, { tipHeight: 3_399 })
  const one = (sql: string, { database } = projector): unknown => database.prepare(sql).pluck().get()
  assert.equal(one('SELECT min(height) FROM blocks'), 3_399 - 2160)
  const oldest = one('SELECT min(slot) FROM blocks')
  assert.equal(one('SELECT min(undo_slot) FROM undo_things_1'), oldest)
  assert.equal(one("SELECT min(slot) FROM digests WHERE part = 'things_1'"), oldest)
  const target = blocks[300]
  assert.ok(target)
  rollBack(projector, target)
  assert.equal(projector.checkpoint?.digest, scanState(projector.database, tables).digest)
  // A model that is folded again has no more to roll back.
  projector.close()
  const next = openWith([thingsModel(2)])
  while (next.foldModels(1_000));
  assert.equal(one('SELECT min(undo_slot) FROM undo_things_2', next), oldest)
})

test('a key that changes aborts', (t) => {
  const { projector, block } = open(t)
  apply(projector, block(touch('a')))
  assert.throws(
    () => projector.database.prepare("UPDATE things_1 SET name = 'z' WHERE name = 'a'").run(),
    /a key may not change/,
  )
})

test('a row that comes back under another topic is announced under both', (t) => {
  const { projector, block } = open(t)
  const one = block(touch('a'))
  apply(projector, one)
  apply(projector, block(drop('a')), block(touch('a')))
  rollBack(projector, one)
  const topics = changesOf(projector).flatMap((row) => {
    const [version, table, , of] = row as [number, string, string, string]
    return version === 3 && table === 'things' ? [JSON.parse(of)] : []
  })
  assert.deepEqual(topics, [
    { name: 'a', id: '00001000' },
    { name: 'a', id: '00001002' },
  ])
  assert.equal(projector.checkpoint?.digest, scanState(projector.database, tables).digest)
})

test('every table is in one class or the engine’s own', (t) => {
  const { projector } = open(t)
  const described = [...ENGINE_TABLES, 'events', 'things_1', 'undo_things_1', 'visits_1']
  const existing = projector.database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  assert.deepEqual(existing.sort(), described.sort())
})

test('a model of another version is folded again from the events while the old one serves', (t) => {
  const { projector, openWith, block, source } = open(t)
  const blocks = Array.from({ length: 50 }, (_, at) => block(touch(`${at % 7}`), touch('every')))
  apply(projector, ...blocks)
  const before = rowsOf(projector.database, things)
  projector.close()
  const next = openWith([thingsModel(2, 10)])
  assert.deepEqual(next.folding, ['things'])
  assert.equal(next.foldModels(20), true)
  // The old generation continues to serve.
  const [more, undone] = [block(touch('every')), block(touch('undone'))]
  apply(next, more, undone)
  rollBack(next, more)
  assert.deepEqual(rowsOf(next.database, things), before)
  let pieces = 1
  while (next.foldModels(20)) pieces++
  assert.deepEqual(next.folding, [])
  assert.ok(pieces >= 5, `${pieces} pieces`)
  const every = rowsOf(next.database, things).find(({ name }) => name === 'every')
  assert.equal(every?.count, 510)
  assert.deepEqual(changesOf(next).slice(-2), [
    [next.checkpoint?.version, 'things', '*', '{}'],
    [next.checkpoint?.version, 'visits', '*', '{}'],
  ])
  const fresh = open(t, [thingsModel(2, 10)], source)
  apply(fresh.projector, ...blocks, more)
  assert.equal(next.checkpoint?.digest, fresh.projector.checkpoint?.digest)
  assert.equal(next.checkpoint?.digest, scanState(next.database, tables).digest)
  const left = next.database.prepare("SELECT name FROM sqlite_schema WHERE name GLOB '*_1*'").pluck().all()
  assert.deepEqual(left, [])
  // A model that was folded again near the tip can be rolled back.
  const target = blocks[40]
  assert.ok(target)
  rollBack(next, target)
  const short = open(t, [thingsModel(2, 10)], source)
  apply(short.projector, ...blocks.slice(0, 41))
  assert.equal(next.checkpoint?.digest, short.projector.checkpoint?.digest)
})

test('a refold that was interrupted continues, and one that is no longer wanted is dropped', (t) => {
  const { projector, openWith, block } = open(t)
  apply(projector, ...Array.from({ length: 30 }, () => block(touch('a'))))
  const { digest } = projector.checkpoint ?? {}
  projector.close()
  const second = openWith([thingsModel(2, 10)])
  second.foldModels(10)
  second.close()
  const third = openWith([thingsModel(2, 10)])
  let pieces = 0
  while (third.foldModels(10)) pieces++
  assert.equal(pieces, 2)
  third.close()
  const fourth = openWith([thingsModel(3, 2)])
  fourth.foldModels(10)
  fourth.close()
  const back = openWith([thingsModel(1)])
  while (back.foldModels(1_000));
  assert.equal(back.checkpoint?.digest, digest)
})

test('a model that is gone takes its tables with it, and counts no more for the digest', (t) => {
  const { projector, openWith, block } = open(t)
  apply(projector, block(touch('a')))
  projector.close()
  const without = openWith([])
  const left = without.database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%things%'").all()
  assert.deepEqual(left, [])
  assert.equal(without.folding.length, 0)
  assert.equal(without.checkpoint?.digest, scanState(without.database, [events]).digest)
})

test('models of other rules or of another network are refused', (t) => {
  const { path, projector, block, source } = open(t)
  apply(projector, block(touch('a')))
  projector.close()
  const models = [thingsModel()]
  assert.throws(() => openModels(path, { network: 'mainnet', source, models }), {
    name: 'StartupError',
    message: /has models of devnet, but this process is for mainnet/,
  })
  const other = { ...source, version: 'other', timeOf: source.timeOf, open: source.open, tables: [] }
  assert.throws(() => openModels(path, { network: 'devnet', source: other, models }), OtherRules)
})
