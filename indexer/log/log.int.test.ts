// The log in real files, compared with a simple model, an array.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { BlockEvent, ChainEvent, LogEntry } from '../../schema/events.ts'
import { Sqlite } from '../../schema/platform/sqlite.ts'
import type { Network, Point } from '../../schema/primitives.ts'
import { bareTransaction } from '../../tests/kit/bare-transaction.ts'
import { changeDatabase, inDatabase } from '../../tests/kit/in-database.ts'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { blockAfter, blocksAfter } from '../testing/plain-blocks.ts'
import { type Appended, Log, LogConflict, type LogEvent, packBlock } from './log.ts'
import { type LogRow, rowChecksum } from './row-checksum.ts'

const START: Point = { slot: 100, id: 'ab'.repeat(32) }

const open = (path: string, start: Point | 'origin' = START, network: Network = 'preprod'): Log =>
  Log.open(path, { network, start })

const openNew = (t: TestContext, start?: Point | 'origin'): Log => {
  const log = open(join(temporaryDirectory(t), 'log.db'), start)
  t.after(() => log.close())
  return log
}

const forward = (block: BlockEvent): ChainEvent => ({ kind: 'forward', block })
const everyOtherPacked = (event: ChainEvent, at: number): LogEvent =>
  event.kind === 'forward' && at % 2 === 1 ? { kind: 'forward', block: packBlock(event.block) } : event
const backward = (point: Point | 'origin'): ChainEvent => ({ kind: 'backward', point })

class Model {
  readonly rows: LogEntry[] = []
  canonical: Extract<LogEntry, { kind: 'forward' }>[] = []
  readonly start: Point | 'origin'

  constructor(start: Point | 'origin') {
    this.start = start
  }

  append(events: readonly ChainEvent[]): Appended[] {
    return events.map((event) => {
      const entry: LogEntry = { ...event, seq: this.rows.length + 1 }
      this.rows.push(entry)
      if (entry.kind === 'forward') this.canonical.push(entry)
      else this.canonical.length = this.indexOf(entry.point) + 1
      return {
        kind: event.kind,
        seq: entry.seq,
        point: event.kind === 'forward' ? event.block.point : event.point,
      }
    })
  }

  /** Index -1 stands for the start. */
  indexOf(point: Point | 'origin'): number {
    return this.canonical.findIndex(({ block }) => point !== 'origin' && block.point.id === point.id)
  }

  get last(): BlockEvent | Point | 'origin' {
    return this.canonical.at(-1)?.block ?? this.start
  }
}

const endOf = (entry: Extract<LogEntry, { kind: 'forward' }> | undefined) =>
  entry && { seq: entry.seq, ...entry.block.point, height: entry.block.height }

const compare = (log: Log, model: Model): void => {
  const { canonical, rows, start } = model
  assert.deepEqual([log.end, log.lastSeq, log.start], [endOf(canonical.at(-1)), rows.length, start])
  assert.equal(log.seqOf(start), 0)
  assert.equal(log.seqOf(start === 'origin' ? START : 'origin'), undefined)
  assert.equal(log.seqOf({ slot: 1, id: 'cd'.repeat(32) }), undefined)
  for (const row of rows) {
    if (row.kind === 'backward') continue
    const { point } = row.block
    assert.equal(log.seqOf(point), canonical[model.indexOf(point)]?.seq)
    assert.equal(log.seqOf({ ...point, slot: point.slot + 1 }), undefined)
    assert.deepEqual(log.blockAt(point.slot, point.id)?.block.point, point)
    for (const slot of [point.slot, point.slot + 1]) {
      assert.deepEqual(log.blockAt(slot)?.seq, canonical.find(({ block }) => block.point.slot === slot)?.seq)
      assert.deepEqual(
        log.lastAtOrBefore(slot),
        endOf(canonical.findLast(({ block }) => block.point.slot <= slot)),
      )
    }
  }
  for (let seq = 0; seq <= rows.length + 1; seq++) {
    const after = canonical.filter((entry) => entry.seq > seq)
    assert.deepEqual([...log.blocksAfter(seq, rows.length + 1)], after)
    assert.deepEqual([...log.blocksAfter(seq, 2)], after.slice(0, 2))
    if (seq === 0 || canonical.some((entry) => entry.seq === seq))
      assert.deepEqual(log.nextAfter(seq), endOf(after[0]))
    const row = rows[seq - 1]
    assert.deepEqual(log.at(seq), row?.kind === 'forward' ? endOf(row) : undefined)
  }
  compareResumePoints(log.resumePoints(), model)
}

