// Cached pools and lists equal the rows after every block and fork, with any size of the cache.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hash,
  made,
  output,
  scriptAddress,
  transaction,
  walletAddress,
} from '../../projections/interpret/testing/interpreted.ts'
import { poolReadsOf } from '../../projections/read/queries/pools.ts'
import { CAT, launch } from '../../projections/testing/folded-chain.ts'
import { GrowingChain } from '../../projections/testing/growing-chain.ts'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import { openTestModels, readerOf } from '../../projections/testing/test-models.ts'
import { encodeVestingLock } from '../../schema/launchpad/datums/vesting-lock.ts'
import { POOL_LISTS } from '../../schema/responses/pool-lists.ts'
import { randomFrom } from '../../tests/kit/random-from.ts'
import { seedOf } from '../../tests/kit/random-runs.ts'
import { ModelsReads } from '../models-reads.ts'
import { PoolResponses } from './pool-responses.ts'

test('cached pools follow every block and every fork', (t) => {
  const random = randomFrom(seedOf(t))
  const { apply, log, fold, directory, close } = openTestModels(operations)
  const reader = readerOf(t, { directory, close })
  const plenty = new PoolResponses(new ModelsReads(reader))
  // The cache has room for only one or two pools, so most pools are read again each time.
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

test('a lock of a token is in its pool, and in each list that has the pool, from its block to its withdrawal', (t) => {
  const models = openTestModels(operations)
  const reader = readerOf(t, models)
  const responses = new PoolResponses(new ModelsReads(reader))
  const locking = transaction({
    outputs: [
      output(
        scriptAddress(operations.vesting.scriptHash),
        2_000_000n,
        { [CAT.token]: 5n },
        encodeVestingLock({ lockedUntil: 1n, redeemerVkh: hash('ann', 28) }, 'definite'),
      ),
    ],
  })
  const spending = transaction({
    pairs: [[made(locking, 0), '00', output(walletAddress('ann'), 2_000_000n)]],
  })
  let parent = 'ab'.repeat(32)
  for (const [at, [of, locks]] of (
    [
      [launch(), 0],
      [locking, 1],
      [spending, 0],
    ] as const
  ).entries()) {
    const point = { slot: 133_000_000 + at, id: hash(`block ${at}`) }
    models.apply({ point, height: 1_000 + at, parent, transactions: [of] })
    parent = point.id
    reader.refresh()
    for (let asked = 0; asked < 2; asked++)
      for (const text of [responses.ofToken(CAT.token), responses.list('MCapDesc'), responses.king()])
        assert.equal(String(text).match(/"lockUntil"/g)?.length ?? 0, locks)
  }
})
