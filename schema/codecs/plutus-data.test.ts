import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { type Cardano, Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import fc from 'fast-check'
import { recordedChains } from '../../fixtures/chains/recorded-chains.ts'
import {
  decodePlutusData,
  encodePlutusData,
  isPlutusData,
  MAX_DEPTH,
  type PlutusData,
  type PlutusStyle,
} from './plutus-data.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytesOf = (maxLength: number) => fc.uint8Array({ maxLength }).map(hex)
const style = fc.constantFrom<PlutusStyle>('definite', 'indefinite')

const alternative = fc.oneof(fc.nat(10), fc.nat(200), fc.nat())

const dataWith = (integer: fc.Arbitrary<bigint>) =>
  fc.letrec<{ data: PlutusData }>((tie) => ({
    data: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      integer,
      fc.oneof(bytesOf(32), bytesOf(200)),
      fc.array(tie('data'), { maxLength: 30 }),
      fc.tuple(alternative, fc.array(tie('data'), { maxLength: 5 })).map(([number, fields]) => ({
        constructor: number,
        fields,
      })),
      // The sdk stores a map's pairs by key, so other tests cover repeated keys.
      fc
        .uniqueArray(fc.tuple(tie('data'), tie('data')), {
          maxLength: 4,
          selector: ([key]) => encodePlutusData(key, 'definite'),
        })
        .map((pairs) => ({ pairs })),
    ),
  })).data

const natural = fc.oneof(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: 1n << 900n }))
const anyData = dataWith(
  fc.oneof(
    natural,
    natural.map((n) => -n),
  ),
)
/** This version of the sdk reads integers below -2^64 (tag 3) wrongly by one. */
const sdkData = dataWith(fc.oneof(natural, fc.bigInt({ min: -(1n << 64n), max: -1n })))

const fromSdk = (data: Cardano.PlutusData): PlutusData => {
  if (typeof data === 'bigint') return data
  if (data instanceof Uint8Array) return hex(data)
  if ('data' in data) return { pairs: [...data.data].map(([key, value]) => [fromSdk(key), fromSdk(value)]) }
  if ('constructor' in data && 'fields' in data) {
    return { constructor: Number(data.constructor), fields: data.fields.items.map(fromSdk) }
  }
  return data.items.map(fromSdk)
}

const toSdk = (data: PlutusData): Cardano.PlutusData => {
  if (typeof data === 'bigint') return data
  if (typeof data === 'string') return Buffer.from(data, 'hex')
  if ('fields' in data) {
    return { constructor: BigInt(data.constructor), fields: { items: data.fields.map(toSdk) } }
  }
  if ('pairs' in data) return { data: new Map(data.pairs.map(([key, value]) => [toSdk(key), toSdk(value)])) }
  return { items: data.map(toSdk) }
}

const readBySdk = (cbor: string) => fromSdk(Serialization.PlutusData.fromCbor(HexBlob(cbor)).toCore())

test('every form of Plutus data is read', () => {
  const cases: Record<string, PlutusData> = {
    '00': 0n,
    '1818': 24n,
    '1b0000001c871b063f': 122525779519n,
    '1bffffffffffffffff': 2n ** 64n - 1n,
    '20': -1n,
    '3bffffffffffffffff': -(2n ** 64n),
    c249010000000000000000: 2n ** 64n,
    c349010000000000000000: -1n - 2n ** 64n,
    c25f41014200ffff: 0x100ffn,
    c240: 0n,
    '40': '',
    '42beef': 'beef',
    '5f41be41efff': 'beef',
    '5fff': '',
    '80': [],
    '820102': [1n, 2n],
    '9f0102ff': [1n, 2n],
    '9fff': [],
    d87980: { constructor: 0, fields: [] },
    d87f8101: { constructor: 6, fields: [1n] },
    d905009f01ff: { constructor: 7, fields: [1n] },
    d9057880: { constructor: 127, fields: [] },
    d866821903e880: { constructor: 1000, fields: [] },
    d8669f1903e89f01ffff: { constructor: 1000, fields: [1n] },
    a10102: { pairs: [[1n, 2n]] },
    bf0102ff: { pairs: [[1n, 2n]] },
    // The ledger allows longer encodings of integers and lengths than necessary.
    '1a00000001': 1n,
    '5803abcdef': 'abcdef',
    D8799F42BEEFFF: { constructor: 0, fields: ['beef'] },
  }
  for (const [cbor, value] of Object.entries(cases)) assert.deepEqual(decodePlutusData(cbor), value, cbor)
})

test('what is not exactly one Plutus datum is refused', () => {
  const cases = {
    'nothing at all': '',
    'half a byte': 'd',
    'no hex': 'zz',
    'trailing bytes': 'd8798000',
    'a cut integer': '1b0000',
    'a cut byte string': '43beef',
    'a byte string longer than any input': '5bffffffffffffffff00',
    'a list longer than the input': '9bffffffffffffffff0102',
    'a map longer than the input': 'bbffffffffffffffff0102',
    'a list that does not end': '9f0102',
    'a map with half a pair': 'bf01ff',
    'a lone break': 'ff',
    'a text': '6161',
    'a boolean': 'f5',
    'a null': 'f6',
    'a float': 'fb3ff0000000000000',
    'an unknown tag': 'd81801',
    'a constructor of no list': 'd87901',
    'a constructor number that is not one': 'd8668240' + '80',
    'a general constructor of three': 'd866830080' + '80',
    'an indefinite general constructor that does not end': 'd8669f0080',
    'a big integer of no bytes': 'c201',
    'a chunk that is no byte string': '5f01ff',
    'a chunk of chunks': '5f5f4101ffff',
    'a byte string closed by a list': 'c29fff',
    'a reserved length': '1c',
    'an indefinite integer': '1f',
  }
  for (const [name, cbor] of Object.entries(cases)) assert.equal(decodePlutusData(cbor), undefined, name)
})

