// Properties of every datum codec. A written datum is read back, in both styles. A damaged datum is refused or read exactly, and never
// causes an exception.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  decodePlutusData,
  encodePlutusData,
  type PlutusData,
  type PlutusStyle,
} from '../../codecs/plutus-data.ts'
import { ADA, assetId } from '../../primitives.ts'
import { decodeCurvePool, encodeCurvePool } from './curve-pool.ts'
import { decodeFeeSwitchPool, encodeFeeSwitchPool } from './fee-switch-pool.ts'
import { decodeInstantOrder, encodeInstantOrder } from './instant-order.ts'
import { decodeInstantOrderV1, encodeInstantOrderV1 } from './instant-order-v1.ts'
import { decodeLaunchMetadata, encodeLaunchMetadata } from './launch-metadata.ts'
import { decodeLimitOrder, encodeLimitOrder } from './limit-order.ts'
import { decodeRoyaltyPool, encodeRoyaltyPool } from './royalty-pool.ts'
import { decodeVestingLock, encodeVestingLock } from './vesting-lock.ts'

const bytes = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((value) => Buffer.from(value).toString('hex'))
const hash = bytes(28)
const amount = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
const token = fc.tuple(hash, bytes(0, 32)).map(([policy, name]) => assetId(policy, name))
const sides = fc.oneof(
  fc.tuple(fc.constant(ADA), token),
  fc.tuple(token, fc.constant(ADA)),
  fc.uniqueArray(token, { minLength: 2, maxLength: 2 }).map(([x = ADA, y = '']) => [x, y] as const),
)
const record = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(fields, { noNullPrototype: true })
const credential = record({ kind: fc.constantFrom('key', 'script'), hash })
const address = fc.oneof(record({ payment: credential }), record({ payment: credential, stake: credential }))
const ratio = record({
  numerator: fc.bigInt({ min: 0n, max: 10n ** 30n }),
  denominator: fc.bigInt({ min: 1n, max: 10n ** 30n }),
})
const text = fc.string({ unit: 'grapheme', maxLength: 100 })

const curvePool = record({
  nft: token,
  token,
  aNum: amount,
  bNum: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  permittedExecutor: hash,
  adaCap: fc.bigInt({ min: 3_000_001n, max: 10n ** 15n }),
  adminWitness: hash,
  factoryWitness: hash,
})

const orderFields = {
  redeemerAddress: address,
  basePrice: ratio,
  fee: amount,
  cancellationPkh: hash,
}
const instantFields = { ...orderFields, permittedExecutor: hash, cancellationAfter: amount }
const beaconFields = { beacon: hash, tradableInput: amount, costPerExStep: amount }

const between = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.tuple(record<T>(fields), sides).map(([order, [input, output]]) => ({ ...order, input, output }))

const instantOrder = between({ ...instantFields, minUtxo: amount })
const instantOrderV1 = between({ ...instantFields, ...beaconFields })
const limitOrder = between({
  ...orderFields,
  ...beaconFields,
  minMarginalOutput: amount,
  permittedExecutors: fc.array(hash, { maxLength: 3 }),
})

const feeNum = fc.bigInt({ min: 0n, max: 1000n })
const poolFields = {
  nft: token,
  lpToken: token,
  lpFeeNum: fc.bigInt({ min: 90_000n, max: 100_000n }),
  treasuryFeeNum: feeNum,
  treasuryX: amount,
  treasuryY: amount,
  daoPolicy: fc.array(credential, { maxLength: 2 }),
  treasuryAddress: hash,
}
const poolOf = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.tuple(record<T>(fields), sides).map(([pool, [assetX, assetY]]) => ({ ...pool, assetX, assetY }))

const feeSwitchPool = poolOf({ ...poolFields, lqBound: amount })
const royaltyPool = poolOf({
  ...poolFields,
  royaltyFeeNum: feeNum,
  royaltyX: amount,
  royaltyY: amount,
  royaltyPubKey: bytes(32),
  nonce: amount,
})

const launchMetadata = record({
  token,
  ticker: text,
  logoCid: text,
  description: text,
  launchType: fc.constantFrom(0, 1),
  author: record({ pkh: hash, skh: fc.oneof(fc.constant(''), hash) }),
  socials: record({ twitter: text, discord: text, telegram: text, website: text }),
  version: amount,
})

interface Codec {
  readonly name: string
  readonly written: fc.Arbitrary<readonly [cbor: string, value: unknown]>
  readonly decode: (cbor: string) => unknown
  /** `undefined` if the datum is refused. */
  readonly rewrite: (cbor: string, style: PlutusStyle) => string | undefined
}

const style = fc.constantFrom<PlutusStyle>('definite', 'indefinite')

const codec = <T>(
  name: string,
  values: fc.Arbitrary<T>,
  decode: (cbor: string) => T | undefined,
  encode: (value: T, style: PlutusStyle) => string,
): Codec => ({
  name,
  written: fc.tuple(values, style).map(([value, form]) => [encode(value, form), value]),
  decode,
  rewrite: (cbor, form) => {
    const value = decode(cbor)
    return value === undefined ? undefined : encode(value, form)
  },
})

