// A load whose connection is lost leaves no open query on the models.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../../tests/kit/random-from.ts'
import { launchpadModels } from '../../../launchpad-models.ts'
import { ModelsReader } from '../../../read/reader/models-reader.ts'
import { mainnetOperations as operations } from '../../../testing/mainnet-operations.ts'
import { openTestModels } from '../../../testing/test-models.ts'
import { ModelsSource } from '../../source/models-source.ts'
import { World } from '../../testing/indexer.ts'
import { abandon, connect } from '../session.ts'
import { serverForTests } from '../testing/server-for-tests.ts'
import { load } from './load.ts'

const postgres = serverForTests()

test('the models can be read, loaded and closed after a connection was lost before the first row of a table', {
  skip: postgres.skip,
}, async (t) => {
  const world = new World(randomFrom(8))
  world.grow(12)
  const models = openTestModels(operations)
  t.after(() => models.close())
  models.apply(...world.blocks)
  const reader = new ModelsReader(models.directory)
  const source = new ModelsSource(reader.database, launchpadModels('mainnet', operations))
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
  const session = await connect(postgres.server.url, false)
  t.after(() => abandon(session))
  const { height } = await load(session, 'lost', source, undefined)
  assert.equal(height, world.blocks.at(-1)?.height)
  reader.close()
})
