// The feed while a model that it reads is folded for the first time, and beside an indexer that does not have the model.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { ModelsFolding } from '../../projections/engine/fold/models-folding.ts'
import { GrowingChain } from '../../projections/testing/growing-chain.ts'
import { mainnetModels, testModels } from '../../projections/testing/test-models.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { silent } from '../../tests/kit/silent.ts'
import { serveModels } from '../testing/start-components.ts'
import { feed } from './feed.ts'
import { FeedCounts } from './socket/feed-counts.ts'
import { FEED_LIMITS } from './socket/feed-socket.ts'

const upgradeScene = (t: TestContext) => {
  const { apply, folding, directory, log, openReader } = testModels(t)
  apply(...new GrowingChain(randomFrom(1)).grow(60))
  folding.close()
  const options = mainnetModels()
  const open = (models: typeof options.models) =>
    new ModelsFolding({ ...options, models, directory, log, logger: silent })
  open(options.models.filter(({ name }) => name !== 'pools')).close()
  const reader = openReader()
  const counts = new FeedCounts()
  const lines: string[] = []
  const { sockets, ...component } = feed({ limits: FEED_LIMITS, counts })
  const recorded = pino({}, { write: (line: string) => lines.push(line) })
  const logged = {
    ...component,
    sockets: (context: Parameters<NonNullable<typeof sockets>>[0]) =>
      sockets?.({ ...context, log: recorded }) ?? [],
  }
  const serve = () => serveModels(t, [logged], reader, { directory })
  return { open: () => open(options.models), reader, serve, unexpected: () => [counts.unexpected, lines] }
}

test('a model that is still being folded is no unexpected error of the feed', async (t) => {
  const { open, reader, serve, unexpected } = upgradeScene(t)
  const refolding = open()
  t.after(() => refolding.close())
  assert.deepEqual(refolding.refolding, ['pools'])
  reader.refresh()
  await serve()
  assert.deepEqual(unexpected(), [0, []])
  while (refolding.step() !== undefined);
  reader.refresh()
  assert.deepEqual(unexpected(), [0, []])
})

test('a model that the indexer does not have is no unexpected error of the feed', async (t) => {
  const { serve, unexpected } = upgradeScene(t)
  await serve()
  assert.deepEqual(unexpected(), [0, []])
})