/** Newest first, one by one at the tip, then with growing gaps, and the start as the last point. */
const compareResumePoints = (points: readonly (Point | 'origin')[], { canonical, start }: Model): void => {
  const blocks = canonical.map(({ block }) => block.point).reverse()
  assert.deepEqual(points.at(-1), start)
  const offered = points.slice(0, -1)
  assert.deepEqual(offered.slice(0, 11), blocks.slice(0, 11))
  const depths = offered.map((point) => blocks.findIndex(({ id }) => point !== 'origin' && id === point.id))
  for (const [index, depth] of depths.entries()) {
    const before = depths[index - 1]
    // Gaps are counted in rows, so a gap may contain fewer blocks than rows.
    if (before !== undefined) assert.ok(depth > before && depth - before <= Math.max(1, 2 ** (index - 10)))
  }
}

type Step =
  | { readonly kind: 'append'; readonly moves: readonly { readonly back: number; readonly salt: number }[] }
  | { readonly kind: 'refused'; readonly how: 'orphan' | 'unknown' | 'undone' }
  | { readonly kind: 'reopen' }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('append' as const),
        moves: fc.array(
          fc.record({
            back: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(8) }),
            // Few salts, so that an undone block is sometimes appended again.
            salt: fc.nat(1),
          }),
          { maxLength: 12 },
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('refused' as const),
        how: fc.constantFrom('orphan', 'unknown', 'undone'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
  ),
  { maxLength: 10 },
)

/** A rollback by `back` blocks, or a new block if `back` is 0. */
const eventsOf = (model: Model, moves: readonly { back: number; salt: number }[]): ChainEvent[] => {
  const ahead = new Model(model.start)
  ahead.append(model.canonical)
  return moves.map(({ back, salt }) => {
    const event =
      back === 0
        ? forward(blockAfter(ahead.last, salt))
        : backward(ahead.canonical.at(-1 - back)?.block.point ?? model.start)
    ahead.append([event])
    return event
  })
}

const refusedEvent = (model: Model, how: 'orphan' | 'unknown' | 'undone'): ChainEvent => {
  if (how === 'orphan') return forward(blockAfter({ slot: 3, id: 'ef'.repeat(32) }))
  const undone = model.rows.find((row) => row.kind === 'forward' && model.indexOf(row.block.point) === -1)
  return how === 'undone' && undone?.kind === 'forward'
    ? backward(undone.block.point)
    : backward({ slot: 3, id: 'ef'.repeat(32) })
}

for (const start of [START, 'origin'] as const)
  test(`a log from ${start === 'origin' ? 'the origin' : 'a point'} knows what its model knows, after any appends, forks within forks and reopenings`, (t) => {
    const directory = temporaryDirectory(t)
    let files = 0
    fc.assert(
      fc.property(steps, (list) => {
        const path = join(directory, `${files++}.db`)
        const model = new Model(start)
        let log = open(path, start)
        try {
          for (const step of list) {
            if (step.kind === 'append') {
              const events = eventsOf(model, step.moves)
              assert.deepEqual(log.append(events.map(everyOtherPacked)), model.append(events))
            } else if (step.kind === 'refused') {
              // The valid blocks before the refused event must not be appended either.
              const good = eventsOf(model, [
                { back: 0, salt: 7 },
                { back: 2, salt: 0 },
                { back: 0, salt: 8 },
              ])
              assert.throws(() => log.append([...good, refusedEvent(model, step.how)]), LogConflict)
            } else {
              log.close()
              // A log with rows keeps its own start.
              log = open(path, model.rows.length === 0 ? start : START)
            }
            compare(log, model)
          }
        } finally {
          log.close()
        }
      }),
      { numRuns: 40 },
    )
  })

