// Traders, positions and holders on a chain with 200 wallets and 40 tokens, compared with an independent reading of its blocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startThroughForks } from '../harness/recorded-devnet.ts'
import { readRecorded, withNesting } from '../independent/comparison.ts'
import { withManyWallets } from '../independent/many-wallets.ts'
import { filledOrders } from '../independent/orders.ts'
import { foldPools } from '../independent/pool-fold.ts'
import { positionsComparison } from '../independent/positions.ts'
import { riskComparison } from '../independent/risk.ts'
import { tradersComparison } from '../independent/traders.ts'

test('traders, positions and holders of 200 wallets in 40 tokens are what the blocks alone say, through forks', async (t) => {
  const recorded = withNesting(withManyWallets(await readRecorded()))
  assert.ok(foldPools(recorded).size >= 40)
  assert.ok(new Set(filledOrders(recorded).map(({ key }) => key)).size >= 200)
  const { service } = await startThroughForks(t, recorded.blocks)
  await t.test(tradersComparison.name, () => tradersComparison.check([service.url], recorded))
  await t.test(riskComparison.name, () => riskComparison.check([service.url], recorded))
  // Most of these wallets still hold their tokens, so there are fewer cases of each kind.
  await t.test(positionsComparison.name, () =>
    positionsComparison.check([service.url], { ...recorded, isRich: false }),
  )
})