test('nesting beyond the limit is refused, however deep, without exhausting the stack', () => {
  const nested = (depth: number, open: string, close: string) =>
    `${open.repeat(depth)}00${close.repeat(depth)}`
  for (const [open, close] of [
    ['81', ''],
    ['9f', 'ff'],
    ['d87981', ''],
    ['a100', ''],
    ['d8668200' + '81', ''],
  ] as const) {
    assert.notEqual(decodePlutusData(nested(MAX_DEPTH, open, close)), undefined)
    assert.equal(decodePlutusData(nested(MAX_DEPTH + 1, open, close)), undefined)
    assert.equal(decodePlutusData(nested(200_000, open, close)), undefined)
    assert.equal(isPlutusData(nested(200_000, open, close)), true)
  }
})

test('the ledger takes Plutus data with strings and pieces of at most 64 bytes, whole maps, and two items under tag 102', () => {
  const [short, long] = [`5840${'ab'.repeat(64)}`, `5841${'ab'.repeat(65)}`]
  const taken = [
    short,
    `5f${short}${short}ff`,
    `c2${short}`,
    `c35f${short}${short}ff`,
    'bf0001ff',
    'd866820080',
  ]
  const refused = [long, `5f${long}ff`, `c2${long}`, `c25f${long}ff`, `81${long}`, 'bf00ff', 'bf000102ff']
  const general = ['d86683008000', 'd8668100', 'd8669f008000ff', 'd8669f00ff', 'd8668280d87980', 'd866820000']
  const nested = ['d8669f0081d8669f0080ffff', 'bf00bf0080ffff', 'd8669f0081d8669f008000ffff', 'bf00bf00ffff']
  assert.deepEqual(
    [taken, refused, general, nested].map((list) => list.map(isPlutusData)),
    [taken.map(() => true), refused.map(() => false), general.map(() => false), [true, true, false, false]],
  )
})

test('long byte strings are written in chunks of 64 bytes and short ones whole', () => {
  const bytes = 'ab'.repeat(65)
  assert.equal(encodePlutusData('ab'.repeat(64), 'definite'), `5840${'ab'.repeat(64)}`)
  assert.equal(encodePlutusData(bytes, 'definite'), `5f5840${'ab'.repeat(64)}41abff`)
  assert.equal(encodePlutusData(BigInt(`0x${bytes}`), 'definite'), `c25f5840${'ab'.repeat(64)}41abff`)
})

test('the two styles differ in lists and constructors only, and not when these are empty', () => {
  const data: PlutusData = {
    constructor: 1,
    fields: [[1n], [], { pairs: [['ab', { constructor: 0, fields: [] }]] }],
  }
  assert.equal(encodePlutusData(data, 'definite'), 'd87a83810180a141abd87980')
  assert.equal(encodePlutusData(data, 'indefinite'), 'd87a9f9f01ff80a141abd87980ff')
})

test('what is written is read the same by the sdk', () => {
  fc.assert(
    fc.property(sdkData, style, (data, form) => {
      assert.deepEqual(readBySdk(encodePlutusData(data, form)), data)
    }),
    { numRuns: 300 },
  )
})

test('what the sdk writes is read the same', () => {
  fc.assert(
    fc.property(anyData, (data) => {
      const cbor = Serialization.PlutusData.fromCore(toSdk(data)).toCbor()
      assert.deepEqual(decodePlutusData(cbor), data)
    }),
    { numRuns: 300 },
  )
})

test('no bytes make the reader throw, and whatever it accepts survives writing', () => {
  const check = (cbor: string) => {
    const data = decodePlutusData(cbor)
    assert.ok(data !== undefined || !isPlutusData(cbor), cbor)
    if (data === undefined) return
    assert.deepEqual(decodePlutusData(encodePlutusData(data, 'definite')), data)
  }
  fc.assert(fc.property(bytesOf(40), check), { numRuns: 3000 })
  const spoilt = fc.tuple(anyData, style, fc.nat(), fc.nat(255)).map(([data, form, place, byte]) => {
    const bytes = Buffer.from(encodePlutusData(data, form), 'hex')
    bytes[place % bytes.length] = byte
    return bytes.toString('hex')
  })
  fc.assert(fc.property(spoilt, check), { numRuns: 1000 })
})

for (const { name, path, skip } of recordedChains) {
  test(`every inline datum of ${name} is read as the sdk reads it`, { skip }, () => {
    const blocks = gunzipSync(readFileSync(path)).toString()
    const datums = new Set([...blocks.matchAll(/"datum":"([0-9a-f]+)"/g)].map((match) => match[1] ?? ''))
    assert.ok(datums.size > 100, `${datums.size} datums`)
    for (const datum of datums) assert.deepEqual(decodePlutusData(datum), readBySdk(datum), datum)
  })
}