test('a block that comes again is compared whole, and one of an earlier form by its parent', (t) => {
  const path = join(temporaryDirectory(t), 'log.db')
  const log = open(path)
  const spending = (byte: string) =>
    bareTransaction(byte.repeat(32), { inputs: [{ transaction: byte.repeat(32), index: 0 }] })
  const block = { ...blockAfter(START), height: 8, transactions: [spending('a1')] }
  log.append([forward(block)])
  const packed = packBlock(block)
  const others = {
    height: { ...packed, height: block.height + 1 },
    point: { ...packed, point: { ...block.point, slot: block.point.slot + 1 } },
    payload: packBlock({ ...block, transactions: [spending('b2')] }),
    parent: packBlock({ ...block, parent: 'cd'.repeat(32) }),
  }
  const held = (opened: Log) =>
    Object.entries({ packed, ...others }).flatMap(([name, each]) => (opened.holds(1, each) ? [name] : []))
  assert.deepEqual(held(log), ['packed'])
  assert.equal(log.holds(2, packed), false)
  log.close()
  changeDatabase(path, 'UPDATE log SET version = 2, checksum = -1')
  const earlier = open(path)
  t.after(() => earlier.close())
  assert.deepEqual(held(earlier), ['packed', 'payload'])
})

test('points to resume from are dense at the tip, then twice as far apart each time', (t) => {
  const blocks = blocksAfter(START, 100)
  const log = openNew(t)
  assert.deepEqual(log.resumePoints(), [START])
  log.append(blocks.map(forward))
  assert.deepEqual(log.resumePoints(), [
    ...[99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 89, 87, 83, 75, 59, 27].map((index) => blocks[index]?.point),
    START,
  ])
})

test('a log from the origin may begin with any block, of a recording say, but goes on with its children', (t) => {
  const log = openNew(t, 'origin')
  const [first, second] = blocksAfter(START, 2)
  assert.ok(first && second)
  log.append([forward(first)])
  assert.throws(() => log.append([forward(blockAfter(START, 'other'))]), {
    name: 'LogConflict',
    message: `block ${first.point.slot}.${blockAfter(START, 'other').point.id} follows ${START.id}, not ${first.point.id}`,
  })
  log.append([forward(second)])
  assert.deepEqual(log.end, { seq: 2, ...second.point, height: second.height })
})

test('a block that cannot be written is a conflict that names it, and nothing is appended', (t) => {
  const log = openNew(t)
  const [good, next] = blocksAfter(START, 2)
  assert.ok(good && next)
  const bad: BlockEvent = { ...next, transactions: [bareTransaction('zz')] }
  assert.throws(() => log.append([forward(good), forward(bad)]), {
    name: 'LogConflict',
    message: `block ${bad.point.slot}.${bad.point.id} cannot be stored: expected 32 bytes of hex, got "zz"`,
  })
  assert.deepEqual([log.end, log.lastSeq, [...log.blocksAfter(0, 9)]], [undefined, 0, []])
  log.append([forward(good)])
  assert.equal(log.lastSeq, 1)
})

const write = (path: string, network?: Network): void => {
  const log = open(path, START, network)
  log.append(blocksAfter(START, 2).map(forward))
  log.close()
}

