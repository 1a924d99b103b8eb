// Submits an accepted transaction again, before and after the models fork. The node refuses it, since its inputs are spent, or since the
// node has dropped it and it is no longer valid.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GrowingChain } from '../../../projections/testing/growing-chain.ts'
import { mainnetOperations as operations } from '../../../projections/testing/mainnet-operations.ts'
import { openTestModels, readerOf } from '../../../projections/testing/test-models.ts'
import type { MempoolState } from '../../../schema/reports.ts'
import { randomFrom } from '../../../tests/kit/random-from.ts'
import { seedOf } from '../../../tests/kit/random-runs.ts'
import { requestsTo } from '../../../tests/kit/requests.ts'
import { noMempool } from '../../mempool-view.ts'
import { NO_BUILDER, serveModels } from '../../testing/start-components.ts'
import type { BuildErrorCode } from '../build-error.ts'

const ADDRESS =
  'addr1qy32agk6zhjffcqhvu296j9a594k6smlr3zfsgaqgsvnmtefn2pw7433r2ss4hcycqrj6jrsaw056hlnz5fjgdyyrd6qsw8ngt'

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

test('a dropped transaction is refused, and its order not awaited, while the chain has an output that it spends', async (t) => {
  const uptime = performance.now.bind(performance)
  let passed = 0
  t.mock.method(performance, 'now', () => uptime() + passed)
  const models = openTestModels(operations)
  const reader = readerOf(t, models)
  const blocks = new GrowingChain(randomFrom(seedOf(t))).grow(4)
  models.apply(...blocks)
  reader.refresh()
  const unspent = blocks.at(-1)?.transactions.at(-1)
  assert.ok(unspent !== undefined && unspent.outputs.length > 0)
  const input = { transaction: unspent.id, index: unspent.firstOutput }
  const id = 'ab'.repeat(32)
  const refused = { code: 'REFUSED', message: 'the transaction is not valid now' } as const
  let isAccepted = true
  const { url } = await serveModels(t, ['builder'], reader, {
    directory: models.directory,
    mempool: { ...noMempool, status: { state: 'watching', problem: null } },
    builder: {
      ...NO_BUILDER,
      submit: async () => ({ id, spent: [input], made: [], ...(isAccepted ? {} : { refused }) }),
    },
  })
  const tell = async (path: string, request: object): Promise<unknown> => {
    const { status, body } = await requestsTo(url).tell(path, request)
    return [status, body]
  }
  const cancel = { txHash: id, index: '0', changeAddress: ADDRESS, utxos: 'service-wallet' }
  const answers = async () => [await tell('/submit', { cbor: '80' }), await tell('/cancel', cancel)]
  const accepted = [
    [200, { txHash: id }],
    [500, { cause: 'SERVER_ERROR', message: 'order not found: it is not in a block yet' }],
  ]
  assert.deepEqual(await answers(), accepted)
  isAccepted = false
  passed += 50_000
  assert.deepEqual(await answers(), accepted)
  passed += 10_000
  assert.deepEqual(await answers(), [
    [500, { cause: 'SERVER_ERROR', message: 'The transaction is not valid now' }],
    [500, { cause: 'SERVER_ERROR', message: 'order not found' }],
  ])
})

test('while the mempool is not known, spent inputs do not mean that an unknown transaction was not accepted', async (t) => {
  const models = openTestModels(operations)
  let code: BuildErrorCode = 'ALREADY_SPENT'
  const mempool = (state: MempoolState) => ({ ...noMempool, status: { state, problem: null } })
  const answers: unknown[] = []
  for (const state of ['connecting', 'waiting', 'watching', 'off'] as const) {
    const { url } = await serveModels(t, ['builder'], readerOf(t, models), {
      directory: models.directory,
      mempool: mempool(state),
      builder: {
        ...NO_BUILDER,
        submit: async () => ({ id: 'ab'.repeat(32), spent: [], made: [], refused: { code, message: 'no' } }),
      },
    })
    for (code of ['ALREADY_SPENT', 'REFUSED'] as const) {
      const { headers } = await requestsTo(url).tell('/submit', { cbor: '80' })
      answers.push([state, headers.get('X-Error-Code')])
    }
  }
  assert.deepEqual(answers, [
    ['connecting', 'NODE_AWAY'],
    ['connecting', 'REFUSED'],
    ['waiting', 'NODE_AWAY'],
    ['waiting', 'REFUSED'],
    ['watching', 'ALREADY_SPENT'],
    ['watching', 'REFUSED'],
    ['off', 'ALREADY_SPENT'],
    ['off', 'REFUSED'],
  ])
})
