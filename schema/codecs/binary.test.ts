// The binary form. A written value is read back unchanged, and reading never passes the end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codePoint } from '../../tests/kit/code-point.ts'
import type { AssetAmount } from '../primitives.ts'
import { BinaryReader, BinaryWriter } from './binary.ts'
import { readAssets, writeAssets } from './packed-assets.ts'

const written = (write: (writer: BinaryWriter) => void): Buffer => {
  const writer = new BinaryWriter()
  write(writer)
  return writer.result()
}

const throughBytes = <T>(write: (writer: BinaryWriter) => void, read: (reader: BinaryReader) => T): T => {
  const reader = new BinaryReader(written(write))
  const value = read(reader)
  assert.ok(reader.done)
  return value
}

const comesBack = <T>(
  value: T,
  write: (writer: BinaryWriter, value: T) => void,
  read: (reader: BinaryReader) => T,
): void =>
  assert.deepEqual(
    throughBytes((writer) => write(writer, value), read),
    value,
  )

const amountComesBack = (value: bigint): void =>
  comesBack(
    value,
    (writer) => writer.amount(value),
    (reader) => reader.amount(),
  )

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The numbers on both sides of each border between two lengths. */
const borders = Array.from({ length: 19 }, (_, bytes) => 2n ** BigInt(7 * bytes)).flatMap((border) => [
  border - 1n,
  border,
  border + 1n,
])

test('counts are the bytes of LEB128', () => {
  const cases: [number, string][] = [
    [0, '00'],
    [127, '7f'],
    [128, '8001'],
    [16_383, 'ff7f'],
    [16_384, '808001'],
    [2 ** 31, '8080808008'],
    [2 ** 32 + 5, '8580808010'],
    [Number.MAX_SAFE_INTEGER, 'ffffffffffffff0f'],
  ]
  for (const [value, bytes] of cases) {
    assert.equal(written((writer) => writer.count(value)).toString('hex'), bytes)
    assert.equal(new BinaryReader(Buffer.from(bytes, 'hex')).count(), value)
  }
})

test('amounts of any size come back', () => {
  for (const value of borders.filter((border) => border >= 0n)) amountComesBack(value)
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 2n ** 130n }), amountComesBack))
})

test('integers of either sign come back', () => {
  for (const value of borders.flatMap((border) => [border, -border]))
    comesBack(
      value,
      (writer) => writer.signed(value),
      (reader) => reader.signed(),
    )
  const bytes = [0n, -1n, 1n, -2n, 63n, -64n, 64n].map((value) =>
    written((writer) => writer.signed(value)).toString('hex'),
  )
  assert.deepEqual(bytes, ['00', '01', '02', '03', '7e', '7f', '8001'])
})

test('bytes and texts come back, whatever is in them', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string({ unit: codePoint }), (bytes, text) => {
      const value = throughBytes(
        (writer) => {
          writer.bytes(hex(bytes))
          writer.text(text)
          writer.fixed(hex(bytes), bytes.length)
        },
        (reader) => [reader.bytes(), reader.text(), reader.fixed(bytes.length)],
      )
      assert.deepEqual(value, [hex(bytes), text, hex(bytes)])
    }),
  )
})

test('shared bytes are written once, then by their place, until the writer is reset', () => {
  const writer = new BinaryWriter()
  for (const each of ['ab', '', 'cdef', 'ab', 'cdef', '']) writer.shared(each)
  assert.equal(writer.result().toString('hex'), ['0001ab', '0000', '0002cdef', '01', '03', '02'].join(''))
  writer.reset()
  writer.shared('cdef')
  assert.equal(writer.result().toString('hex'), '0002cdef')
})

test('shared bytes come back, however often they come', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 200 }),
      (strings, picks) => {
        const list = picks.map((pick) => hex(strings[pick % strings.length] ?? new Uint8Array()))
        const back = throughBytes(
          (writer) => {
            for (const each of list) writer.shared(each)
          },
          (reader) => list.map(() => reader.shared()),
        )
        assert.deepEqual(back, list)
      },
    ),
  )
})

test('a reference to shared bytes that did not come is refused', () => {
  for (const bytes of ['01', '0001ab02', '0001abffffffffffffff0f']) {
    const reader = new BinaryReader(Buffer.from(bytes, 'hex'))
    assert.throws(
      () => {
        for (;;) reader.shared()
      },
      { name: 'RangeError', message: 'the payload refers to bytes it does not have' },
    )
  }
})

const assets: fc.Arbitrary<AssetAmount[]> = fc.array(
  fc
    .record({
      policy: fc.uint8Array({ minLength: 28, maxLength: 28 }),
      name: fc.uint8Array({ maxLength: 32 }),
      quantity: fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
    })
    .map(({ policy, name, quantity }) => ({ asset: `${hex(policy)}.${hex(name)}`, quantity })),
)

test('assets come back', () => {
  fc.assert(fc.property(assets, (amounts) => comesBack(amounts, writeAssets, readAssets)))
})

test('a writer grows as far as it must, and can be reset', () => {
  const writer = new BinaryWriter()
  const long = 'ab'.repeat(200_000)
  writer.bytes(long)
  writer.text('€'.repeat(100_000))
  const reader = new BinaryReader(writer.result())
  assert.deepEqual([reader.bytes(), reader.text(), reader.done], [long, '€'.repeat(100_000), true])
  const first = writer.result()
  writer.reset()
  writer.count(5)
  assert.deepEqual(writer.result(), Buffer.of(5))
  assert.equal(first.length, 200_003 + 300_003)
})

test('a writer keeps every byte when its buffer is all but full', () => {
  for (let room = 0; room < 24; room++) {
    const filler = 'cd'.repeat((1 << 16) - 3 - room)
    const value = 2n ** 64n
    const back = throughBytes(
      (writer) => {
        writer.bytes(filler)
        writer.amount(value)
        writer.count(Number.MAX_SAFE_INTEGER)
      },
      (reader) => [reader.bytes() === filler, reader.amount(), reader.count()],
    )
    assert.deepEqual(back, [true, value, Number.MAX_SAFE_INTEGER])
  }
})

test('hex that is not of its length, or no hex, is refused', () => {
  for (const [text, bytes] of [
    ['', 1],
    ['abc', 1],
    ['abcd', 1],
    ['ab', 2],
    ['zz', 1],
    ['abzz', 2],
  ] as const)
    assert.throws(
      () => written((writer) => writer.fixed(text, bytes)),
      { name: 'RangeError', message: `expected ${bytes} bytes of hex, got "${text}"` },
      text,
    )
  for (const text of ['a', 'abc', 'zz'])
    assert.throws(() => written((writer) => writer.bytes(text)), RangeError)
})

test('reading past the end is refused', () => {
  const cut: [string, (reader: BinaryReader) => unknown][] = [
    ['', (reader) => reader.count()],
    ['80', (reader) => reader.count()],
    ['8080', (reader) => reader.amount()],
    ['', (reader) => reader.signed()],
    ['ab', (reader) => reader.fixed(2)],
    ['02ab', (reader) => reader.bytes()],
    ['01', (reader) => readAssets(reader)],
  ]
  for (const [bytes, read] of cut)
    assert.throws(() => read(new BinaryReader(Buffer.from(bytes, 'hex'))), {
      name: 'RangeError',
      message: 'the payload is cut',
    })
})

test('what is no count or amount is refused', () => {
  const writer = new BinaryWriter()
  for (const value of [-1, 0.5, 2 ** 53, Number.NaN]) assert.throws(() => writer.count(value), RangeError)
  for (const value of [-1n, 1n << 140n]) assert.throws(() => writer.amount(value), RangeError)
})
