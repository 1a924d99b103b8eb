import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeLimitOrder, minMarginalOutput } from './limit-order.ts'

test('the least outputs of two orders on chain follow from their prices', () => {
  assert.equal(minMarginalOutput({ numerator: 3889466n, denominator: 10n ** 9n }, 5000000n), 19447n)
  assert.equal(
    minMarginalOutput({ numerator: 12628853347157785n, denominator: 10n ** 16n }, 3888762n),
    4911060n,
  )
  assert.equal(minMarginalOutput({ numerator: 152648n, denominator: 2832390295n }, 1000000000n, 4n), 13473n)
})

test('an order whose stake credential lacks its wrapper is refused, and read with it', () => {
  const unwrapped =
    'd8799f4100581cec1183f8ce49fc76c936af91b7e80f476286f845032766b45f970e46d8799f4040ff1a002dc6c01a000dbba0198de0d8799f581c95a427e384527065f2f8946f5e86320d0117839a5e98ea2c0b55fb004448554e54ffd8799f1a48294eab1b000000174876e800ff00d8799fd8799f581c4c06517294a2785ad3fa59acfa3f2db6c8126d9ebc63d4a7bb304149ffd8799fd8799f581c04eae47e956845ee525c0a8e38d8e5049d906be00c2b497735b9ab8dffffff581c4c06517294a2785ad3fa59acfa3f2db6c8126d9ebc63d4a7bb3041499f581c5cb2c968e5d1c7197a6ce7615967310a375545d9bc65063a964335b2ffff'
  const stake = 'd8799f581c04eae47e956845ee525c0a8e38d8e5049d906be00c2b497735b9ab8dff'
  assert.equal(decodeLimitOrder(unwrapped), undefined)
  assert.deepEqual(decodeLimitOrder(unwrapped.replace(stake, `d8799f${stake}ff`))?.redeemerAddress, {
    payment: { kind: 'key', hash: '4c06517294a2785ad3fa59acfa3f2db6c8126d9ebc63d4a7bb304149' },
    stake: { kind: 'key', hash: '04eae47e956845ee525c0a8e38d8e5049d906be00c2b497735b9ab8d' },
  })
})
