// Compares endpoints with an independent reading of the blocks' JSON. On the devnet's chain, two services must give the same responses: one
// saw only the canonical chain, the other followed every fork and nested transactions. Blocks of mainnet are read too. A comparison
// computes the responses of some endpoints (tests/independent). A new comparison must be added to `COMPARISONS`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mainnetHours, mainnetLaunch } from '../../fixtures/chains/recorded-chains.ts'
import { startStraight, startThroughForks, untilAt } from '../harness/recorded-devnet.ts'
import { startWatchedWith } from '../harness/watched-service.ts'
import { balancesComparison } from '../independent/balances.ts'
import { barsComparison, blocksComparison } from '../independent/bars.ts'
import { type Comparison, readMainnet, readRecorded, withNesting } from '../independent/comparison.ts'
import { holdersComparison } from '../independent/holders.ts'
import { listingsComparison } from '../independent/listings.ts'
import { matchesComparison } from '../independent/matches.ts'
import { ordersComparison } from '../independent/orders.ts'
import { outputsComparison } from '../independent/outputs.ts'
import { poolsComparison } from '../independent/pools.ts'
import { positionsComparison } from '../independent/positions.ts'
import { riskComparison } from '../independent/risk.ts'
import { tradersComparison } from '../independent/traders.ts'
import { vestingsComparison } from '../independent/vestings.ts'
import { temporaryDirectory } from '../kit/temporary-directory.ts'

const COMPARISONS: readonly Comparison[] = [
  vestingsComparison,
  poolsComparison,
  barsComparison,
  blocksComparison,
  holdersComparison,
  balancesComparison,
  ordersComparison,
  positionsComparison,
  riskComparison,
  tradersComparison,
  outputsComparison,
  matchesComparison,
  listingsComparison,
]

test('endpoints answer what the recorded blocks alone say', async (t) => {
  // The nested transactions of `forked` have the same effects as the recorded ones.
  const recorded = withNesting(await readRecorded())
  const straight = await startStraight(t)
  const { service: forked, chain } = await startThroughForks(t, recorded.blocks)
  const { models, digest } = await untilAt(straight, chain)
  await t.test('every fork of the recorded chain is undone, and nothing of it is left', async () => {
    const after = await forked.status()
    assert.deepEqual({ models: after.models, digest: after.digest }, { models, digest })
  })
  for (const { name, check } of COMPARISONS)
    await t.test(`${name}, after forks too`, () => check([straight.url, forked.url], recorded))
})

/** Early launches describe their token in metadata. Another test covers them. */
const ON_MAINNET = COMPARISONS.filter((comparison) => comparison !== poolsComparison)

for (const [{ name, path, skip }, orders] of [
  [mainnetLaunch, 6],
  [mainnetHours, 22],
] as const)
  test(`endpoints answer what the blocks of ${name} alone say`, { skip }, async (t) => {
    const recorded = await readMainnet(path)
    const { operations, ledger, blocks } = recorded
    const placed = [...ledger.unspent.values()].filter(({ address }) =>
      operations.orders.some(({ scriptHash }) => scriptHash === address.slice(2, 58)),
    )
    assert.equal(placed.length, orders)
    const service = await startWatchedWith(t, {
      NETWORK: 'mainnet',
      CHAIN_FILE: path,
      DATA_DIR: temporaryDirectory(t),
    })
    await service.until('the end of the recording', ({ models }) => models?.id === blocks.at(-1)?.point.id)
    for (const comparison of ON_MAINNET)
      await t.test(comparison.name, () => comparison.check([service.url], recorded))
  })