const refusals: [string, (path: string) => void, string][] = [
  [
    'of another network',
    (path) => write(path, 'mainnet'),
    'PATH has blocks of mainnet, but this process is for preprod: choose another DATA_DIR or NETWORK',
  ],
  [
    'of a newer layout',
    (path) => {
      open(path).close()
      changeDatabase(path, 'PRAGMA user_version = 4')
    },
    'PATH was written by a newer version (layout 4, this version reads up to 3): upgrade, or choose another DATA_DIR',
  ],
  [
    'with a newer form of blocks',
    (path) => {
      write(path)
      inDatabase(path, (database) => {
        const row = database.prepare<[], LogRow>('SELECT * FROM log WHERE seq = 2').get() ?? assert.fail()
        const checksum = rowChecksum(START)({ ...row, version: 4 })
        database.prepare('UPDATE log SET version = 4, checksum = ? WHERE seq = 2').run(checksum)
      })
      assert.throws(() => Log.openForReading(path, { network: 'preprod' }), /was written by a newer version/)
    },
    'PATH was written by a newer version (payload 4, this version reads up to 3): upgrade, or choose another DATA_DIR',
  ],
  [
    'whose newest form of blocks is damage',
    (path) => {
      write(path)
      changeDatabase(path, 'UPDATE log SET version = 4 WHERE seq = 2')
    },
    'PATH is damaged (row 2 of slot 140: its checksum is wrong): restore a backup or a snapshot into another DATA_DIR, or sync again there',
  ],
  [
    'that is no database',
    (path) => writeFileSync(path, 'not a log\n'.repeat(1000)),
    'PATH is damaged (SQLITE_NOTADB: file is not a database): restore a backup or a snapshot into another DATA_DIR, or sync again there',
  ],
  [
    'that is another database',
    (path) => changeDatabase(path, 'PRAGMA user_version = 1; CREATE TABLE other (x)'),
    'PATH is damaged (this version makes no table other like the one in it: it is another database, or somebody else has changed it): restore a backup or a snapshot into another DATA_DIR, or sync again there',
  ],
  [
    'that is a directory',
    (path) => mkdirSync(path),
    'PATH cannot be opened for writing (SQLITE_CANTOPEN: unable to open database file): check the permissions of the file and its directory; readers must be allowed to write to both',
  ],
]

for (const [what, make, message] of refusals)
  test(`a file ${what} is refused in one line`, (t) => {
    const path = join(temporaryDirectory(t), 'log.db')
    make(path)
    assert.throws(() => open(path), { name: 'StartupError', message: message.replace('PATH', path) })
  })

test('a log of another network that holds nothing becomes one of this, with its start', (t) => {
  const path = join(temporaryDirectory(t), 'log.db')
  open(path, 'origin', 'mainnet').close()
  const log = open(path)
  assert.deepEqual([log.start, log.end, log.lastSeq], [START, undefined, 0])
  log.append(blocksAfter(START, 2).map(forward))
  log.close()
  const again = open(path, 'origin')
  assert.deepEqual([again.start, again.lastSeq], [START, 2])
  again.close()
  assert.throws(() => open(path, 'origin', 'mainnet'), { name: 'StartupError' })
})

test('a log can be read while it is appended to, as far as it went when it was opened', (t) => {
  const log = openNew(t)
  const { path } = log
  const [first, second] = blocksAfter(START, 2)
  assert.ok(first && second)
  log.append([forward(first)])
  const reader = Log.openForReading(path, { network: 'preprod' })
  log.append([forward(second)])
  assert.deepEqual([reader.lastSeq, reader.start, reader.end?.id], [1, START, first.point.id])
  assert.deepEqual([...reader.blocksAfter(0, 1)], [{ kind: 'forward', seq: 1, block: first }])
  reader.close()
  assert.throws(() => Log.openForReading(path, { network: 'mainnet' }), {
    name: 'StartupError',
    message: `${path} has blocks of preprod, but this process is for mainnet: choose another DATA_DIR or NETWORK`,
  })
})

