// The rules of bodies, signatures and amounts, each broken in an otherwise valid transaction.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cardano } from '@cardano-sdk/core'
import { Hash28ByteBase16 } from '@cardano-sdk/crypto'
import { formatAddress } from '../../schema/codecs/address.ts'
import { DEVNET_PARAMETERS } from './parameters.ts'
import { type Draft, draftUtxo, signBody, writeTransaction } from './testing/draft.ts'
import { lovelace, passes, reference, refuses } from './testing/expect-submission.ts'
import {
  ALICE,
  ALICE_SIGNS,
  at,
  BOB,
  coin,
  MANY_TOKENS,
  NOW,
  PAYMENT,
  RICH,
  refusalOf,
  testLedger,
} from './testing/test-ledger.ts'

const ADA = 1_000_000n

passes('a payment', PAYMENT)
passes('a payment with bounds, metadata, a network and a required signer', {
  ...PAYMENT,
  from: NOW,
  until: NOW + 1,
  message: { text: 'thanks' },
  network: 0,
  requiredSigners: [ALICE.hash],
})
refuses(
  'an input that never was',
  3117,
  { ...PAYMENT, inputs: [at(99)] },
  {
    unknownOutputReferences: [reference(at(99))],
  },
)
refuses(
  'an input that is a reference too',
  3164,
  { ...PAYMENT, references: [RICH] },
  {
    conflictingReferences: [reference(RICH)],
  },
)
refuses(
  'too early',
  3118,
  { ...PAYMENT, from: NOW + 1 },
  {
    validityInterval: { invalidBefore: NOW + 1 },
    currentSlot: NOW,
  },
)
refuses(
  'too late',
  3118,
  { ...PAYMENT, until: NOW },
  {
    validityInterval: { invalidAfter: NOW },
    currentSlot: NOW,
  },
)
refuses('a value too large', 3120, {
  ...PAYMENT,
  inputs: [MANY_TOKENS],
  outputs: [
    {
      address: ALICE.address,
      lovelace: 59_200_000n,
      assets: Array.from({ length: 210 }, (_, n) => coin(`a name of some length ${n}`, 1n)),
    },
  ],
  fee: 800_000n,
})
const foreign = `61${BOB.hash}`
refuses(
  'an address of another network',
  3124,
  { ...PAYMENT, outputs: [{ address: foreign, lovelace: 99_800_000n }] },
  { expectedNetwork: 'testnet', discriminatedType: 'address', invalidEntities: [formatAddress(foreign)] },
)
refuses(
  'the network id of another network',
  3124,
  { ...PAYMENT, network: 1 },
  {
    expectedNetwork: 'testnet',
    discriminatedType: 'transaction',
  },
)
refuses('metadata without their hash', 3105, { ...PAYMENT, message: { text: 'hi', hash: false } })
refuses(
  'the hash of no metadata',
  3106,
  { ...PAYMENT, metadataHash: '0'.repeat(64) },
  {
    metadata: { hash: '0'.repeat(64) },
  },
)
refuses('the hash of other metadata', 3107, { ...PAYMENT, message: { text: 'hi', hash: '0'.repeat(64) } })
refuses(
  'a signature by another key',
  3100,
  {
    ...PAYMENT,
    signers: [{ ...ALICE, sign: BOB.sign }],
  },
  { invalidSignatories: [ALICE.publicKey] },
)
refuses(
  'no signature of the owner',
  3101,
  { ...PAYMENT, signers: [BOB] },
  {
    missingSignatories: [ALICE.hash],
  },
)
refuses(
  'no signature of a required signer',
  3101,
  { ...PAYMENT, requiredSigners: [BOB.hash] },
  {
    missingSignatories: [BOB.hash],
  },
)
test('3125: too little ada in an output', () => {
  // The head of a list of two items, a key address without a stake part, and the lovelace.
  const bytes = 1n + 31n + 5n
  const { ledger } = testLedger()
  const poor = { address: BOB.address, lovelace: 849_069n }
  const outputs = [poor, { address: ALICE.address, lovelace: 98_950_931n }]
  const insufficientlyFundedOutputs = [
    {
      output: { address: formatAddress(BOB.address), value: lovelace(849_069n) },
      minimumRequiredValue: lovelace(4310n * (160n + bytes)),
    },
  ]
  assert.deepEqual(refusalOf(ledger.submit(writeTransaction({ ...PAYMENT, outputs }))), [
    3125,
    { insufficientlyFundedOutputs },
  ])
})
test('3119: a byte more than the largest transaction, without its validity tag', () => {
  const cbor = writeTransaction(PAYMENT)
  const submit = (maxTxSize: number) =>
    testLedger({ parameters: { ...DEVNET_PARAMETERS, maxTxSize } }).ledger.submit(cbor)
  const size = cbor.length / 2 - 1
  assert.ok('id' in submit(size))
  assert.deepEqual(refusalOf(submit(size - 1)), [
    3119,
    { measuredTransactionSize: { bytes: size }, maximumTransactionSize: { bytes: size - 1 } },
  ])
})
refuses('a transaction too large', 3119, {
  ...PAYMENT,
  outputs: [{ address: ALICE.address, lovelace: 99n * ADA }],
  fee: 1n * ADA,
  message: { text: 'x'.repeat(16_500) },
})
test('3122: one lovelace less than the least fee, which itself passes', () => {
  const { ledger } = testLedger()
  const paying = (fee: bigint): Draft => ({
    ...PAYMENT,
    outputs: [{ address: ALICE.address, lovelace: 100n * ADA - fee }],
    fee,
  })
  // The minimum fee does not count the byte of the validity tag.
  const least = 155_381n + 44n * BigInt(writeTransaction(paying(170_000n)).length / 2 - 1)
  assert.deepEqual(refusalOf(ledger.submit(writeTransaction(paying(least - 1n)))), [
    3122,
    { minimumRequiredFee: lovelace(least), providedFee: lovelace(least - 1n) },
  ])
  assert.ok('id' in ledger.submit(writeTransaction(paying(least))))
})
refuses(
  'one lovelace too much in the outputs',
  3123,
  { ...PAYMENT, outputs: [{ address: BOB.address, lovelace: 99_800_001n }] },
  { valueConsumed: lovelace(100n * ADA), valueProduced: lovelace(100n * ADA + 1n) },
)
refuses('tokens out of nothing', 3123, {
  ...PAYMENT,
  outputs: [{ address: BOB.address, lovelace: 99_800_000n, assets: [coin('new', 1n)] }],
})
refuses('of several failures the one that explains the others', 3117, {
  ...PAYMENT,
  inputs: [at(99)],
  fee: 1n,
  signers: [BOB],
  scripts: [ALICE_SIGNS],
})

