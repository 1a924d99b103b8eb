import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADA, assetId } from '../primitives.ts'
import type { InstantOrder } from './datums/instant-order.ts'
import { instantOrderInput, ORDER_DEPOSIT } from './order-value.ts'

const FEE = 1_100_000n
const TOKEN = assetId('ab'.repeat(28), '')
const order = (input: string): InstantOrder => ({
  redeemerAddress: { payment: { kind: 'key', hash: '01'.repeat(28) } },
  input,
  output: input === ADA ? TOKEN : ADA,
  basePrice: { numerator: 0n, denominator: 1n },
  fee: FEE,
  minUtxo: ORDER_DEPOSIT,
  permittedExecutor: '02'.repeat(28),
  cancellationAfter: 0n,
  cancellationPkh: '01'.repeat(28),
})

test('an instant order swaps what its value holds beyond its costs, or nothing', () => {
  const buy = order(ADA)
  assert.equal(instantOrderInput(buy, { lovelace: 10600000n, tokens: 0n }), 8000000n)
  assert.equal(instantOrderInput(buy, { lovelace: 2600000n, tokens: 5n }), undefined)
  assert.equal(instantOrderInput(buy, { lovelace: 1000000n, tokens: 5n }), undefined)
  const sell = order(TOKEN)
  assert.equal(instantOrderInput(sell, { lovelace: 2600000n, tokens: 3888762n }), 3888762n)
  assert.equal(instantOrderInput(sell, { lovelace: 2600000n, tokens: 0n }), undefined)
})
