// A load whose connection is lost or silent ends, and leaves no open query on the models.
import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { mainnetModels, testModels } from '../../../testing/test-models.ts'
import { ModelsSource } from '../../source/models-source.ts'
import { World } from '../../testing/indexer.ts'
import { slowLink } from '../../testing/slow-link.ts'
import { abandon, connect } from '../session.ts'
import { openSession, serverForTests } from '../testing/server-for-tests.ts'
import { load } from './load.ts'

const postgres = serverForTests()

const modelsToLoad = (t: TestContext) => {
  const world = new World(8, 12)
  const models = testModels(t)
  models.apply(...world.blocks)
  const reader = models.openReader()
  const source = new ModelsSource(reader.database, mainnetModels())
  return { world, source }
}

test('the models can be read, loaded and closed after a connection was lost before the first row of a table', {
  skip: postgres.skip,
}, async (t) => {
  const { world, source } = modelsToLoad(t)
  const lost = await connect(postgres.server.url, false)
  const query = lost.query.bind(lost)
  const sent = t.mock.method(lost, 'query', async (given: unknown) => {
    const answer: unknown = await Reflect.apply(query, lost, [given])
    if (!`${given}`.includes('CREATE TABLE')) return answer
    abandon(lost)
    await new Promise((resolve) => lost.once('end', resolve))
    sent.mock.restore()
    return answer
  })
  await assert.rejects(load(lost, 'lost', source, undefined), /is not queryable/)
  const session = await openSession(t, false)
  const { height } = await load(session, 'lost', source, undefined)
  assert.equal(height, world.blocks.at(-1)?.height)
})

test('a load ends if its connection stays open but takes no rows', { skip: postgres.skip }, async (t) => {
  const { source } = modelsToLoad(t)
  const url = new URL(postgres.server.url)
  const link = await slowLink(Number(url.port), { rate: 100_000_000 })
  t.after(() => link.close())
  url.port = `${link.port}`
  const session = await connect(url.href, false)
  const { stream } = session.connection
  assert.ok(stream instanceof Socket)
  const wait = stream.setTimeout.bind(stream)
  t.mock.method(stream, 'setTimeout', (ms: number, end: () => void) => wait(ms / 400, end))
  const hold = (): void => link.hold(true)
  await assert.rejects(load(session, 'silence', source, undefined, hold), /PostgreSQL takes no more rows/)
})
