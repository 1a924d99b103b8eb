// The feed after an upgrade, while a model that the feed reads is folded for the first time.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { ModelsFolding } from '../../projections/engine/fold/models-folding.ts'
import { launchpadModels } from '../../projections/launchpad-models.ts'
import { ModelsReader } from '../../projections/read/reader/models-reader.ts'
import { GrowingChain } from '../../projections/testing/growing-chain.ts'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import { openTestModels } from '../../projections/testing/test-models.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { silent } from '../../tests/kit/silent.ts'
import { serveModels } from '../testing/start-components.ts'
import { feed } from './feed.ts'
import { FeedCounts } from './socket/feed-counts.ts'
import { FEED_LIMITS } from './socket/feed-socket.ts'

test('a model that is still being folded is no unexpected error of the feed', async (t) => {
  const { apply, folding, directory, log, close } = openTestModels(operations)
  apply(...new GrowingChain(randomFrom(1)).grow(60))
  folding.close()
  const options = launchpadModels('mainnet', operations)
  const open = (models: typeof options.models) =>
    new ModelsFolding({ ...options, models, directory, log, logger: silent })
  open(options.models.filter(({ name }) => name !== 'pools')).close()
  const refolding = open(options.models)
  const reader = new ModelsReader(directory)
  t.after(() => {
    reader.close()
    refolding.close()
    close()
  })
  assert.deepEqual(refolding.refolding, ['pools'])
  const counts = new FeedCounts()
  const lines: string[] = []
  const { sockets, ...component } = feed({ limits: FEED_LIMITS, counts })
  const recorded = pino({}, { write: (line: string) => lines.push(line) })
  const logged = {
    ...component,
    sockets: (context: Parameters<NonNullable<typeof sockets>>[0]) =>
      sockets?.({ ...context, log: recorded }) ?? [],
  }
  await serveModels(t, [logged], reader, { directory })
  assert.deepEqual([counts.unexpected, lines], [0, []])
  while (refolding.step() !== undefined);
  reader.refresh()
  assert.deepEqual([counts.unexpected, lines], [0, []])
})
