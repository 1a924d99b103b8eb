// Three indexers of one chain, and the copy that one of them writes. An indexer that cannot write the copy gives the lead to one that can.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { silent } from '../../../../tests/kit/silent.ts'
import { Never, until } from '../../../../tests/kit/until.ts'
import { World } from '../../testing/indexer.ts'
import { Fenced, readMirror, writeState } from '../read-mirror.ts'
import { rowsOf } from '../session.ts'
import { mirroringIndexer } from '../testing/mirroring-indexer.ts'
import { openSession, serverForTests } from '../testing/server-for-tests.ts'
import { consistentCopy, Writer } from '../testing/writer.ts'

const postgres = serverForTests()
const { skip } = postgres

const SOON_LATE_MS = 200

const indexerOf = (t: TestContext, schema: string, name: string, readers: readonly string[] = []) =>
  mirroringIndexer(t, postgres.server.url, schema, name, readers)

test('the lead passes to whichever indexer can write the copy, which readers may read, and the others stand by', {
  skip,
}, async (t) => {
  const schema = 'leadership'
  const world = new World(3)
  const reader = `${schema}_reader`
  const [one, two, empty] = ['one', 'two', 'empty'].map((name) => indexerOf(t, schema, name, [reader]))
  assert.ok(one && two && empty)
  const session = await openSession(t, true)
  const untilCopied = (height: number | undefined) =>
    until(`block ${height}`, async () => (await readMirror(session, schema))?.height === height)
  world.grow(12)
  one.apply(...world.blocks)
  await session.query(`CREATE ROLE ${reader}`)
  one.start()
  await one.until('following')
  const right = `SELECT has_table_privilege('${reader}', '${schema}.token_view', 'SELECT')`
  await until('the right to read', async () => (await rowsOf(session, right))[0]?.[0] === 't')

  // `empty` has no models, waits while the leader is restarted, and must not lead.
  empty.start()
  await empty.until('standby')
  await one.end()
  world.grow(1)
  one.apply(...world.blocks.slice(-1))
  one.start()
  await untilCopied(world.blocks.at(-1)?.height)
  await one.until('following')
  assert.equal(empty.report?.state, 'standby')

  // The node of the leader, `one`, stalls. `two` becomes the leader, and stays it when the node returns.
  two.apply(...world.blocks)
  two.start()
  await two.until('standby')
  world.grow(1)
  two.apply(...world.blocks.slice(-1))
  await untilCopied(world.blocks.at(-1)?.height)
  await two.until('following')
  await one.until('standby')
  one.apply(...world.blocks.slice(-1))

  await two.end()
  await one.until('following')
  assert.equal(empty.report?.state, 'standby')
})

test('a mirror says that PostgreSQL does not answer, whether it leads or stands by, until it does', {
  skip,
}, async (t) => {
  const world = new World(4)
  const [one, two] = ['one', 'two'].map((name) => indexerOf(t, 'silent', name))
  assert.ok(one && two)
  world.grow(6)
  for (const indexer of [one, two]) indexer.apply(...world.blocks)
  one.start(silent, SOON_LATE_MS)
  await one.until('following')
  two.start(silent, SOON_LATE_MS)
  await two.until('standby')
  postgres.server.signal('SIGSTOP')
  t.after(() => postgres.server.signal('SIGCONT'))
  for (const indexer of [one, two]) {
    await indexer.until('waiting')
    assert.equal(indexer.report?.problem, 'PostgreSQL does not answer')
  }
  postgres.server.signal('SIGCONT')
  const states = () => [one, two].map(({ report }) => report?.state).sort()
  await until('a leader and a standby', () => isDeepStrictEqual(states(), ['following', 'standby']))
})