const codecs = [
  codec('a curve pool', curvePool, decodeCurvePool, encodeCurvePool),
  codec('an instant order', instantOrder, decodeInstantOrder, encodeInstantOrder),
  codec('a first instant order', instantOrderV1, decodeInstantOrderV1, encodeInstantOrderV1),
  codec('a limit order', limitOrder, decodeLimitOrder, encodeLimitOrder),
  codec('a royalty pool', royaltyPool, decodeRoyaltyPool, encodeRoyaltyPool),
  codec('a fee-switch pool', feeSwitchPool, decodeFeeSwitchPool, encodeFeeSwitchPool),
  codec(
    'a vesting lock',
    record({ lockedUntil: amount, redeemerVkh: hash }),
    decodeVestingLock,
    encodeVestingLock,
  ),
  codec('launch metadata', launchMetadata, decodeLaunchMetadata, encodeLaunchMetadata),
]

type Change = (data: PlutusData) => PlutusData

/** Applies `change` to node number `place`, counted from the root in writing order. */
const changeAt = (data: PlutusData, place: number, change: Change): PlutusData => {
  let left = place
  const visit = (node: PlutusData): PlutusData => {
    if (left-- === 0) return change(node)
    if (typeof node !== 'object') return node
    if ('fields' in node) return { constructor: node.constructor, fields: node.fields.map(visit) }
    if ('pairs' in node) return { pairs: node.pairs.map(([key, value]) => [visit(key), visit(value)]) }
    return node.map(visit)
  }
  return visit(data)
}

const nodes = (data: PlutusData): readonly PlutusData[] => {
  if (typeof data !== 'object') return [data]
  if ('fields' in data) return [data, ...data.fields.flatMap(nodes)]
  if ('pairs' in data) return [data, ...data.pairs.flat().flatMap(nodes)]
  return [data, ...data.flatMap(nodes)]
}

const read = (cbor: string): PlutusData => decodePlutusData(cbor) ?? assert.fail(`unreadable: ${cbor}`)

const replacement = fc.oneof(
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  bytes(0, 40),
  fc.constant([]),
  fc.record({ pairs: fc.constant([]) }, { noNullPrototype: true }),
  fc.constantFrom<PlutusData>({ constructor: 0, fields: [] }, { constructor: 1, fields: [] }, [[]]),
)

const changes = fc.oneof(
  replacement.map(
    (data): Change =>
      () =>
        data,
  ),
  fc.nat(8).map(
    (number): Change =>
      (node) =>
        typeof node === 'object' && 'fields' in node ? { ...node, constructor: number } : node,
  ),
  fc.constantFrom<Change>(
    (node) => (typeof node === 'bigint' ? -node : node),
    (node) => (typeof node === 'string' ? node.slice(2) : node),
    (node) => (typeof node === 'string' ? `${node}00` : node),
    (node) =>
      typeof node === 'object' && 'fields' in node ? { ...node, fields: node.fields.slice(1) } : node,
    (node) =>
      typeof node === 'object' && 'fields' in node ? { ...node, fields: [...node.fields, 0n] } : node,
  ),
)

for (const { name, written, decode, rewrite } of codecs) {
  test(`${name} is read back as it was written`, () => {
    fc.assert(
      fc.property(written, ([cbor, value]) => {
        assert.deepEqual(decode(cbor), value)
      }),
    )
  })

  test(`${name} spoilt anywhere is refused or read as what it says`, () => {
    fc.assert(
      fc.property(written, fc.nat(), changes, style, ([cbor], place, change, form) => {
        const data = read(cbor)
        const spoilt = encodePlutusData(changeAt(data, place % nodes(data).length, change), form)
        const again = rewrite(spoilt, form)
        if (again !== undefined) assert.equal(again, spoilt)
      }),
      { numRuns: 1000 },
    )
  })

  test(`${name} with a negative number anywhere is refused`, () => {
    fc.assert(
      fc.property(written, ([cbor]) => {
        const data = read(cbor)
        nodes(data).forEach((node, place) => {
          if (typeof node !== 'bigint') return
          const spoilt = changeAt(data, place, () => -1n - node)
          assert.equal(decode(encodePlutusData(spoilt, 'definite')), undefined)
        })
      }),
      { numRuns: 20 },
    )
  })

  test(`${name} is not taken for a datum of another kind`, () => {
    fc.assert(
      fc.property(written, ([cbor]) => {
        const readers = codecs.filter((other) => other.decode(cbor) !== undefined)
        assert.deepEqual(
          readers.map((reader) => reader.name),
          [name],
        )
      }),
      { numRuns: 20 },
    )
  })

  test(`no bytes make the reader of ${name} throw`, () => {
    fc.assert(fc.property(bytes(0, 60), (cbor) => assert.equal(decode(cbor), undefined)))
  })
}
