// The endpoints against a second reading of the devnet's recorded chain, which takes nothing but the blocks' JSON: on a
// service that saw the chain alone, and on one that followed every fork on the way. A part says what some endpoints must
// answer (scripts/testing/independent); a new one is an entry in the list.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { balancesPart } from './testing/independent/balances.ts'
import { barsPart, blocksPart } from './testing/independent/bars.ts'
import { holdersPart } from './testing/independent/holders.ts'
import { ordersPart } from './testing/independent/orders.ts'
import { type Part, readRecorded } from './testing/independent/part.ts'
import { poolsPart } from './testing/independent/pools.ts'
import { vestingsPart } from './testing/independent/vestings.ts'
import { startStraight, startThroughForks, untilAt } from './testing/recorded-devnet.ts'

const PARTS: readonly Part[] = [
  vestingsPart,
  poolsPart,
  barsPart,
  blocksPart,
  holdersPart,
  balancesPart,
  ordersPart,
]

test('endpoints answer what the recorded blocks alone say', async (t) => {
  const recorded = await readRecorded()
  const straight = await startStraight(t)
  const { service: forked, chain } = await startThroughForks(t, recorded.blocks)
  const { models, digest } = await untilAt(straight, chain)
  await t.test('every fork of the recorded chain is undone, and nothing of it is left', async () => {
    const after = await forked.status()
    assert.deepEqual({ models: after.models, digest: after.digest }, { models, digest })
  })
  for (const { name, check } of PARTS) {
    await t.test(name, () => check(straight.url, recorded))
    await t.test(`${name}, after forks`, () => check(forked.url, recorded))
  }
})
