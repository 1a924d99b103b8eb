import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ADA,
  assetId,
  assetNameOf,
  formatOutputReference,
  formatPoint,
  isHex,
  parsePoint,
  policyOf,
} from './primitives.ts'

const policy = 'ab'.repeat(28)
const id = '0f'.repeat(32)

test('hex is lower case and whole bytes, of the length asked for', () => {
  const cases: [string, number | undefined, boolean][] = [
    ['', undefined, true],
    ['', 0, true],
    ['', 1, false],
    ['00ff', undefined, true],
    ['00ff', 2, true],
    ['00ff', 1, false],
    ['0', undefined, false],
    ['00F0', undefined, false],
    ['0g', undefined, false],
    ['00\n', undefined, false],
  ]
  for (const [text, bytes, is] of cases) assert.equal(isHex(text, bytes), is, `${text} ${bytes}`)
})

test('an asset id comes apart into what it was made of', () => {
  assert.equal(assetId('', ''), ADA)
  for (const [part, name] of [
    ['', ''],
    [policy, ''],
    [policy, '00ff'],
  ] as const) {
    const asset = assetId(part, name)
    assert.deepEqual([policyOf(asset), assetNameOf(asset)], [part, name])
  }
})

test('output references are written with a hash sign', () => {
  assert.equal(formatOutputReference({ transaction: id, index: 12 }), `${id}#12`)
})

test('points come back from their text', () => {
  assert.deepEqual([formatPoint('origin'), parsePoint('origin')], ['origin', 'origin'])
  assert.deepEqual(parsePoint(`5.${id.toUpperCase()}`), { slot: 5, id })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999_999_999 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (slot, bytes) => {
        const point = { slot, id: Buffer.from(bytes).toString('hex') }
        assert.deepEqual(parsePoint(formatPoint(point)), point)
      },
    ),
  )
})

test('what is no point is refused with what it should look like', () => {
  for (const text of [
    '',
    'Origin',
    '5',
    `5.${id.slice(1)}`,
    `-5.${id}`,
    `5,${id}`,
    `1000000000000000.${id}`,
    `5.${id}\n`,
  ])
    assert.throws(() => parsePoint(text), {
      name: 'Error',
      message: `"${text}" is not a point: write "origin" or "<slot>.<block id, 64 hex digits>"`,
    })
})
