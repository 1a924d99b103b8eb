// Objects that others made on the copy survive a load: rights, views, views of views, and publications. Tables and views stay the same
// objects, even when a release changes their columns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { World } from '../../testing/indexer.ts'
import { abandon, connect, rowsOf, type Session } from '../session.ts'
import { openSession, serverForTests } from '../testing/server-for-tests.ts'
import { consistentCopy, Writer } from '../testing/writer.ts'
import { grantReaders } from './grant-readers.ts'

const postgres = serverForTests()

/** Object ids, and columns with types and comments. */
const objectsOf = async (session: Session, schema: string) => {
  const read = (sql: string) => rowsOf(session, sql, [schema])
  return {
    relations: await read(
      `SELECT relname, oid FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'v') ORDER BY 1`,
    ),
    functions: await read(
      'SELECT proname, oid FROM pg_proc WHERE pronamespace = $1::regnamespace ORDER BY 1',
    ),
    indexes: await read('SELECT indexdef FROM pg_indexes WHERE schemaname = $1 ORDER BY 1'),
    columns: await read(
      `SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull, col_description(attrelid, attnum)
       FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped ORDER BY 1, 2`,
    ),
  }
}

const openCopy = async (t: { after(end: () => void): void }, schema: string, seed: number) => {
  const { url } = postgres.server
  const world = new World(seed)
  const writer = new Writer(url, schema)
  const admin = await connect(url, false)
  t.after(() => {
    writer.close()
    abandon(admin)
  })
  const write = async (): Promise<string> => {
    world.grow(20)
    await writer.write(world.blocks)
    return `${world.blocks.at(-1)?.height}`
  }
  const height = await write()
  await admin.query(`CREATE ROLE ${schema}_reader; CREATE SCHEMA AUTHORIZATION ${schema}_reader`)
  await grantReaders(admin, schema, [`${schema}_reader`, 'nobody_yet'])
  await admin.query(`CREATE PUBLICATION ${schema}_feed FOR TABLE ${schema}.trades, ${schema}.pools`)
  const published = () =>
    rowsOf(admin, 'SELECT tablename FROM pg_publication_tables WHERE pubname = $1 ORDER BY 1', [
      `${schema}_feed`,
    ])
  const asReader = async (sql: string) => {
    await admin.query(`SET ROLE ${schema}_reader`)
    try {
      return await rowsOf(admin, sql)
    } finally {
      await admin.query('RESET ROLE')
    }
  }
  return { writer, admin, write, height, published, asReader }
}

test('views, rights and publications of others survive a load, which waits for no reader', {
  skip: postgres.skip,
}, async (t) => {
  const { writer, admin, write, height, published, asReader } = await openCopy(t, 'kept', 5)
  await asReader('CREATE VIEW kept_reader.first AS SELECT height FROM kept.mirror')
  await asReader(
    'CREATE VIEW kept_reader.second AS SELECT height, kept.address_text(NULL) AS none FROM kept_reader.first',
  )
  await asReader('CREATE MATERIALIZED VIEW kept_reader.third AS SELECT count(*) FROM kept.trade_view')
  const before = [await objectsOf(admin, 'kept'), await objectsOf(admin, 'kept_reader')]
  const reading = await openSession(t, false)
  await reading.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  const load = async (session: Session) => (await rowsOf(session, 'SELECT load FROM kept.mirror'))[0]?.[0]
  const first = await load(reading)
  await rowsOf(reading, 'SELECT count(*) FROM kept.token_view, kept.trade_view')

  await admin.query('DELETE FROM kept.trades; UPDATE kept.pools SET volume = 7; DELETE FROM kept.blocks')
  await writer.reload()
  await consistentCopy(admin, 'kept', writer.models.tables)
  assert.deepEqual([await objectsOf(admin, 'kept'), await objectsOf(admin, 'kept_reader')], before)
  assert.deepEqual(await published(), [['pools'], ['trades']])
  assert.deepEqual(await asReader('SELECT * FROM kept_reader.second'), [[height, null]])
  assert.equal(await load(reading), first)
  assert.notEqual(await load(admin), first)
  await reading.query('COMMIT')
  const last = await write()
  assert.deepEqual(await asReader('SELECT * FROM kept_reader.second'), [[last, null]])
  await admin.query('REFRESH MATERIALIZED VIEW kept_reader.third')
  assert.deepEqual(writer.lost, [])
})

