// Rights and views of users survive a load, in the real order: rights are granted, a copy is loaded beside the old one and
// replaces it, the old one is dropped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../../tests/kit/random-from.ts'
import { World } from '../../testing/indexer.ts'
import { abandon, connect, rowsOf } from '../session.ts'
import { serverForTests } from '../testing/server-for-tests.ts'
import { Writer } from '../testing/writer.ts'
import { areReplaced, dropReplaced } from './drop-replaced.ts'
import { grantReaders } from './grant-readers.ts'

const postgres = serverForTests()

test("after a load a reader's role may read, and its views show the new tables", {
  skip: postgres.skip,
}, async (t) => {
  const schema = 'readers'
  const { url } = postgres.server
  const world = new World(randomFrom(5))
  const writer = new Writer(url, schema)
  const admin = await connect(url, false)
  t.after(() => {
    writer.close()
    abandon(admin)
  })
  const write = async (): Promise<void> => {
    world.grow(20)
    await writer.write(world.blocks)
  }
  await write()
  await admin.query('CREATE ROLE reader; CREATE SCHEMA AUTHORIZATION reader')
  await grantReaders(admin, schema, ['reader', 'nobody_yet'])
  await admin.query(`ALTER TABLE ${schema}.pools ADD COLUMN gone bigint; SET ROLE reader`)
  await admin.query(`CREATE VIEW reader.first AS SELECT height FROM ${schema}.mirror;
    CREATE VIEW reader.second AS SELECT height, ${schema}.address_text(NULL) AS none FROM reader.first;
    CREATE VIEW reader.third AS SELECT gone FROM ${schema}.pools`)
  await admin.query('RESET ROLE')

  await writer.reload()
  assert.equal(await areReplaced(admin, schema), true)
  await grantReaders(admin, schema, ['reader'])
  const dropping = await connect(url, false)
  t.after(() => abandon(dropping))
  assert.deepEqual(await dropReplaced(dropping, schema), ['reader.third'])
  assert.equal(await areReplaced(admin, schema), false)
  await write()
  await admin.query('SET ROLE reader')
  assert.deepEqual(await rowsOf(admin, 'SELECT * FROM reader.second'), [
    [`${world.blocks.at(-1)?.height}`, null],
  ])
  await admin.query('RESET ROLE')
})
