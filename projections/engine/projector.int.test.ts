// What the engine promises whatever the models: batches whole or not at all, a way back as far as the journal
// goes and a clear refusal past it, changes told forward and backward, no table without a class.
import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { StartupError } from '../../schema/errors.ts'
import type { BlockEvent, LogEntry } from '../../schema/events.ts'
import type { ModelDescription } from './model.ts'
import { ENGINE_TABLES, openModels, openModelsForReading } from './models-database.ts'
import { type Interpreter, Projector, RebuildNeeded, tablesOf } from './projector.ts'
import { scanState } from './scan.ts'
import { appendTable, bigint, blob, integer, nullable, positionOf, stateTable, text } from './table.ts'
import { TableWriter } from './table-writer.ts'

/** A state table with every type of column, and one whose rows only come. */
const things = stateTable('things', {
  key: ['id'],
  columns: { id: text, count: integer, amount: bigint, bytes: nullable(blob), note: nullable(text) },
  published: true,
})
const visits = appendTable('visits', { columns: { thing: text }, published: true })

/** What a test block does: each line is written to a thing; `-id` deletes it, `!` throws. */
type Deed = string

const deedsOf = new Map<string, readonly Deed[]>()

const interpreter: Interpreter<Deed> = {
  tables: [],
  open: () => ({
    interpret: (block) => ({ block, time: block.point.slot, events: deedsOf.get(block.point.id) ?? [] }),
    reset: () => {},
  }),
}

const model: ModelDescription<Deed> = {
  tables: [things, visits],
  open(database, holder) {
    const writer = new TableWriter(database, things, holder)
    const log = new TableWriter(database, visits, holder)
    return {
      apply({ block, events }) {
        events.forEach((deed, at) => {
          if (deed === '!') throw new Error('this deed fails')
          const isDelete = deed.startsWith('-')
          const id = isDelete ? deed.slice(1) : deed
          const row = writer.get(id)
          log.insert({ position: positionOf(block.point.slot, at), thing: id })
          if (row !== undefined && isDelete) writer.delete(row)
          else if (row !== undefined)
            writer.update(row, { ...row, count: row.count + 1, amount: -row.amount - 1n, note: null })
          else
            writer.insert({
              id,
              count: 1,
              amount: 2n ** 62n / 3n,
              bytes: at % 2 === 0 ? null : Buffer.from([at, 0, 255]),
              note: `first in ${block.point.slot}`,
            })
        })
      },
    }
  },
}

const models = { interpreter, models: [model] }
const tables = tablesOf(models)

