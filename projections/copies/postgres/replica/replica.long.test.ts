// The law of a replica: after any writes of the mirror, and at any time of a replica's reads, its file equals the copy in
// PostgreSQL, and readers of the file are notified of every changed row. Chains and forks are random; the seed is printed, and
// SEED=n repeats the run.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Sqlite } from '../../../../schema/platform/sqlite.ts'
import { randomFrom } from '../../../../tests/kit/random-from.ts'
import { seeds } from '../../../../tests/kit/random-runs.ts'
import { comparing } from '../../../engine/file/compare-models.ts'
import { columnNames, list, quote } from '../../../engine/table/ddl.ts'
import { atOnce, scanState } from '../../../engine/table/scan.ts'
import type { Table } from '../../../engine/table/table.ts'
import { launchpadModels } from '../../../launchpad-models.ts'
import { type Change, ModelsReader } from '../../../read/reader/models-reader.ts'
import { mainnetOperations as operations } from '../../../testing/mainnet-operations.ts'
import { Replica, type ReplicaStep } from '../../receive/replica.ts'
import { CopyDiffers } from '../../receive/replica-models.ts'
import { World } from '../../testing/indexer.ts'
import { abandon, connect, rowsOf, type Session } from '../session.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { serverForTests } from '../testing/server-for-tests.ts'
import { slowLink } from '../testing/slow-link.ts'
import { Writer } from '../testing/writer.ts'
import { postgresSource } from './followed-postgres.ts'

const drawn = seeds(2)

const postgres = serverForTests()
const { skip } = postgres
const rules = launchpadModels('mainnet', operations)

/** Rows of a table whose changes are announced: the key and the topics of each as JSON, by the JSON of the row. */
type Announced = ReadonlyMap<string, string>

