// Assets as bytes. They are read, copied from other bytes, and searched without conversion.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BinaryReader, BinaryWriter } from './binary.ts'
import {
  hasPolicyLead,
  packAssets,
  policyLead,
  readPackedAssets,
  unpackAssets,
  writeAssets,
} from './packed-assets.ts'

/** The policies repeat within and across lists. Two of them begin with the same four bytes. */
const POLICIES = ['11', '22', '33'].map((byte) => byte.repeat(28))
POLICIES.push(`22222222${'ee'.repeat(24)}`)

const assets = fc.array(
  fc.record(
    {
      asset: fc
        .tuple(fc.constantFrom(...POLICIES), fc.uint8Array({ maxLength: 32 }))
        .map(([policy, name]) => `${policy}.${Buffer.from(name).toString('hex')}`),
      quantity: fc.bigInt(-(2n ** 63n), 2n ** 64n),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 12 },
)

test('packed assets are what they were', () => {
  fc.assert(
    fc.property(assets, (list) => {
      const packed = packAssets(list)
      assert.equal(packed === null, list.length === 0)
      assert.deepEqual(unpackAssets(packed), list)
    }),
  )
})

test('assets read as bytes from among others are packed as if they were alone', () => {
  fc.assert(
    fc.property(fc.array(assets, { maxLength: 5 }), (lists) => {
      const writer = new BinaryWriter()
      for (const list of lists) writeAssets(writer, list)
      const reader = new BinaryReader(writer.result())
      assert.deepEqual(
        lists.map(() => readPackedAssets(reader)),
        lists.map(packAssets),
      )
      assert.equal(reader.done, true)
    }),
  )
})

test('a policy or a name of another length is refused, never cut', () => {
  const policy = POLICIES[0] ?? assert.fail()
  for (const asset of [`${policy}00.ab`, `${policy.slice(2)}.ab`, policy, `${policy}.${'ab'.repeat(33)}`])
    assert.throws(() => packAssets([{ asset, quantity: 1n }]), RangeError, asset)
})

test('packed assets that are cut are not read', () => {
  const packed = packAssets([{ asset: `${POLICIES[0]}.abcd`, quantity: 2n ** 60n }]) ?? assert.fail()
  for (let bytes = 0; bytes < packed.length; bytes++)
    assert.throws(() => readPackedAssets(new BinaryReader(packed.subarray(0, bytes))), RangeError)
})

test('more packed assets than there are bytes left are refused before any is read', () => {
  const packed = packAssets([{ asset: `${POLICIES[0]}.abcd`, quantity: 1n }]) ?? assert.fail()
  const reader = new BinaryReader(Buffer.concat([Buffer.from('ffffffffffffff0f', 'hex'), packed.subarray(1)]))
  assert.throws(() => readPackedAssets(reader), { name: 'RangeError', message: 'the payload is cut' })
  assert.equal(reader.at, 8)
})

test('how a policy begins tells whether a list may have an asset of it', () => {
  fc.assert(
    fc.property(assets, fc.subarray(POLICIES), (list, policies) => {
      const leads = new Set(policies.map(policyLead))
      const packed = packAssets(list)
      assert.equal(
        packed !== null && hasPolicyLead(packed, leads),
        list.some(({ asset }) => policies.some((policy) => asset.startsWith(policy.slice(0, 8)))),
      )
    }),
  )
})