const open = (t: TestContext) => {
  const directory = mkdtempSync(join(tmpdir(), 'engine-'))
  const path = join(directory, 'models.db')
  const { database } = openModels(path, { network: 'devnet', tables, meaning: '' })
  t.after(() => {
    database.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return { path, database, projector: new Projector(database, models) }
}

let made = 0

/** A block that does these deeds, after another one. */
const blockAfter = (parent: BlockEvent | undefined, deeds: readonly Deed[]): BlockEvent => {
  const id = (++made).toString(16).padStart(64, '0')
  deedsOf.set(id, deeds)
  return {
    point: { slot: (parent?.point.slot ?? 90) + 10, id },
    height: (parent?.height ?? 9) + 1,
    parent: parent?.point.id ?? 'genesis',
    transactions: [],
  }
}

const forward = (seq: number, block: BlockEvent): LogEntry => ({ kind: 'forward', seq, block })
const backward = (seq: number, block: BlockEvent): LogEntry => ({ kind: 'backward', seq, point: block.point })

const first = () => blockAfter(undefined, ['a', 'b'])

test('rows of every type come back as they were', (t) => {
  const { database, projector } = open(t)
  const one = first()
  const two = blockAfter(one, ['a', '-b', 'c'])
  const three = blockAfter(two, ['-a', 'b', 'c', 'c', 'd', '-d'])
  projector.apply([forward(1, one)], 10)
  const state = scanState(database, tables)
  const rows = database.prepare('SELECT * FROM things').safeIntegers().all()
  projector.apply([forward(2, two), forward(3, three)], 12)
  assert.notDeepEqual(scanState(database, tables), state)
  projector.apply([backward(4, one)], 12)
  assert.deepEqual(scanState(database, tables), state)
  assert.deepEqual(database.prepare('SELECT * FROM things').safeIntegers().all(), rows)
  assert.deepEqual(projector.checkpoint, { seq: 4, ...one.point, height: 10, digest: state.digest })
})

test('going back to the beginning leaves nothing', (t) => {
  const { database, projector } = open(t)
  const one = first()
  projector.apply([forward(1, one), forward(2, blockAfter(one, ['a']))], 11)
  projector.apply([{ kind: 'backward', seq: 3, point: 'origin' }], 11)
  assert.equal(database.prepare('SELECT count(*) FROM things').pluck().get(), 0)
  assert.equal(database.prepare('SELECT count(*) FROM visits').pluck().get(), 0)
  assert.equal(projector.checkpoint?.digest, '0000000000000000')
  projector.apply([forward(4, one)], 10)
  assert.equal(projector.checkpoint?.id, one.point.id)
})

test('a block that cannot be folded is named, with its place in the log and the cause', (t) => {
  const { projector } = open(t)
  const one = first()
  const bad = blockAfter(one, ['c', '!'])
  assert.throws(() => projector.apply([forward(1, one), forward(2, bad)], 11), {
    name: 'FoldFailed',
    seq: 2,
    cause: new Error('this deed fails'),
    message: `block ${bad.point.slot}.${bad.point.id} (height 11) cannot be folded (Error: this deed fails): upgrade, or report it with the block's id`,
  })
  assert.equal(projector.checkpoint, undefined)
})

test('a full disk is a passing failure that names the file; with room the same batch is folded', (t) => {
  const { path, database, projector } = open(t)
  const one = first()
  projector.apply([forward(1, one)], 10)
  const state = scanState(database, tables)
  const pages = Number(database.pragma('page_count', { simple: true }))
  database.pragma(`max_page_count = ${pages}`)
  const many = Array.from({ length: 5_000 }, (_, at) => `thing ${at}`)
  const two = blockAfter(one, many)
  assert.throws(() => projector.apply([forward(2, two)], 11), {
    name: 'StorageError',
    isPassing: true,
    message: `${path} cannot grow, its disk is full (SQLITE_FULL: database or disk is full): make room on the disk`,
  })
  assert.deepEqual([projector.checkpoint?.seq, scanState(database, tables)], [1, state])
  database.pragma('max_page_count = 1000000')
  projector.apply([forward(2, two)], 11)
  assert.equal(projector.checkpoint?.digest, scanState(database, tables).digest)
})

test('a page that was overwritten is damage that names the file and the table', (t) => {
  const { path, database, projector } = open(t)
  projector.apply([forward(1, first())], 10)
  const page = Number(
    database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'things'").pluck().get(),
  )
  database.pragma('wal_checkpoint(TRUNCATE)')
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(8192, 0xa5), 0, 8192, (page - 1) * 8192)
  closeSync(file)
  const reader = openModelsForReading(path)
  t.after(() => reader.close())
  assert.throws(() => scanState(reader, tables), {
    name: 'StorageError',
    isPassing: false,
    message: `${path} is damaged (table things: database disk image is malformed): stop the service and run npm run rebuild`,
  })
})

test('a batch that fails changes nothing, and the next one goes on', (t) => {
  const { database, projector } = open(t)
  const one = first()
  projector.apply([forward(1, one)], 10)
  const state = scanState(database, tables)
  const { checkpoint } = projector
  const bad = blockAfter(one, ['a', '!'])
  assert.throws(() => projector.apply([forward(2, blockAfter(one, ['b'])), forward(3, bad)], 11))
  assert.throws(() => projector.apply([forward(2, bad)], 11), /this deed fails/)
  assert.deepEqual(scanState(database, tables), state)
  assert.deepEqual(projector.checkpoint, checkpoint)
  projector.apply([forward(2, blockAfter(one, ['a']))], 11)
  assert.equal(projector.checkpoint?.digest, scanState(database, tables).digest)
})

test('a block that does not follow is refused', (t) => {
  const { projector } = open(t)
  projector.apply([forward(1, first())], 10)
  assert.throws(() => projector.apply([forward(2, first())], 10), RebuildNeeded)
})

test('far behind the tip there is no journal, and no way back past it', (t) => {
  const { database, projector } = open(t)
  const one = first()
  const two = blockAfter(one, ['a'])
  const three = blockAfter(two, ['a'])
  projector.apply([forward(1, one), forward(2, two)], 12 + 2160)
  assert.equal(database.prepare('SELECT count(*) FROM undo_things').pluck().get(), 0)
  // Height 12 is within 2160 of this tip.
  projector.apply([forward(3, three)], 12 + 2160)
  assert.equal(database.prepare('SELECT count(*) FROM undo_things').pluck().get(), 1)
  const before = scanState(database, tables)
  assert.throws(() => projector.apply([backward(4, one)], 12), RebuildNeeded)
  assert.deepEqual(scanState(database, tables), before)
  projector.apply([backward(4, two)], 12)
  assert.equal(projector.checkpoint?.id, two.point.id)
})

test('changes name the keys of each event, of rollbacks too', (t) => {
  const { database, projector } = open(t)
  const one = first()
  const two = blockAfter(one, ['a', 'c'])
  projector.apply([forward(1, one)], 10)
  projector.apply([forward(2, two)], 11)
  projector.apply([backward(3, one)], 11)
  const changes = database.prepare('SELECT seq, model, key FROM changes ORDER BY seq, model, key').raw().all()
  const at = (block: BlockEvent, ordinal: number) => JSON.stringify([positionOf(block.point.slot, ordinal)])
  assert.deepEqual(changes, [
    [1, 'things', '["a"]'],
    [1, 'things', '["b"]'],
    [1, 'visits', at(one, 0)],
    [1, 'visits', at(one, 1)],
    [2, 'things', '["a"]'],
    [2, 'things', '["c"]'],
    [2, 'visits', at(two, 0)],
    [2, 'visits', at(two, 1)],
    [3, 'things', '["a"]'],
    [3, 'things', '["c"]'],
    [3, 'visits', at(two, 0)],
    [3, 'visits', at(two, 1)],
  ])
})

test('unjournaled blocks tell that everything changed', (t) => {
  const { database, projector } = open(t)
  projector.apply([forward(1, first())], 1_000_000)
  assert.deepEqual(database.prepare('SELECT * FROM changes').all(), [{ seq: 1, model: '*', key: '*' }])
})

test('what can no longer be rolled back is pruned', (t) => {
  const { database, projector } = open(t)
  let block = first()
  const entries = [forward(1, block)]
  for (let seq = 2; seq <= 2_400; seq++) {
    block = blockAfter(block, ['a'])
    entries.push(forward(seq, block))
  }
  projector.apply(entries, block.height)
  const oldest = database.prepare('SELECT min(height) FROM blocks').pluck().get()
  assert.equal(oldest, block.height - 2160)
  const slots = database.prepare('SELECT min(undo_slot) FROM undo_things').pluck().get()
  assert.equal(slots, database.prepare('SELECT min(slot) FROM blocks').pluck().get())
})

test('a key that changes aborts', (t) => {
  const { database, projector } = open(t)
  projector.apply([forward(1, first())], 10)
  assert.throws(
    () => database.prepare("UPDATE things SET id = 'z' WHERE id = 'a'").run(),
    /a key may not change/,
  )
})

test('a replaced row is journaled as the delete it is', (t) => {
  const { database, projector } = open(t)
  const one = first()
  const two = blockAfter(one, [])
  projector.apply([forward(1, one)], 10)
  const state = scanState(database, tables)
  projector.apply([forward(2, two)], 11)
  database.prepare("INSERT OR REPLACE INTO things VALUES ('a', 7, 7, NULL, NULL)").run()
  projector.apply([backward(3, one)], 11)
  assert.deepEqual(scanState(database, tables), state)
})

test('every table is in one class or the engine’s own', (t) => {
  const { database } = open(t)
  const described = [
    ...ENGINE_TABLES,
    ...tables.flatMap(({ name, kind }) => (kind === 'state' ? [name, `undo_${name}`] : [name])),
  ]
  const existing = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  assert.deepEqual(existing.sort(), described.sort())
})

test('going back to a block the log still has gives it the log’s seq', (t) => {
  const { database, projector } = open(t)
  const one = first()
  const two = blockAfter(one, ['a'])
  projector.apply([forward(5, one)], 10)
  const state = scanState(database, tables)
  projector.apply([forward(6, two)], 11)
  const shared = projector.newestShared((_, id) => (id === one.point.id ? 3 : undefined))
  assert.deepEqual(shared, { ...one.point, seq: 3 })
  if (shared !== undefined) projector.rewind(shared)
  assert.deepEqual(projector.checkpoint, { seq: 3, ...one.point, height: 10, digest: state.digest })
})

test('models of other rules are dropped, of another network refused', (t) => {
  const { path, database, projector } = open(t)
  projector.apply([forward(1, first())], 10)
  database.close()
  assert.throws(
    () => openModels(path, { network: 'mainnet', tables, meaning: '' }),
    (error) =>
      error instanceof StartupError && /holds models of devnet, but NETWORK is mainnet/.test(error.message),
  )
  const same = openModels(path, { network: 'devnet', tables, meaning: '' })
  assert.equal(same.dropped, undefined)
  assert.notEqual(same.database.prepare('SELECT count(*) FROM things').pluck().get(), 0)
  same.database.close()
  const other = openModels(path, { network: 'devnet', tables, meaning: 'other' })
  assert.equal(other.dropped, 'they were folded by other rules')
  assert.equal(other.database.prepare('SELECT count(*) FROM things').pluck().get(), 0)
  other.database.close()
})
