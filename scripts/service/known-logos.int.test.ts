// When the images of launches are known, so that others may be removed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { World } from '../../projections/copies/testing/indexer.ts'
import { mainnetOperations as operations } from '../../projections/testing/mainnet-operations.ts'
import { testModels } from '../../projections/testing/test-models.ts'
import type { TimeOfDay } from '../../schema/platform/clocks.ts'
import { slotTime } from '../../schema/slots.ts'
import { knownLogos } from './known-logos.ts'

test('the images of launches are unknown if the last block is older than an hour, though it is the tip of the node', (t) => {
  const models = testModels(t)
  const reader = models.openReader()
  let now = 0
  const logos = knownLogos(reader, operations, () => now as TimeOfDay)
  assert.equal(logos(), undefined)
  const world = new World(1, 3)
  models.apply(...world.blocks)
  reader.refresh()
  const { slot } = reader.checkpoint ?? assert.fail()
  const known = [0, 3_600, 3_601, 86_400].map((age) => {
    now = (slotTime(operations, slot) + age) * 1_000
    return logos()
  })
  assert.ok(known[0] instanceof Set)
  assert.deepEqual(known, [known[0], known[0], undefined, undefined])
})