const announcedRows = (reader: ModelsReader, tables: readonly Table[]): Announced =>
  new Map(
    tables.flatMap((table) => {
      const { topics } = table
      if (topics === undefined) return []
      const names = columnNames(table)
      const json = (name: string): string =>
        table.columns[name]?.sqlite === 'BLOB' ? `lower(hex(${quote(name)}))` : quote(name)
      const key = `json_array(${table.key.map(json).join(', ')})`
      const named = Object.entries(topics).map(([topic, column]) => `'${topic}', ${json(column)}`)
      const rows = reader.database
        .prepare(`SELECT ${list(names)}, ${key}, json_object(${named.join(', ')}) FROM ${quote(table.name)}`)
        .raw()
        .safeIntegers()
        .all() as unknown[][]
      return rows.map((row) => [
        JSON.stringify([table.name, ...row], (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
        JSON.stringify([table.name, JSON.parse(String(row.at(-2))), JSON.parse(String(row.at(-1)))]),
      ])
    }),
  )

/** A replica with a reader that listens. */
class Follower {
  readonly directory = mkdtempSync(join(tmpdir(), 'replica-'))
  readonly #replica: Replica<Session>
  readonly #tables: readonly Table[]
  #reader: ModelsReader | undefined
  #before: Announced = new Map()
  #changes: (readonly Change[] | null)[] = []
  /** Number of rows that differed and were announced. */
  announced = 0

  constructor(schema: string, tables: readonly Table[]) {
    this.#tables = tables
    this.#replica = new Replica({
      directory: this.directory,
      source: postgresSource(schema, rules, 'mainnet'),
      network: 'mainnet',
      rules,
    })
  }

  async step(session: Session): Promise<ReplicaStep> {
    const step = await this.#replica.step(session)
    if (step.kind !== 'applied' && step.kind !== 'loaded') return step
    if (this.#reader === undefined) {
      this.#reader = new ModelsReader(this.directory)
      this.#reader.on('changed', (changes) => this.#changes.push(changes))
    } else this.#reader.refresh()
    const after = announcedRows(this.#reader, this.#tables)
    const announced = this.#changes.splice(0)
    if (!announced.includes(null)) {
      const names = new Set(
        announced
          .flatMap((changes) => changes ?? [])
          .map(({ table, key, topics }) => JSON.stringify([table, key, topics])),
      )
      const differing = [
        ...[...this.#before].filter(([row]) => !after.has(row)),
        ...[...after].filter(([row]) => !this.#before.has(row)),
      ].map(([, name]) => name)
      if (this.#before.size > 0) {
        this.announced += differing.length
        assert.deepEqual(
          differing.filter((name) => !names.has(name)),
          [],
          'every row that differs is announced under its topics',
        )
      }
    }
    this.#before = after
    return step
  }

  distrust(): void {
    this.#replica.distrust()
  }

  get state() {
    return this.#replica.state
  }

  get reader(): ModelsReader {
    assert.ok(this.#reader)
    return this.#reader
  }

  close(): void {
    this.#reader?.close()
    this.#replica.close()
    rmSync(this.directory, { recursive: true })
  }
}

const assertEqual = (follower: Follower, writer: Writer): void => {
  const { tables, folding, database } = writer.models
  assert.deepEqual(scanState(follower.reader.database, tables), scanState(database, tables))
  const { slot, id, height, digest } = folding.checkpoint ?? {}
  const own = follower.reader.checkpoint
  assert.deepEqual([own?.slot, own?.id, own?.height, own?.digest], [slot, id, height, digest])
  const blocks = 'SELECT slot, id, height, journaled, transactions FROM blocks ORDER BY slot'
  assert.deepEqual(follower.reader.database.prepare(blocks).all(), database.prepare(blocks).all())
}

/** @returns the number of announced rows */
const life = async (seed: number): Promise<number> => {
  const world = new World(randomFrom(seed))
  const schema = `replica_${seed}`
  const session = await connect(postgres.server.url, true)
  const writers = [new Writer(postgres.server.url, schema), new Writer(postgres.server.url, schema)] as const
  const followers = [
    new Follower(schema, writers[0].models.tables),
    new Follower(schema, writers[0].models.tables),
  ] as const
  try {
    const [often, seldom] = followers
    assert.deepEqual(await often.step(session), {
      kind: 'waiting',
      reason: `PostgreSQL has no models in the schema ${schema}`,
    })
    world.grow(12)
    for (let step = 0; step < 10; step++) {
      if (world.random() < 0.5) world.grow(1 + world.below(4))
      else world.fork(1 + world.below(14), 1 + world.below(14))
      const writer = world.random() < 0.5 ? writers[0] : writers[1]
      writer.follow(world.blocks)
      const { kind } = await writer.sync()
      await often.step(session)
      if (kind !== 'behind') assertEqual(often, writer)
      if (world.random() < 0.3) {
        await seldom.step(session)
        if (kind !== 'behind') assertEqual(seldom, writer)
      }
      assert.deepEqual(await often.step(session), { kind: 'same' })
    }
    return often.announced
  } finally {
    for (const one of [...followers, ...writers]) one.close()
    abandon(session)
  }
}

test(`a replica holds what PostgreSQL holds, over ${drawn.length} chains with forks and two writers`, {
  skip,
}, async (t) => {
  let announced = 0
  for (const seed of drawn)
    try {
      announced += await life(seed)
    } catch (error) {
      t.diagnostic(`SEED=${seed}`)
      throw error
    }
  t.diagnostic(`${announced} rows announced`)
  assert.ok(announced > 0)
})

interface Scene {
  readonly world: World
  readonly schema: string
  readonly session: Session
  readonly writer: Writer
  readonly follower: Follower
  /** Makes `count` blocks, and the writer copies them. */
  grow(blocks: number): Promise<void>
}

/** A world with one writer and one follower. */
const inScene = async (t: TestContext, schema: string, seed: number): Promise<Scene> => {
  const world = new World(randomFrom(seed))
  const session = await connect(postgres.server.url, true)
  const writer = new Writer(postgres.server.url, schema)
  const follower = new Follower(schema, writer.models.tables)
  t.after(() => {
    follower.close()
    writer.close()
    abandon(session)
  })
  const grow = async (blocks: number): Promise<void> => {
    world.grow(blocks)
    await writer.write(world.blocks)
  }
  return { world, schema, session, writer, follower, grow }
}

test('a copy that differs from what PostgreSQL says is found by the digest, and is not served', {
  skip,
}, async (t) => {
  const { world, schema, session, follower, grow } = await inScene(t, 'replica_differs', 7)
  await grow(30)
  assert.equal((await follower.step(session)).kind, 'loaded')
  await grow(1)
  // The next read gets wrong data.
  await session.query(
    `UPDATE ${schema}.versions SET difference = replace(difference, digest, '0123456789abcdef')
       FROM ${schema}.mirror WHERE mirror.version = versions.version`,
  )
  await assert.rejects(follower.step(session), CopyDiffers)
  // The earlier rows are still served.
  follower.reader.refresh()
  assert.equal(follower.reader.checkpoint?.height, world.blocks.at(-2)?.height)
})

test('a copy whose row has changed is found by its digest, and made again', { skip }, async (t) => {
  const { session, writer, follower, grow } = await inScene(t, 'replica_damaged', 9)
  await grow(30)
  await follower.step(session)
  const file = new Sqlite(join(follower.directory, 'models-1.db'))
  file.exec('UPDATE events SET height = height + 1 WHERE position = (SELECT max(position) FROM events)')
  file.close()
  assert.throws(
    () => atOnce(follower.reader.database, comparing(follower.reader.database, rules, undefined)),
    /its rows have digest/,
  )
  follower.distrust()
  assert.equal((await follower.step(session)).kind, 'loaded')
  assertEqual(follower, writer)
})

test('while everything is copied again, what was copied before is read, and whoever reads slowly reads it to the end', {
  skip,
}, async (t) => {
  const { schema, session, writer, follower, grow } = await inScene(t, 'replica_swap', 11)
  await grow(30)
  await follower.step(session)
  const slow = new Sqlite(join(follower.directory, 'models-1.db'), { readonly: true })
  t.after(() => slow.close())
  const wanted = slow.prepare('SELECT position FROM events').pluck().all()
  const rows = slow.prepare('SELECT position FROM events').pluck().iterate()
  const read = [rows.next().value]
  // Another copy replaces the followed one, like after a load.
  await session.query(`DROP SCHEMA ${schema} CASCADE`)
  await grow(5)
  assert.equal((await follower.step(session)).kind, 'loaded')
  assertEqual(follower, writer)
  assert.deepEqual(
    readdirSync(follower.directory).filter((name) => /^models-\d+\.db$/.test(name)),
    ['models-2.db'],
  )
  for (const position of rows) read.push(position)
  assert.deepEqual(read, wanted)
})

/** A session that runs other code before it sends one of its queries. */
const interrupted = (session: Session, before: number, act: () => Promise<unknown>): Session => {
  let queries = 0
  // The queries are sent in their order, even if one of them waits.
  let sending: Promise<unknown> = Promise.resolve()
  return new Proxy(session, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name)
      return async (...given: Parameters<Session['query']>) => {
        const isMet = queries++ === before
        const sent = sending.then(async () => {
          if (isMet) await act()
          return { answer: target.query(...given) }
        })
        sending = sent
        return (await sent).answer
      }
    },
  })
}

test('a load between any two queries of a step leaves no row out', { skip }, async (t) => {
  const { schema, session, writer, follower, grow } = await inScene(t, 'replica_moved', 13)
  const { tables } = writer.models
  /** Whether the step sent at least that many queries. */
  const isMet = async (one: Follower, before: number): Promise<boolean> => {
    let met = false
    await one.step(
      interrupted(session, before, async () => {
        met = true
        await writer.reload()
      }),
    )
    await one.step(session)
    assertEqual(one, writer)
    return met
  }
  await grow(21)
  await follower.step(session)
  let queries = 0
  for (; await isMet(follower, queries); queries += 2) await grow(1)
  assert.ok(queries > 0, 'what changed was read')
  for (let before = 0, met = true; met; before += 11) {
    const fresh = new Follower(schema, tables)
    met = await isMet(fresh, before)
    fresh.close()
  }
})

test('commits that a crash of the server has lost are written again, whatever a replica has seen of them', {
  skip,
}, async (t) => {
  const { binaries } = postgres.server
  // PostgreSQL does not wait for the disk in this test.
  const server = await startPostgres(binaries, {
    synchronous_commit: 'off',
    wal_writer_delay: '10s',
    bgwriter_delay: '10s',
    autovacuum: 'off',
  })
  const world = new World(randomFrom(17))
  const writer = new Writer(server.url, 'crashed')
  const follower = new Follower('crashed', writer.models.tables)
  const session = (): Promise<Session> => connect(server.url, true)
  let reading = await session()
  t.after(async () => {
    follower.close()
    writer.close()
    await server.close()
  })
  const copiedHeight = async (): Promise<number> =>
    Number((await rowsOf(reading, 'SELECT height FROM crashed.mirror'))[0]?.[0])
  const write = (): Promise<number> => writer.write(world.blocks)
  /** Copies blocks with a commit for each, which the follower sees, and then loses these commits. */
  const lose = async (commits = 1): Promise<void> => {
    await reading.query('CHECKPOINT')
    const before = await copiedHeight()
    let seen = before
    for (let commit = 0; commit < commits; commit++) {
      world.grow(1)
      seen = await write()
      assert.equal((await follower.step(reading)).kind, 'applied')
    }
    assert.equal(follower.state?.height, seen)
    await server.stop('immediate')
    writer.die()
    abandon(reading)
    await server.start()
    reading = await session()
    assert.equal(await copiedHeight(), before, 'the commit is lost')
    assert.deepEqual(await follower.step(reading), { kind: 'same' }, 'it is waited for')
    assert.equal(follower.state?.height, seen)
  }

  /** Writes the blocks, which the follower then reads. */
  const writeAndFollow = async (kind: Awaited<ReturnType<Follower['step']>>['kind']): Promise<void> => {
    await write()
    assert.equal((await follower.step(reading)).kind, kind)
    assertEqual(follower, writer)
  }

  world.grow(20)
  await writeAndFollow('loaded')
  // The same block again.
  await lose()
  await writeAndFollow('same')
  world.grow(1)
  await writeAndFollow('applied')
  // Another block in its place, under the same version.
  await lose()
  world.fork(1, 1)
  await writeAndFollow('loaded')
  // Several blocks in one commit.
  await lose()
  world.grow(2)
  await writeAndFollow('loaded')
  // Fewer commits than before: with more blocks, with other blocks, and with the same blocks.
  await lose(3)
  world.grow(1)
  await writeAndFollow('loaded')
  await lose(3)
  world.fork(2, 1)
  await writeAndFollow('loaded')
  await lose(3)
  await write()
  assert.deepEqual(await follower.step(reading), { kind: 'same' })
  world.grow(1)
  await writeAndFollow('loaded')
  abandon(reading)
})

test('a first copy over a slow link that is cut again and again becomes whole, while blocks and forks are committed', {
  skip,
}, async (t) => {
  const { world, writer, schema, grow } = await inScene(t, 'replica_slow', 23)
  await grow(160)
  const url = new URL(postgres.server.url)
  const follow = async (
    cutAfter = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly bytes: number; readonly cuts: number }> => {
    const link = await slowLink(Number(url.port), { rate: 8_000_000, delay: 5, cutAfter })
    const follower = new Follower(schema, writer.models.tables)
    t.after(() => {
      follower.close()
      link.close()
    })
    const slow = new URL(url)
    slow.port = `${link.port}`
    for (let cuts = 0; ; cuts++) {
      const reading = await connect(slow.href, true)
      // The connection is slower than the server's limit for an idle transaction.
      await reading.query("SET idle_in_transaction_session_timeout = '100ms'")
      try {
        const { kind } = await follower.step(reading)
        assert.equal(kind, 'loaded')
        assertEqual(follower, writer)
        return { bytes: link.bytes, cuts }
      } catch (error) {
        assert.ok(cuts < 100 && Number.isFinite(cutAfter), String(error))
        if (cuts > 3) continue
        world.fork(world.below(3), 2)
        writer.follow(world.blocks)
        await writer.sync()
      } finally {
        abandon(reading)
      }
    }
  }
  const whole = await follow()
  const cut = await follow(Math.ceil(whole.bytes / 3))
  assert.ok(cut.cuts >= 3, `${cut.cuts} cuts`)
  assert.ok(cut.bytes < 5 * whole.bytes, `${cut.bytes} bytes, and ${whole.bytes} without cuts`)
})
