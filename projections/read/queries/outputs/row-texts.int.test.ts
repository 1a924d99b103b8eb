import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../../../../tests/kit/random-from.ts'
import { seedOf } from '../../../../tests/kit/random-runs.ts'
import { GrowingChain } from '../../../testing/growing-chain.ts'
import { testModels } from '../../../testing/test-models.ts'
import { type OrderFilter, orderQueries } from '../orders.ts'
import { type RowPlace, RowTexts, textsOfChain, textsOfTable } from './row-texts.ts'
import { unspentReads } from './unspent-outputs.ts'

test('only texts that are not cached, or of an earlier state, are made, and each is where its row is', () => {
  const texts = new RowTexts(() => isCurrent)
  let isCurrent = true
  const asked: number[][] = []
  const make = (missing: readonly RowPlace[]): string[] => {
    asked.push(missing.map(({ id }) => id))
    return missing.map(({ id, updated }) => `${id} at ${updated}`)
  }
  const at = (...rows: (readonly [id: number, updated: number])[]) =>
    texts.of(
      rows.map(([id, updated]) => ({ id, updated })),
      make,
    )
  assert.deepEqual(at([1, 1], [2, 2]), ['1 at 1', '2 at 2'])
  assert.deepEqual(at([3, 3], [2, 2], [1, 4]), ['3 at 3', '2 at 2', '1 at 4'])
  texts.drop(2)
  assert.deepEqual(at([1, 4], [2, 2], [3, 3]), ['1 at 4', '2 at 2', '3 at 3'])
  texts.clear()
  assert.deepEqual(at([1, 4]), ['1 at 4'])
  isCurrent = false
  assert.deepEqual(at([1, 4], [5, 5]), ['1 at 4', '5 at 5'])
  isCurrent = true
  assert.deepEqual(at([5, 5]), ['5 at 5'])
  assert.deepEqual(asked, [[1, 2], [3, 1], [2], [1], [1, 5], [5]])
  const long = 'x'.repeat(2_000)
  const makeLong = (): string[] => [long]
  for (let time = 0; time < 2; time++) assert.deepEqual(texts.of([{ id: 9, updated: 9 }], makeLong), [long])
  assert.equal(
    texts.of([{ id: 9, updated: 9 }], () => undefined),
    undefined,
  )
})

test('pages put together from cached texts are those that are made, through blocks and forks', (t) => {
  const seed = seedOf(t)
  const random = randomFrom(seed)
  const models = testModels(t)
  const reader = models.openReader()
  const { database } = reader
  const made = { orders: orderQueries(database), outputs: unspentReads(database, 1) }
  const cached = {
    orders: orderQueries(database, textsOfTable(reader, 'orders')),
    outputs: unspentReads(database, 1, textsOfChain(reader)),
  }
  const column = (sql: string) => database.prepare<[], string>(sql).pluck().all()
  const chain = new GrowingChain(random)
  const apply = (blocks: number): void => {
    for (; blocks > 0; blocks--) {
      // A block in every slot, so that after a fork new rows have the ids of the undone rows.
      let draws = 0
      models.apply(...chain.grow(1, () => (draws++ === 0 ? 0 : random())))
    }
  }
  let compared = 0
  for (let round = 0; round < 40; round++) {
    if (chain.length > 1 && random() < 0.5) {
      chain.undo(2)
      models.log.rollBackTo(chain.length)
      models.fold()
    }
    apply(Math.floor(random() * 4))
    // Committed rows may be read before the reader has refreshed.
    if (random() < 0.5) reader.refresh()
    const filters: OrderFilter[] = [
      ...column('SELECT DISTINCT token FROM orders').map((asset) => ({ of: 'token', asset }) as const),
      { of: 'history', keys: column('SELECT DISTINCT lower(hex(owner)) FROM orders') },
    ]
    for (const filter of filters)
      assert.equal(cached.orders.page(filter, 0, 50, 1_000), made.orders.page(filter, 0, 50, 1_000))
    assert.equal(cached.orders.latest(50), made.orders.latest(50))
    for (const key of column('SELECT DISTINCT lower(hex(substr(address, 2, 28))) FROM utxos')) {
      const page = cached.outputs.quickPage(key, 0, 50)
      assert.equal(page, made.outputs.quickPage(key, 0, 50))
      if (page !== undefined && page !== '[]') compared += 1
    }
  }
  assert.ok(compared > 0)
})
