// Slots of the public networks equal those of their operations configs.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { PUBLIC_SLOTS, slotClock } from './slots.ts'

test('the slots of the public networks are those of their operations configs', () => {
  const found = Object.keys(PUBLIC_SLOTS).map((network) => {
    const file = new URL(`config/networks/${network}/operations.json`, import.meta.url)
    return [network, JSON.parse(readFileSync(file, 'utf8')).slots]
  })
  assert.equal(found.length, 3)
  assert.deepEqual(Object.fromEntries(found), PUBLIC_SLOTS)
})

test('a slot lasts from its start to the millisecond before the next one', () => {
  for (const slots of [
    // Mainnet, and a network with short slots.
    { zeroSlot: 4_492_800, zeroTime: 1_596_059_091, slotLength: 1_000 },
    { zeroSlot: 0, zeroTime: 1_700_000_000, slotLength: 250 },
  ]) {
    const { slotAt, timeOf } = slotClock(slots)
    assert.equal(timeOf(slots.zeroSlot), slots.zeroTime * 1_000)
    assert.equal(timeOf(slots.zeroSlot + 40), slots.zeroTime * 1_000 + 40 * slots.slotLength)
    for (const slot of [slots.zeroSlot, slots.zeroSlot + 1, 150_000_000]) {
      const start = timeOf(slot)
      assert.deepEqual(
        [start - 1, start, start + slots.slotLength - 1, start + slots.slotLength].map(slotAt),
        [slot - 1, slot, slot, slot + 1],
      )
    }
  }
})