test('a mirror follows with settings of a database that change how literals are read', {
  skip,
}, async (t) => {
  const options = 'options=-c%20standard_conforming_strings%3Doff%20-c%20array_nulls%3Doff'
  const { url } = postgres.server
  const indexer = mirroringIndexer(t, `${url}${url.includes('?') ? '&' : '?'}${options}`, 'literals')
  const world = new World(4, 6)
  indexer.apply(...world.blocks)
  indexer.start()
  const reached = (height: number | undefined) =>
    until(`block ${height}`, () => {
      const { problem = null, copy } = indexer.report ?? {}
      if (problem !== null) throw new Never(problem)
      return copy?.height === height
    })
  await reached(world.blocks.at(-1)?.height)
  world.grow(12)
  indexer.apply(...world.blocks.slice(6))
  await reached(world.blocks.at(-1)?.height)
})

test('a copy that another loads while a mirror looks for one is not taken for a schema of something else', {
  skip,
}, async (t) => {
  const { url } = postgres.server
  const writer = new Writer(url, 'raced')
  t.after(() => writer.close())
  const world = new World(6, 3)
  writer.follow(world.blocks)
  const session = await openSession(t, false, url)
  const query = session.query.bind(session)
  const looking = t.mock.method(session, 'query', async (text: { text: string; values: unknown[] }) => {
    looking.mock.restore()
    await assert.rejects(query(text))
    await writer.sync()
    return query(text.text.replace(/FROM .*/, 'FROM raced.nothing'))
  })
  assert.equal(await readMirror(session, 'raced'), undefined)
  assert.equal((await readMirror(session, 'raced'))?.height, world.blocks.at(-1)?.height)
})

test('a writer commits only after the state that it knows, and says what became of it', {
  skip,
}, async (t) => {
  const writer = new Writer(postgres.server.url, 'fenced')
  t.after(() => writer.close())
  const world = new World(7, 3)
  writer.follow(world.blocks)
  await writer.sync()
  const session = await openSession(t, false)
  const state = (await readMirror(session, 'fenced')) ?? assert.fail('nothing was loaded')
  const next = { ...state, version: state.version + 1 }
  for (const other of [{ load: 'another' }, { version: state.version - 1 }, { digest: '00' }])
    await assert.rejects(
      writeState(session, 'fenced', { ...state, ...other }, next),
      new Fenced('another indexer has written to the copy'),
    )
  assert.deepEqual(await readMirror(session, 'fenced'), state)
  await writeState(session, 'fenced', state, next)
  assert.deepEqual(await readMirror(session, 'fenced'), next)
  await session.query('DROP SCHEMA fenced CASCADE')
  await assert.rejects(writeState(session, 'fenced', next, state), new Fenced('the copy was dropped'))
  assert.equal(await readMirror(session, 'fenced'), undefined)
  await session.query('CREATE SCHEMA fenced')
  await assert.rejects(
    readMirror(session, 'fenced'),
    /^CopyStopped: the schema fenced exists and was not made by a mirror/,
  )
})

test('a backlog shrinks although every commit of more than some blocks is lost', { skip }, async (t) => {
  const schema = 'backlog'
  const world = new World(12)
  const indexer = indexerOf(t, schema, 'one')
  world.grow(6)
  indexer.apply(...world.blocks)
  indexer.start()
  await indexer.until('following')
  await indexer.end()
  const session = await openSession(t, false)
  // Acts like a slow link, on which a commit of more than ten blocks would not end in time.
  await session.query(`CREATE FUNCTION ${schema}.lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF json_array_length((NEW.difference::json) -> 'blocks') > 10 THEN RAISE EXCEPTION 'too large'; END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER lose BEFORE INSERT ON ${schema}.versions FOR EACH ROW EXECUTE FUNCTION ${schema}.lose()`)
  const before = world.blocks.length
  world.grow(60)
  indexer.apply(...world.blocks.slice(before))
  indexer.start()
  const { height } = world.blocks.at(-1) ?? assert.fail()
  await until(
    'the whole chain in the copy',
    async () => (await readMirror(session, schema))?.height === height,
  )
  await consistentCopy(session, schema, indexer.tables)
})
