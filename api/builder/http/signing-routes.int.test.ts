// Submits an accepted transaction again, before and after the models fork. The node refuses it, since its inputs are spent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GrowingChain } from '../../../projections/testing/growing-chain.ts'
import { mainnetOperations as operations } from '../../../projections/testing/mainnet-operations.ts'
import { openTestModels, readerOf } from '../../../projections/testing/test-models.ts'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { seedOf } from '../../../tests/kit/random-runs.ts'
import { requestsTo } from '../../../tests/kit/requests.ts'
import { NO_BUILDER, serveModels } from '../../testing/start-components.ts'

test('the same hash is returned again, until a minute after a fork that may have dropped the transaction', async (t) => {
  const uptime = performance.now.bind(performance)
  let passed = 0
  t.mock.method(performance, 'now', () => uptime() + passed)
  const models = openTestModels(operations)
  const reader = readerOf(t, models)
  models.apply(...new GrowingChain(randomFrom(seedOf(t))).grow(4))
  reader.refresh()
  const id = 'ab'.repeat(32)
  const refused = { code: 'ALREADY_SPENT', message: 'an input is spent' } as const
  let isAccepted = true
  const { url } = await serveModels(t, ['builder'], reader, {
    directory: models.directory,
    builder: {
      ...NO_BUILDER,
      submit: async () => ({ id, spent: [], made: [], ...(isAccepted ? {} : { refused }) }),
    },
  })
  const submit = async (): Promise<unknown> => {
    const { status, body } = await requestsTo(url).tell('/submit', { cbor: '80' })
    return [status, body]
  }
  const accepted = [200, { txHash: id }]
  assert.deepEqual(await submit(), accepted)
  isAccepted = false
  passed += 3_600_000
  assert.deepEqual(await submit(), accepted)
  models.log.rollBackTo(3)
  models.fold()
  reader.refresh()
  passed += 50_000
  assert.deepEqual(await submit(), accepted)
  passed += 10_000
  assert.deepEqual(await submit(), [500, { cause: 'SERVER_ERROR', message: 'An input is spent' }])
  isAccepted = true
  assert.deepEqual(await submit(), accepted)
  isAccepted = false
  assert.deepEqual(await submit(), accepted)
})
