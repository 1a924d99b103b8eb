// The lists that a client builds equal the lists in HTTP responses.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { curvePool, operations } from '../projections/interpret/testing/interpreted.ts'
import { poolReadsOf } from '../projections/read/queries/pools.ts'
import { chain, launch } from '../projections/testing/folded-chain.ts'
import type { CurvePool } from '../schema/launchpad/datums/curve-pool.ts'
import { LIST_LENGTH, POOL_LISTS } from '../schema/responses/pool-lists.ts'
import type { LiquidityPoolInfo } from '../schema/responses/pools.ts'
import { placeIn, poolList, poolsUpTo } from './pool-list.ts'

/** Coefficient b of a curve whose token is worth a billion ADA. */
const BILLION = 1_000_000_000_000n

/** The models have only these curves. */
const assertSameLists = (
  t: TestContext,
  curves: readonly (readonly [change: Partial<CurvePool>, paid: bigint])[],
): void => {
  const { fold, reader } = chain(t, {
    ...operations,
    curve: { ...operations.curve, listUnknownTiers: true },
  })
  fold(...curves.map(([change, paid], at) => launch(curvePool(`curve ${at}`, change), 0n, paid)))
  const reads = poolReadsOf(reader)()
  for (const list of POOL_LISTS) {
    const pools = reads.members(list).map((id) => reads.pool(id) ?? assert.fail(list))
    assert.equal(pools.length, list.startsWith('Completed') ? 0 : curves.length)
    assert.deepEqual(poolList(list, pools.toReversed()), pools)
    // The API's document has this number for full progress.
    const full = pools.find(({ pool }) => BigInt(pool.x.amount) > BigInt(pool.adaCapThreshold))
    if (full !== undefined) assert.equal(placeIn('Progress', full).value, 10 ** 12)
  }
}

test('curves above their cap, which may be passed by a hundredth, are equals in the order of progress', (t) =>
  assertSameLists(
    t,
    [18_300_000_000n, 18_188_400_000n, 18_370_284_000n, 9_000_000_000n, 18_188_399_999n].map((paid) => [
      {},
      paid,
    ]),
  ))

test('market caps above the largest number of an answer are equals in the order of market caps', (t) =>
  assertSameLists(
    t,
    [8n, 12n, 11n, 10n, 44n].map((billions) => [{ bNum: billions * BILLION }, 0n]),
  ))

test('a list is read to its end in pages: each pool once, for any values of equal pools', (t) => {
  const { fold, reader } = chain(t)
  fold(
    ...Array.from({ length: 150 }, (_, at) =>
      launch(curvePool(`curve ${at}`), 0n, BigInt(at % 9) * 1_000_000_000n),
    ),
  )
  const reads = poolReadsOf(reader)()
  for (const list of ['New', 'MCapDesc', 'Progress'] as const) {
    const pages: LiquidityPoolInfo[][] = []
    do {
      const last = pages.at(-1)?.at(-1)
      const ids = reads.members(list, last && placeIn(list, last))
      pages.push(ids.map((id) => reads.pool(id) ?? assert.fail(list)))
    } while (pages.at(-1)?.length === LIST_LENGTH)
    assert.deepEqual(
      pages.map(({ length }) => length),
      [60, 60, 30],
    )
    const all = pages.flat()
    assert.deepEqual(poolList(list, all.toReversed(), 1_000), all)
    // A client with all pools lists only the pools up to the end of its second page.
    const second = pages[1]?.at(-1) ?? assert.fail()
    assert.deepEqual(poolsUpTo(list, all.toReversed(), placeIn(list, second)), all.slice(0, 120))
  }
})
