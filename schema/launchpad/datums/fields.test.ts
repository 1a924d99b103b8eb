import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADA } from '../../primitives.ts'
import { readAsset, readToken, writeAsset } from './fields.ts'

const policy = 'ab'.repeat(28)
const asset = (...fields: (string | bigint)[]) => ({ constructor: 0, fields })

test('ADA and native assets are read and written', () => {
  for (const [data, id] of [
    [asset('', ''), ADA],
    [asset(policy, ''), `${policy}.`],
    [asset(policy, 'cd'.repeat(32)), `${policy}.${'cd'.repeat(32)}`],
  ] as const) {
    assert.equal(readAsset(data), id)
    assert.deepEqual(writeAsset(id), data)
  }
  assert.equal(readToken(asset('', '')), undefined)
  assert.equal(readToken(asset(policy, 'cd')), `${policy}.cd`)
})

test('everything else is refused', () => {
  for (const data of [
    asset('', 'cd'),
    asset(policy.slice(2), 'cd'),
    asset(policy, 'cd'.repeat(33)),
    asset(policy),
    asset(policy, 'cd', 'cd'),
    asset(policy, 1n),
    { constructor: 1, fields: [policy, ''] },
    [policy, ''],
    undefined,
  ]) {
    assert.equal(readAsset(data), undefined)
  }
})
