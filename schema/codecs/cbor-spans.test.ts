import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bytesAt, headAt, itemEnd, itemsAt, membersAt, untagged } from './cbor-spans.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const parts = (hex: string): string[] =>
  itemsAt(bytes(hex), 0).map(({ start, end }) => bytes(hex).subarray(start, end).toString('hex'))

test('the parts of lists and maps are found, of definite and of indefinite length', () => {
  assert.deepEqual(parts('83010203'), ['01', '02', '03'])
  assert.deepEqual(parts('9f018202039f04ffff'), ['01', '820203', '9f04ff'])
  assert.deepEqual(parts('a2004101018102'), ['00', '4101', '01', '8102'])
  assert.deepEqual(parts('bf0041015f41024103ff00ff'), ['00', '4101', '5f41024103ff', '00'])
  assert.deepEqual(parts('82d90102811b00000000ffffffffc2420100'), ['d90102811b00000000ffffffff', 'c2420100'])
})

test('tags are passed over and byte strings read', () => {
  assert.equal(untagged(bytes('d9010280'), 0), 3)
  assert.deepEqual(bytesAt(bytes('43010203'), 0), bytes('010203'))
  assert.deepEqual(headAt(bytes('5820'), 0), { major: 2, argument: 32, end: 2 })
})

test('what is cut off or malformed is refused', () => {
  for (const hex of ['', '82', '8201', '5803', '9f01', '1b00', 'a101', 'ff', '1c', '1f', 'df00', '81ff'])
    assert.throws(() => itemEnd(bytes(hex), 0), SyntaxError, hex)
  for (const hex of ['01', '41', '9f', '82']) assert.throws(() => parts(hex), SyntaxError, hex)
  for (const hex of ['01', '43', '5f4101ff']) assert.throws(() => bytesAt(bytes(hex), 0), SyntaxError, hex)
})

test('nesting of any depth is walked', () => {
  const depth = 100_000
  assert.equal(itemEnd(bytes(`${'81'.repeat(depth)}00`), 0), depth + 1)
})

test('an item never ends beyond its bytes, whatever they are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (random) => {
      try {
        const end = itemEnd(Buffer.from(random), 0)
        assert.ok(end > 0 && end <= random.length)
      } catch (error) {
        assert.ok(error instanceof SyntaxError)
      }
    }),
  )
})

test('members of a map are found by their keys', () => {
  const valuesOf = (hex: string) => [...membersAt(bytes(hex), 0)].map(([key, { start }]) => [key, start])
  assert.deepEqual(valuesOf('a3000105021818f6'), [
    [0, 2],
    [5, 4],
    [24, 7],
  ])
  assert.deepEqual(valuesOf('bf0001ff'), [[0, 2]])
  assert.deepEqual(valuesOf('a0'), [])
  // The last value of a repeated key counts.
  assert.deepEqual(valuesOf('a200010002'), [[0, 4]])
  // A list, a negative key, a key that is text, and a key without a value.
  for (const hex of ['8101', 'a12001', 'a1616101', 'bf00ff']) assert.throws(() => valuesOf(hex), SyntaxError)
})
