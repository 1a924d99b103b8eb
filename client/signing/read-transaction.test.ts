// What a page reads of a transaction before it is signed: the members of its body, and the terms of its order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cborInteger, cborList, cborMap } from '../../schema/codecs/cbor-write.ts'
import { encodeInstantOrder } from '../../schema/launchpad/datums/instant-order.ts'
import { ADA } from '../../schema/primitives.ts'
import { addressText, numberIn, readTerms } from './order-terms.ts'
import { readTransaction } from './read-transaction.ts'

test('a body may have these members, each once, and no others', () => {
  const bodyWith = (...keys: readonly number[]): string => {
    const members = keys.map((key) => [cborInteger(BigInt(key)), cborInteger(0n)] as const)
    const body = cborMap([[cborInteger(0n), cborList([])], [cborInteger(1n), cborList([])], ...members])
    return cborList([body, cborMap([]), 'f5'])
  }
  const isRead = (...keys: readonly number[]): boolean => {
    try {
      readTransaction(bodyWith(...keys))
      return true
    } catch (error) {
      assert.match(String(error), /it does something else as well/)
      return false
    }
  }
  const others = Array.from({ length: 30 }, (_, key) => key).filter((key) => ![0, 1, 9, 13, 16].includes(key))
  assert.deepEqual(
    others.filter((key) => isRead(key)),
    [2, 3, 7, 8, 11, 14, 15, 17, 18],
  )
  assert.deepEqual([isRead(3, 3), isRead(2, 3), isRead(0), isRead(1)], [false, true, false, false])
})

const [KEY, OTHER] = ['ab'.repeat(28), 'cd'.repeat(28)]

test('the owner of an order is read as the address is written, with each kind of stake, and amounts of any size', () => {
  for (const [type, kind] of [
    ['0', 'key'],
    ['2', 'script'],
    ['6', undefined],
  ] as const)
    for (const fee of [0n, 1_100_000n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 200n]) {
      const stake = kind && { kind, hash: OTHER }
      const datum = encodeInstantOrder(
        {
          redeemerAddress: { payment: { kind: 'key', hash: KEY }, ...(stake && { stake }) },
          input: ADA,
          output: `${KEY}.6162`,
          basePrice: { numerator: 1n, denominator: 3n },
          fee,
          minUtxo: 1_500_000n,
          permittedExecutor: OTHER,
          cancellationAfter: 7n,
          cancellationPkh: KEY,
        },
        'definite',
      )
      const terms = readTerms(datum)
      assert.equal(terms.get('to'), addressText(`${type}1${KEY}${kind === undefined ? '' : OTHER}`))
      assert.equal(numberIn(terms, 'fee'), fee)
      assert.equal(numberIn(terms, 'to'), undefined)
    }
})
