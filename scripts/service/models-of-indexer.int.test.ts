// An API process beside an indexer of the same and of another version.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelsFolding } from '../../projections/engine/fold/models-folding.ts'
import { GrowingChain } from '../../projections/testing/growing-chain.ts'
import { mainnetModels, testModels } from '../../projections/testing/test-models.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { silent } from '../../tests/kit/silent.ts'
import { modelsOfIndexer, otherVersionsLack } from './models-of-indexer.ts'

test("an API process names the models whose version is not the indexer's, also while they are folded", async (t) => {
  const { apply, folding, directory, log } = testModels(t)
  apply(...new GrowingChain(randomFrom(1)).grow(60))
  folding.close()
  const { models, ...options } = mainnetModels()
  const reader = await modelsOfIndexer(directory, 'mainnet', silent)
  t.after(() => reader.close())
  const upgraded = models.map((model) => (model.name === 'bars' ? { ...model, version: 1_000 } : model))
  const lacks = () => [otherVersionsLack(reader, models), otherVersionsLack(reader, upgraded)]
  const sentence =
    'the indexer has another version of bars, or lacks it: run the same version as the indexer, with the same MODEL'
  assert.deepEqual(lacks(), [[], [sentence]])
  const indexer = new ModelsFolding({ ...options, models: upgraded, directory, log, logger: silent })
  assert.deepEqual(lacks(), [[sentence], []])
  while (indexer.step() !== undefined);
  indexer.close()
  assert.deepEqual(lacks(), [[sentence], []])
})