test('rows that could not be read at a refresh are read at the next one', (t) => {
  const path = join(temporaryDirectory(t), 'log.db')
  const writer = open(path)
  const [first, second] = blocksAfter(START, 2)
  assert.ok(first && second)
  writer.append([forward(first)])
  const reader = Log.openForReading(path, { network: 'preprod' })
  t.after(() => [reader, writer].forEach((log) => void log.close()))
  writer.append([forward(second), backward(first.point), forward(second)])
  const statements = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1'))
  const { all } = statements
  for (let reads = 0, isFailing = true; isFailing; reads++) {
    let left = reads
    const failing = t.mock.method(statements, 'all', function (this: unknown, ...values: unknown[]) {
      if (left-- > 0) return Reflect.apply(all, this, values)
      throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_READ')
    })
    try {
      reader.refresh()
      isFailing = false
    } catch (error) {
      assert.match(`${error}`, /SQLITE_IOERR_READ/)
    }
    failing.mock.restore()
    assert.equal(reader.end?.seq, isFailing ? 1 : 4, `after ${reads} reads`)
  }
})

test('a lock of another program is a passing failure, and nothing is appended', (t) => {
  const log = openNew(t)
  const { path } = log
  const other = new Sqlite(path)
  other.exec('BEGIN IMMEDIATE')
  const blocks = blocksAfter(START, 2).map(forward)
  assert.throws(() => log.append(blocks), {
    name: 'StorageError',
    isPassing: true,
    message: `${path} is locked by another program (SQLITE_BUSY: database is locked): wait for that program or stop it`,
  })
  other.close()
  log.append(blocks)
  assert.equal(log.lastSeq, 2)
})

/** Appends nine blocks, then a rollback of two blocks, repeatedly. */
const APPENDER = `
  const { Log } = await import('./indexer/log/log.ts')
  const { blockAfter } = await import('./indexer/testing/plain-blocks.ts')
  const log = Log.open(process.argv[1], { network: 'preprod', start: 'origin' })
  let chain = [...log.blocksAfter(0, 1e9)].map(({ block }) => block)
  for (;;) {
    const events = []
    while (events.length < 7) {
      const n = log.lastSeq + events.length + 1
      if (n % 10 === 0) {
        chain = chain.slice(0, -2)
        events.push({ kind: 'backward', point: chain.at(-1).point })
      } else {
        const block = blockAfter(chain.at(-1) ?? 'origin', n)
        chain.push(block)
        events.push({ kind: 'forward', block })
      }
    }
    log.append(events)
    console.log(log.lastSeq)
  }
`

test('a second writer is named, nothing is called damaged, and a close beside a reader leaves all rows in the file', (t) => {
  const path = join(temporaryDirectory(t), 'log.db')
  const log = open(path)
  const reader = Log.openForReading(path, { network: 'preprod' })
  const events = blocksAfter(START, 3).map(forward)
  const second = open(path)
  second.append(events)
  assert.throws(() => log.append(events), {
    name: 'StorageError',
    message: `${path} is also written by another process: stop that process, then restart this one`,
  })
  log.close()
  second.close()
  assert.equal(statSync(`${path}-wal`).size, 0)
  reader.refresh()
  assert.equal(reader.lastSeq, 3)
  reader.close()
})

test('a process killed while it appends leaves a log that opens, whole batches of it, and can go on', async (t) => {
  const path = join(temporaryDirectory(t), 'log.db')
  let lastSeq = 0
  for (let kill = 1; kill <= 3; kill++) {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', APPENDER, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    let told = 0
    for await (const line of createInterface({ input: child.stdout })) {
      told = Number(line)
      if (told >= lastSeq + 70 * kill) child.kill('SIGKILL')
    }
    assert.deepEqual(await exited, [null, 'SIGKILL'])
    const log = open(path, 'origin')
    const model = new Model('origin')
    while (model.rows.length < log.lastSeq) {
      const n = model.rows.length + 1
      const before = model.canonical.at(-3)
      model.append([
        n % 10 === 0 && before ? backward(before.block.point) : forward(blockAfter(model.last, n)),
      ])
    }
    compare(log, model)
    assert.ok(log.lastSeq >= told && log.lastSeq % 7 === 0, `${log.lastSeq} rows, told of ${told}`)
    lastSeq = log.lastSeq
    log.close()
  }
})
