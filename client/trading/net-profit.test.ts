// Net profit is the wallet's gain. It is unknown if the open part has no price.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { broughtNow, netProfit, spentOn } from './net-profit.ts'

const POSITION = {
  boughtAda: '100000000',
  openQuantity: '50',
  openCost: '50000000',
  netNow: '47000000',
  realised: '-600000',
  fees: '2200000',
  breakEven: '1062626.27',
}

test('net profit counts the sales, a sale of the rest, its cost and all fees', () => {
  assert.equal(broughtNow(POSITION), 47_000_000n)
  assert.equal(netProfit(POSITION), -600_000n + 47_000_000n - 50_000_000n - 2_200_000n)
  assert.equal(spentOn(POSITION), 102_200_000n)
})

test('what does not trade has no net profit, unless all of it was sold', () => {
  assert.equal(netProfit({ ...POSITION, netNow: null }), undefined)
  const sold = { ...POSITION, openQuantity: '0', openCost: '0', breakEven: null }
  assert.equal(netProfit({ ...sold, netNow: null }), -2_800_000n)
  assert.equal(netProfit({ ...sold, netNow: '0' }), -2_800_000n)
})
