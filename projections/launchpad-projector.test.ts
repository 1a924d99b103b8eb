// Which changes of the operations config have the models folded again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperationsConfig } from '../schema/config.ts'
import { foldedConfig } from './launchpad-projector.ts'
import { mainnetOperations as operations } from './testing/mainnet-operations.ts'

const isFoldedAgain = (change: Partial<OperationsConfig>): boolean =>
  JSON.stringify(foldedConfig({ ...operations, ...change })) !== JSON.stringify(foldedConfig(operations))

test('what decides which pools are listed has the models folded again, what only builders read does not', () => {
  const { curve, amm } = operations
  const cases: readonly (readonly [Partial<OperationsConfig>, boolean])[] = [
    [{ curve: { ...curve, executors: curve.executors.slice(1) } }, true],
    [{ curve: { ...curve, tiers: curve.tiers.slice(1) } }, true],
    [{ curve: { ...curve, listUnknownTiers: true } }, true],
    [{ amm: { ...amm, executors: [] } }, true],
    [{ orders: operations.orders.slice(1) }, true],
    [{ deployedSlot: 1 }, true],
    [{ startPoint: 'origin' }, false],
    [{ curve: { ...curve, cost: { mem: 1, steps: 1 } } }, false],
    [{ amm: { ...amm, graduationCost: '1' } }, false],
  ]
  for (const [change, expected] of cases)
    assert.equal(isFoldedAgain(change), expected, JSON.stringify(change).slice(0, 80))
})
