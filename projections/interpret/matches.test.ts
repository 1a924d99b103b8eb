// Orders that fill each other without a pool. They count only while all units of the token are from its launch.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ORDER_REDEEMERS } from '../../schema/launchpad/datums/redeemers.ts'
import { ADA } from '../../schema/primitives.ts'
import { curvePool, made, transaction, World } from './testing/interpreted.ts'
import { orderOutput, outcome, type Wish } from './testing/orders.ts'

const CAT = curvePool('Cat')
const BUY: Wish = { kind: 'limit', owner: 'ann', from: ADA, amount: 10_000_000n, to: CAT.token }
const SELL: Wish = { kind: 'instant', owner: 'ben', from: CAT.token, amount: 100n, to: ADA }

const place = transaction({ outputs: [orderOutput(BUY), orderOutput(SELL)] })
const match = transaction({
  pairs: [
    [made(place, 0), ORDER_REDEEMERS.execute, outcome(BUY, 100n)],
    [made(place, 1), ORDER_REDEEMERS.execute, outcome(SELL, 9_900_000n)],
  ],
})

const eventsOf = (hasOtherSupply: boolean, matching = match) => {
  const world = new World()
  world.addPool({ pool: CAT.nft, token: CAT.token, curve: CAT, ammPool: null })
  const known = world.byToken(CAT.token) ?? assert.fail()
  world.change({ ...known, hasOtherSupply })
  world.block(place)
  return world.block(matching)
}
const kindsOf = (...of: Parameters<typeof eventsOf>): string[] => eventsOf(...of).map(({ kind }) => kind)

test('orders that an executor matches count, but only their owners have them if the token has other supply', () => {
  assert.deepEqual(kindsOf(false), ['orderFilled', 'orderFilled', 'matched', 'matched'])
  assert.deepEqual(kindsOf(true), ['orderFilled', 'orderFilled'])
})

test('what the buyer paid and the seller did not get is the percentage fee of both', () => {
  assert.deepEqual(
    eventsOf(false).flatMap((event) =>
      event.kind === 'matched' ? [[event.side, event.lovelace, event.percentageFee, event.tokens]] : [],
    ),
    // 0.1 ADA, in proportion to 10 and 9.9 ADA.
    [
      ['buy', 10_000_000n, 50_251n, 100n],
      ['sell', 9_900_000n, 49_749n, 100n],
    ],
  )
})

test('orders that somebody else matches do not count', () => {
  assert.deepEqual(kindsOf(false, { ...match, requiredSigners: [] }), ['orderFilled', 'orderFilled'])
})
