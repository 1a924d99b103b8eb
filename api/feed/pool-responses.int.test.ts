// Cached pools and lists equal the rows after every block and fork, with any size of the cache.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { poolReadsOf } from '../../projections/read/queries/pools.ts'
import { GrowingChain } from '../../projections/testing/growing-chain.ts'
import { testModels } from '../../projections/testing/test-models.ts'
import { POOL_LISTS } from '../../schema/responses/pool-lists.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { seedOf } from '../../tests/kit/random-runs.ts'
import { ModelsReads } from '../models-reads.ts'
import { PoolResponses } from './pool-responses.ts'

test('cached pools follow every block and every fork', (t) => {
  const random = randomFrom(seedOf(t))
  const { apply, log, fold, openReader } = testModels(t)
  const reader = openReader()
  const plenty = new PoolResponses(new ModelsReads(reader))
  // Most pools are read again each time.
  const scarce = new PoolResponses(new ModelsReads(reader), 2_000)
  const reads = poolReadsOf(reader)
  const chain = new GrowingChain(random)
  let compared = 0
  const grow = (): void => {
    for (const block of chain.grow(4)) apply(block)
  }
  const all = (responses: PoolResponses) =>
    [...POOL_LISTS.map((list) => responses.list(list)), responses.king()].map(String)
  for (let round = 0; round < 25; round++) {
    grow()
    // A refresh drops the lists, but not unchanged pools.
    reader.refresh()
    const seen = all(new PoolResponses(new ModelsReads(reader)))
    grow()
    if (random() < 0.4) {
      chain.undo(5)
      log.rollBackTo(chain.length)
      fold()
    }
    // Before the next refresh, a response shows the state of the last refresh or the newest state.
    const committed = all(new PoolResponses(new ModelsReads(reader)))
    for (const responses of [plenty, scarce])
      for (const [at, response] of all(responses).entries())
        assert.ok(response === seen[at] || response === committed[at], response)
    reader.refresh()
    const snapshotOf = (id: number) => reads().pool(id)
    for (const responses of [plenty, scarce]) {
      for (const list of POOL_LISTS) {
        const expected = reads().members(list).map(snapshotOf)
        assert.deepEqual(JSON.parse(responses.list(list).toString()), expected, list)
        compared += expected.length
      }
      const king = reads().king()
      const expected = king === undefined ? null : snapshotOf(king)
      assert.deepEqual(JSON.parse(responses.king().toString()), expected)
    }
  }
  assert.ok(compared > 100, `${compared} pools compared`)
  assert.equal(plenty.ofToken(`${'00'.repeat(28)}.00`), undefined)
})