test('a load of a release with other definitions changes them in place, and drops only what names a removed column', {
  skip: postgres.skip,
}, async (t) => {
  const { writer, admin, write, height, published, asReader } = await openCopy(t, 'changed', 6)
  const before = await objectsOf(admin, 'changed')
  // Another release: a removed, an added and a changed column, a removed and an added view, and a new table.
  await admin.query(`COMMENT ON SCHEMA changed IS 'another release';
    ALTER TABLE changed.trades DROP COLUMN royalty_fee CASCADE;
    ALTER TABLE changed.activity DROP CONSTRAINT activity_pkey, ADD PRIMARY KEY (time, trades);
    ALTER TABLE changed.launches ADD COLUMN more bigint NOT NULL DEFAULT 0;
    DROP TABLE changed.rejections CASCADE;
    ALTER TABLE changed.pools ADD COLUMN gone bigint, ALTER crowned TYPE text USING crowned::text;
    CREATE TABLE changed.own (id bigint); CREATE VIEW changed.own_view AS SELECT id FROM changed.own;
    DROP VIEW changed.holder_view; DROP FUNCTION changed.output_assets CASCADE;
    CREATE VIEW changed.holder_view AS SELECT 1 AS token, ''::text AS address, 2 AS quantity`)
  await grantReaders(admin, 'changed', ['changed_reader'])
  await asReader(
    'CREATE VIEW changed_reader.first AS SELECT ticker, height FROM changed.token_view, changed.mirror',
  )
  await asReader('CREATE VIEW changed_reader.second AS SELECT gone FROM changed.pools')
  await asReader('CREATE VIEW changed_reader.third AS SELECT count(*) AS n FROM changed_reader.second')
  await asReader('CREATE VIEW changed_reader.fourth AS SELECT token FROM changed.own_view, changed.pools')
  await asReader('CREATE VIEW changed_reader.fifth AS SELECT address FROM changed.holder_view')
  const kept = await rowsOf(admin, "SELECT 'changed_reader.first'::regclass::oid")

  // Later readers would wait behind the change of a table, so it waits only briefly for current readers.
  const altered = await objectsOf(admin, 'changed')
  const reading = await openSession(t, false)
  await reading.query('BEGIN; SELECT count(*) FROM changed.pools')
  await assert.rejects(writer.reload(), /lock timeout/)
  assert.deepEqual(await objectsOf(admin, 'changed'), altered)
  await reading.query('COMMIT')
  await writer.reload()
  assert.deepEqual(
    writer.lost.sort(),
    ['second', 'third', 'fourth'].map((one) => `changed_reader.${one}`).sort(),
  )
  await consistentCopy(admin, 'changed', writer.models.tables)
  const after = await objectsOf(admin, 'changed')
  assert.deepEqual([after.columns, after.indexes], [before.columns, before.indexes])
  const made = [
    'activity',
    'asset_view',
    'creator_view',
    'fee_day_view',
    'fee_view',
    'holder_view',
    'rejections',
  ]
  const others = ({ relations }: typeof before) => relations.filter(([name]) => !made.includes(`${name}`))
  assert.deepEqual(others(after), others(before))
  assert.deepEqual(
    after.functions.filter(([name]) => name !== 'output_assets'),
    before.functions.filter(([name]) => name !== 'output_assets'),
  )
  assert.deepEqual(await rowsOf(admin, "SELECT 'changed_reader.first'::regclass::oid"), kept)
  assert.deepEqual(await published(), [['pools'], ['trades']])
  await grantReaders(admin, 'changed', ['changed_reader'])
  assert.deepEqual(await asReader('SELECT DISTINCT height FROM changed_reader.first'), [[height]])
  await asReader('SELECT * FROM changed.creator_view')
  // The reader's view `fifth` was made again, because it uses a view with a changed column type.
  assert.deepEqual(
    (await asReader('SELECT * FROM changed_reader.fifth')).map(([address]) => address).sort(),
    (await asReader('SELECT address FROM changed.holders')).map(([address]) => address).sort(),
  )

  const current = await objectsOf(admin, 'changed')
  await writer.reload()
  assert.deepEqual(await objectsOf(admin, 'changed'), current)
  await write()
  await consistentCopy(admin, 'changed', writer.models.tables)
})
