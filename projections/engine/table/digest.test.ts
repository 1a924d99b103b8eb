import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stored } from './column.ts'
import { Digest, RowHasher } from './digest.ts'

const digestOf = (table: string, row: readonly Stored[]): string => {
  const digest = new Digest()
  digest.add(new RowHasher(table).hash(row))
  return digest.toString()
}

test('rows that differ in a table, a place, a kind or one bit have different digests', () => {
  const bytes = (...values: number[]): Buffer => Buffer.from(values)
  const rows: readonly (readonly Stored[])[] = [
    ['b410167d1639ecab', 'fe3feb781efee01b'],
    [null],
    [null, null],
    [0],
    [0, null],
    [null, 0],
    [1],
    [-1],
    [2 ** 32],
    [2 ** 32 + 1],
    [-(2 ** 32)],
    [2n ** 53n],
    [2n ** 53n + 1n],
    [-(2n ** 53n)],
    [2n ** 62n],
    [''],
    ['a'],
    ['a\u0000'],
    ['ab'],
    ['ba'],
    ['abc'],
    [bytes()],
    [bytes(0)],
    [bytes(0x61)],
    [bytes(1, 2, 3, 4)],
    [bytes(1, 2, 4, 3)],
    [bytes(2, 1, 3, 4)],
    [bytes(1, 2, 3, 4, 0)],
    [bytes(1, 2, 3, 4, 5)],
    [bytes(1, 2, 3, 4, 5, 6)],
    [bytes(1, 2, 3, 4, 6, 5)],
  ]
  const digests = [...rows.map((row) => digestOf('a', row)), ...rows.map((row) => digestOf('b', row))]
  assert.equal(new Set(digests).size, digests.length)
})

test('a digest does not depend on how a number is read, nor on the order of rows, and what is added can be taken away', () => {
  for (const value of [0, 1, -1, 2 ** 32, -(2 ** 32), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
    assert.equal(digestOf('a', [value]), digestOf('a', [BigInt(value)]))
  const hasher = new RowHasher('a')
  const rows = [[1], ['x'], [null]] as const
  const digestIn = (order: readonly number[]): Digest => {
    const digest = new Digest()
    for (const at of order) digest.add(hasher.hash(rows[at] ?? []))
    return digest
  }
  const whole = digestIn([0, 1, 2])
  assert.equal(whole.toString(), digestIn([2, 0, 1]).toString())
  assert.equal(Digest.sum([digestIn([0]), digestIn([1, 2])]).toString(), whole.toString())
  assert.equal(Digest.parse(whole.toString()).toString(), whole.toString())
  whole.subtract(hasher.hash(rows[1]))
  assert.equal(whole.toString(), digestIn([0, 2]).toString())
  assert.equal(new Digest().toString(), '0'.repeat(16))
})

test('the digests of a release are those of the next one', () => {
  assert.deepEqual(
    [[null], [1, 'launchpad', Buffer.from('0102030405', 'hex'), null, 2n ** 60n]].map((row) =>
      digestOf('tokens', row),
    ),
    ['b410167d1639ecab', 'fe3feb781efee01b'],
  )
})
