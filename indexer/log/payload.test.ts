// The payload's bytes. A written block is read back, no other bytes are accepted, and a version's layout never changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { recordedChains } from '../../fixtures/chains/recorded-chains.ts'
import { packAssets } from '../../schema/codecs/packed-assets.ts'
import type { BlockEvent } from '../../schema/events.ts'
import { bareTransaction } from '../../tests/kit/bare-transaction.ts'
import { readMessage } from '../ogmios/read-message.ts'
import { blockEvents } from '../testing/arbitraries.ts'
import { recordedFrames } from '../testing/frames.ts'
import { withPlainOutputs } from '../testing/with-plain-outputs.ts'
import { decodePayload, encodePayload, PAYLOAD_VERSION } from './payload.ts'

const roundTrip = ({ parent, transactions }: BlockEvent, payload: Buffer): void =>
  assert.deepEqual(withPlainOutputs(decodePayload(PAYLOAD_VERSION, payload)), { parent, transactions })

test('the assets of an output are packed as they are alone, and read once', () => {
  fc.assert(
    fc.property(blockEvents, (block) => {
      for (const { outputs } of decodePayload(PAYLOAD_VERSION, encodePayload(block)).transactions)
        for (const output of outputs) {
          assert.deepEqual(output.packedAssets, packAssets(output.assets))
          assert.equal(output.assets, output.assets)
        }
    }),
  )
})

test('any block comes back as it was', () => {
  fc.assert(
    fc.property(blockEvents, (block) => roundTrip(block, encodePayload(block))),
    { numRuns: 500 },
  )
})

for (const { name, path, skip } of recordedChains) {
  test(`every block of ${name} comes back as it was, in a third of its size`, { skip }, () => {
    const size = { frames: 0, payloads: 0 }
    for (const frame of recordedFrames(path)) {
      const message = readMessage(frame)
      assert.ok(message.kind === 'forward')
      const payload = encodePayload(message.block)
      roundTrip(message.block, payload)
      size.frames += frame.length
      size.payloads += payload.length
    }
    assert.ok(size.payloads * 3 < size.frames, JSON.stringify(size))
  })
}

const policy = '11'.repeat(28)
const txId = '22'.repeat(32)

const small: BlockEvent = {
  point: { slot: 7, id: 'ff'.repeat(32) },
  height: 3,
  parent: '33'.repeat(32),
  transactions: [
    {
      id: txId,
      valid: true,
      inputs: [
        { transaction: '44'.repeat(32), index: 0 },
        { transaction: '55'.repeat(32), index: 300, redeemer: 'd87980' },
      ],
      outputs: [
        { address: `61${'66'.repeat(28)}`, lovelace: 0n, assets: [], hasReferenceScript: false },
        {
          address: '82d8',
          lovelace: 2n ** 63n - 1n,
          assets: [
            { asset: `${policy}.`, quantity: 1n },
            { asset: `${policy}.abcd`, quantity: 2n ** 64n },
          ],
          datumHash: '77'.repeat(32),
          witnessDatum: 'a0',
          hasReferenceScript: true,
          script: { language: 'plutus:v2', cbor: '4100' },
        },
      ],
      firstOutput: 0,
      mint: [{ asset: `${policy}.abcd`, quantity: -64n }],
      requiredSigners: ['88'.repeat(28)],
      validity: { from: 127n, until: 128n },
      metadata: new Map([['674', '{"json":"é"}']]),
    },
    bareTransaction(txId, { valid: false, firstOutput: 2 }),
    bareTransaction(txId, { isNested: true }),
  ],
}

/** Version 3. A changed layout needs another version, because old logs must stay readable. */
const GOLDEN = [
  ['parent', `20${'33'.repeat(32)}`],
  ['three transactions', '03'],
  ['flags: from, until', '06'],
  ['id', txId],
  ['two inputs', '02'],
  ['the first: id, index 0, no redeemer', `${'44'.repeat(32)}0000`],
  ['the second: id, index 300, redeemer', `${'55'.repeat(32)}ac0203d87980`],
  ['first output 0, two outputs', '0002'],
  ['no flags, a new address of 29 bytes (the first shared one), 0 lovelace', `00001d61${'66'.repeat(28)}00`],
  ['flags: datum, datum hash, script, assets, bytes of the script', '1f'],
  ['a new address of 2 bytes (the second), 2^63 - 1 lovelace', '000282d8ffffffffffffffff7f'],
  ['two assets', '02'],
  ['a new policy (the third), empty name, 1', `001c${policy}0002`],
  ['the third, name, 2^64', '0302abcd80808080808080808004'],
  ['datum of the witnesses, datum hash', `01a0${'77'.repeat(32)}`],
  ['script of Plutus 2', '02024100'],
  ['mint: the third, name, -64', '010302abcd7f'],
  ['one signatory', `01${'88'.repeat(28)}`],
  ['from 127, until 128', '7f8001'],
  ['one label: its text, its JSON', '01033637340d7b226a736f6e223a22c3a9227d'],
  ['flags: invalid; id', `01${txId}`],
  ['no inputs, first output 2, no outputs', '000200'],
  ['no mint, requiredSigners, metadata', '000000'],
  ['flags: nested; id', `08${txId}`],
  ['no inputs, first output 0, no outputs, mint, requiredSigners, metadata', '000000000000'],
]
  .map(([, bytes]) => bytes)
  .join('')