test('3121: no input', () => {
  const { ledger } = testLedger()
  const body = bodyOf(writeTransaction(PAYMENT)).replace(/00(d90102)?818258.{68}01/, '008001')
  assert.equal(refusalOf(ledger.submit(signBody(body, [ALICE])))?.[0], 3121)
})

test('3997: what the ledger has no rules for', () => {
  const { ledger } = testLedger()
  // A fourth member: a donation of one lovelace.
  const body = `${bodyOf(writeTransaction(PAYMENT)).replace(/^a3/, 'a4')}1601`
  const error = 'not supported: a donation'
  assert.deepEqual(refusalOf(ledger.submit(signBody(body, [ALICE]))), [3997, { error }])
})

test('-32602: hex that is no transaction', () => {
  const { ledger } = testLedger()
  for (const cbor of [
    '00',
    '80',
    '84a0a0f5f6',
    `${writeTransaction(PAYMENT)}00`,
    writeTransaction(PAYMENT).slice(0, -2),
  ])
    assert.equal(refusalOf(ledger.submit(cbor))?.[0], -32_602, cbor)
})

function bodyOf(cbor: string): string {
  const [, body] = /^84(a3.*?)a100/.exec(cbor) ?? []
  return body ?? cbor
}

test('-32602: amounts and addresses that no output can have', () => {
  const { ledger } = testLedger()
  const outputs = [
    [
      { address: BOB.address, lovelace: 9n * ADA, assets: [coin('new', -5n)] },
      { address: ALICE.address, lovelace: 90_800_000n, assets: [coin('new', 5n)] },
    ],
    [{ address: `e0${BOB.hash}`, lovelace: 99_800_000n }],
  ]
  for (const wrong of outputs)
    assert.equal(refusalOf(ledger.submit(writeTransaction({ ...PAYMENT, outputs: wrong })))?.[0], -32_602)
})

test('3997: an input at a Byron address', () => {
  const byron = Cardano.ByronAddress.fromCredentials(
    Hash28ByteBase16(ALICE.hash),
    {},
    Cardano.ByronAddressType.PubKey,
  )
    .toAddress()
    .toBytes()
  const { ledger } = testLedger({ utxo: [draftUtxo(RICH, { address: byron, lovelace: 100n * ADA })] })
  const error = 'not supported: inputs at Byron addresses'
  assert.deepEqual(refusalOf(ledger.submit(writeTransaction(PAYMENT))), [3997, { error }])
})
