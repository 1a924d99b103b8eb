import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { MANY_OUTPUTS, SMALL } from '../../projections/testing/large-wallets.ts'
import { checkResponse } from '../http/testing/check-response.ts'
import { noMempool } from '../mempool-view.ts'
import { startComponents } from '../testing/start-components.ts'

const SIZE = 20_000

const start = async (t: TestContext, mempool = noMempool) => {
  const { url, routeOf, models } = await startComponents(t, ['utxos'], SIZE, { mempool })
  return { models, ask: (body: object) => checkResponse(url, routeOf('getUtxos'), { body }) }
}

test('a deep page of a large wallet does not delay the first page of a small wallet', async (t) => {
  const { ask } = await start(t)
  const order: string[] = []
  const deep = Array.from({ length: 4 }, async (_, at) => {
    const { body } = await ask({ pkh: MANY_OUTPUTS, offset: SIZE - 2 - at, limit: 2 })
    order.push('deep')
    assert.ok(Array.isArray(body) && body.length === 2)
    assert.equal(body[0].value[0].amount, `${SIZE - 2 - at}`)
  })
  for (let n = 0; n < 3; n += 1) {
    const { body } = await ask({ pkh: SMALL })
    order.push('small')
    assert.ok(Array.isArray(body) && body.length === 5)
  }
  await Promise.all(deep)
  // The small pages are served before the read thread has started.
  assert.deepEqual(order, ['small', 'small', 'small', 'deep', 'deep', 'deep', 'deep'])
})

test('deep pages past the limit of waiting reads are SERVICE_UNAVAILABLE, and the waiting ones are answered', async (t) => {
  const { ask } = await start(t)
  const responses = await Promise.all(
    Array.from({ length: 60 }, () => ask({ pkh: MANY_OUTPUTS, offset: 9_000, limit: 1 })),
  )
  const statuses = responses.map(({ status }) => status)
  const refused = responses.filter(({ status }) => status === 503)
  assert.equal(statuses.filter((status) => status === 200).length, 60 - refused.length)
  assert.ok(refused.length > 0)
  for (const { headers } of refused) assert.equal(headers.get('Retry-After'), '2')
})

test('outputs are SERVICE_UNAVAILABLE until a first sync has made their index', async (t) => {
  const { ask, models } = await start(t)
  models.exec('DROP INDEX utxos_payment')
  const { status, headers, body } = await ask({ pkh: SMALL })
  assert.deepEqual(
    [status, headers.get('Retry-After'), body],
    [
      503,
      '60',
      {
        cause: 'SERVICE_UNAVAILABLE',
        message: 'Outputs are not available until the first sync is almost complete',
      },
    ],
  )
  models.exec('CREATE INDEX utxos_payment ON utxos (substr(address, 1, 29))')
  assert.equal((await ask({ pkh: SMALL })).status, 200)
})

test('outputs that pending transactions spend are left out of small pages and of deep ones', async (t) => {
  /** The outputs belong to MANY_OUTPUTS, another wallet, and SMALL. */
  const hash = (n: number): string => n.toString(16).padStart(8, '0').padEnd(64, '0')
  let spent = [
    { transaction: hash(1), index: 2 },
    { transaction: hash(3), index: 0 },
    // Two indexes that the transaction does not have, and an unknown transaction.
    { transaction: hash(4), index: 3 },
    { transaction: hash(4), index: 2 ** 31 },
    { transaction: 'ee'.repeat(32), index: 0 },
  ]
  const { ask } = await start(t, { ...noMempool, spent: () => spent })
  const hashesOf = (body: unknown): string[] => {
    assert.ok(Array.isArray(body))
    return body.map(({ txHash }) => txHash)
  }
  const small = (page = {}) => ask({ pkh: SMALL, ...page }).then(({ body }) => hashesOf(body))
  assert.deepEqual(await small(), [0, 2, 3, 4].map(hash))
  assert.deepEqual(await small({ limit: 2 }), [0, 2].map(hash))
  assert.deepEqual(await small({ offset: 2, limit: 2 }), [3, 4].map(hash))
  const large = async (offset: number) => hashesOf((await ask({ pkh: MANY_OUTPUTS, offset, limit: 2 })).body)
  assert.deepEqual(await large(2), [2, 4].map(hash))
  assert.deepEqual(await large(10_000), [10_001, 10_002].map(hash))
  spent = spent.slice(1, 2)
  assert.deepEqual(await large(10_000), [10_001, 10_002].map(hash))
  spent = []
  assert.deepEqual(await small(), [0, 1, 2, 3, 4].map(hash))
  assert.deepEqual(await large(10_000), [10_000, 10_001].map(hash))
})