test('the layout of version 3 is fixed', () => {
  assert.equal(PAYLOAD_VERSION, 3)
  assert.equal(encodePayload(small).toString('hex'), GOLDEN)
  roundTrip(small, Buffer.from(GOLDEN, 'hex'))
})

/** Without the sub-transaction, as earlier versions wrote it. */
const BEFORE = GOLDEN.replace(/^(.{66})03/, '$102').replace(`08${txId}000000000000`, '')

test('a payload of version 2 is read', () => {
  const transactions = small.transactions.slice(0, 2)
  assert.deepEqual(withPlainOutputs(decodePayload(2, Buffer.from(BEFORE, 'hex'))).transactions, transactions)
})

test('a payload of version 1 is read: an output may carry a script that is not in it', () => {
  const old = BEFORE.replace('02024100', '').replace('1f000282d8', '0f000282d8')
  const [first, second] = small.transactions
  assert.ok(first && second)
  const outputs = first.outputs.map(({ script: _, ...output }) => output)
  assert.deepEqual(withPlainOutputs(decodePayload(1, Buffer.from(old, 'hex'))).transactions, [
    { ...first, outputs },
    second,
  ])
})

test('a script of an unknown language is refused', () => {
  const strange = GOLDEN.replace('02024100', '05024100')
  assert.throws(() => decodePayload(PAYLOAD_VERSION, Buffer.from(strange, 'hex')), RangeError)
})

test('a block without a parent or transactions is two bytes', () => {
  const empty: BlockEvent = { ...small, parent: 'genesis', transactions: [] }
  assert.equal(encodePayload(empty).toString('hex'), '0000')
  roundTrip(empty, encodePayload(empty))
})

test('any payload that is cut or has bytes after its end is refused', () => {
  fc.assert(
    fc.property(blockEvents, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 20 }), (block, cut, more) => {
      const payload = encodePayload(block)
      const shorter = payload.subarray(0, cut % payload.length)
      assert.throws(() => decodePayload(PAYLOAD_VERSION, shorter), RangeError)
      assert.throws(() => decodePayload(PAYLOAD_VERSION, Buffer.concat([payload, more])), RangeError)
    }),
    { numRuns: 300 },
  )
})

test('a damaged number of transactions, inputs or assets is refused before a list of that length is made', () => {
  // The number 2^25 - 1. An array of 2^25 - 1 items would take 256 MiB; an array of 2^32 items cannot be made.
  const many = 'ffffff0f'
  const beforeAssets = GOLDEN.indexOf(`010302abcd7f01${'88'.repeat(28)}`)
  const inputs = GOLDEN.indexOf(`02${'44'.repeat(32)}`)
  for (const at of [66, inputs, beforeAssets]) {
    const damaged = Buffer.from(GOLDEN.slice(0, at) + many + GOLDEN.slice(at + 2), 'hex')
    const before = process.memoryUsage().rss
    assert.throws(() => decodePayload(PAYLOAD_VERSION, damaged), {
      name: 'RangeError',
      message: 'the payload is cut',
    })
    assert.ok(process.memoryUsage().rss - before < 64 << 20, `at ${at}`)
  }
})

test('other versions are refused', () => {
  for (const version of [0, 4, -1])
    assert.throws(() => decodePayload(version, Buffer.from(GOLDEN, 'hex')), {
      name: 'RangeError',
      message: `unknown payload version ${version}`,
    })
})

test('hashes of another length are refused, wherever they stand', () => {
  const [transaction] = small.transactions
  assert.ok(transaction)
  const wrong = '22'.repeat(31)
  const [output] = transaction.outputs
  assert.ok(output)
  const broken = [
    { id: wrong },
    { inputs: [{ transaction: wrong, index: 0 }] },
    { inputs: [{ transaction: 'zz'.repeat(32), index: 0 }] },
    { outputs: [{ ...output, address: 'zz' }] },
    { outputs: [{ ...output, address: 'a' }] },
    { outputs: [{ ...output, datumHash: wrong }] },
    { mint: [{ asset: '11.22', quantity: 1n }] },
    { mint: [{ asset: `${policy}.abc`, quantity: 1n }] },
    { requiredSigners: [wrong] },
  ]
  for (const part of broken)
    assert.throws(
      () => encodePayload({ ...small, transactions: [{ ...transaction, ...part }] }),
      RangeError,
      JSON.stringify(part, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
})
