import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AMM_ACTIONS,
  decodeAmmRedeemer,
  decodeCurveRedeemer,
  decodeOrderRedeemer,
  encodeAmmRedeemer,
  encodeCurveRedeemer,
  encodeVestingRedeemer,
  ORDER_REDEEMERS,
  WITNESS_REDEEMER,
} from './redeemers.ts'

test('the redeemers of real trades and of a graduation are read and written', () => {
  for (const [cbor, input, output, action, style] of [
    ['d879830000d87980', 0, 0, 'trade', 'definite'],
    ['d879830505d87980', 5, 5, 'trade', 'definite'],
    ['d879830101d87980', 1, 1, 'trade', 'definite'],
    ['d8799f0000d87b80ff', 0, 0, 'factory', 'indefinite'],
    ['d879830300d87a80', 3, 0, 'admin', 'definite'],
  ] as const) {
    const redeemer = { input, output, action }
    assert.deepEqual(decodeCurveRedeemer(cbor), redeemer)
    assert.equal(encodeCurveRedeemer(redeemer, style), cbor)
  }
})

test('what is no redeemer of a curve pool is refused', () => {
  for (const cbor of [
    '',
    '00',
    'd87980',
    'd879830000d87c80',
    'd879832000d87980',
    'd879830000d8798100',
    'd87a830000d87980',
  ]) {
    assert.equal(decodeCurveRedeemer(cbor), undefined, cbor)
  }
})

test('an order is executed or cancelled', () => {
  assert.equal(decodeOrderRedeemer(ORDER_REDEEMERS.execute), 'execute')
  assert.equal(decodeOrderRedeemer('d87a9fff'), 'execute')
  assert.equal(decodeOrderRedeemer(ORDER_REDEEMERS.cancel), 'cancel')
  for (const cbor of ['', WITNESS_REDEEMER, 'd87b80', 'd87a8100', '01']) {
    assert.equal(decodeOrderRedeemer(cbor), undefined, cbor)
  }
})

test('the redeemers of AMM pools are read, and nothing else is', () => {
  for (const action of AMM_ACTIONS)
    for (const style of ['definite', 'indefinite'] as const)
      assert.deepEqual(decodeAmmRedeemer(encodeAmmRedeemer(action, 7, style)), { action, input: 7 })
  for (const other of ['d879820500', 'd8798202', 'd87a820200', 'd87982022000', 'd87a80', '80', ''])
    assert.equal(decodeAmmRedeemer(other), undefined, other)
})

test('the redeemers of AMM pools and locks are written', () => {
  assert.equal(encodeAmmRedeemer('swap', 3, 'definite'), 'd879820203')
  assert.equal(encodeAmmRedeemer('royalty-withdrawal', 0, 'indefinite'), 'd8799f0400ff')
  assert.equal(encodeVestingRedeemer(0), '00')
})
