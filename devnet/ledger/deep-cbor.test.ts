// Deeply nested CBOR, which anybody may submit. Data, metadata and native scripts of any depth are accepted, as by a node. All other parts
// have a depth limit, which is checked before a library reads them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Serialization } from '@cardano-sdk/core'
import { readTransaction } from '../../api/builder/transaction/read-transaction.ts'
import { scriptHash } from '../../api/builder/transaction/script-hash.ts'
import { checkNesting } from '../../schema/codecs/cbor-bounds.ts'
import { itemsAt } from '../../schema/codecs/cbor-spans.ts'
import { blake2b256 } from '../../schema/launchpad/derivations.ts'
import { type Draft, draftUtxo, signBody, writeTransaction } from './testing/draft.ts'
import {
  ALICE,
  AT_PASSES,
  BOB,
  FORTY_TWO,
  PAYMENT,
  RICH,
  redeemer,
  SPEND,
  submitDraft,
  testLedger,
} from './testing/test-ledger.ts'

const nested = (levels: number): string => `${'81'.repeat(levels - 1)}80`

test('transactions pass, and none that is cut', () => {
  for (const draft of [PAYMENT, SPEND]) {
    const cbor = writeTransaction(draft)
    checkNesting(cbor)
    for (let end = 2; end < cbor.length; end += 2) assert.throws(() => checkNesting(cbor.slice(0, end)))
  }
})

test('-32602: a transaction that is nested too deep where a node reads no lists, or far too long, is not read', () => {
  const { ledger } = testLedger()
  const [, body = ''] = /^84(a3.*?)a100/.exec(writeTransaction(PAYMENT)) ?? []
  const carrying = (script: string): string => `84${body}a10381${script}f5f6`
  const reasons = [carrying(nested(5000)), carrying(`5a00008000${'00'.repeat(32_768)}`)].flatMap((cbor) =>
    [ledger.submit(cbor), ledger.evaluate(cbor)].map((outcome) =>
      'error' in outcome ? [outcome.error.code, Object(outcome.error.data).conway] : [],
    ),
  )
  const deep = [-32_602, 'it is nested deeper than 128 levels']
  const long = [
    -32_602,
    `it has ${carrying('').length / 2 + 32_773} bytes, but a transaction has at most 16384`,
  ]
  assert.deepEqual(reasons, [deep, deep, long, long])
})

const DEEP = nested(8000)

const deepPayment = (): string => {
  const outputs = [
    { address: ALICE.address, lovelace: 60_000_000n, datum: FORTY_TWO },
    { address: ALICE.address, lovelace: 38_000_000n },
  ]
  const shallow = writeTransaction({ ...PAYMENT, outputs, fee: 2_000_000n })
  const bytes = Buffer.from(shallow, 'hex')
  const [body] = itemsAt(bytes, 0)
  const deep = `59${(DEEP.length / 2).toString(16).padStart(4, '0')}${DEEP}`
  return signBody(bytes.toString('hex', body?.start, body?.end).replace('42182a', deep), [ALICE])
}

test('a datum of an output may be nested to any depth, and the output is spent like another', () => {
  const { ledger } = testLedger()
  const cbor = deepPayment()
  const submission = ledger.submit(cbor)
  assert.ok('id' in submission, JSON.stringify(submission))
  const { id } = submission
  assert.deepEqual(readTransaction(cbor, id), {
    spent: [RICH],
    made: [
      { address: ALICE.address, lovelace: 60_000_000n, assets: [], datum: DEEP },
      { address: ALICE.address, lovelace: 38_000_000n, assets: [] },
    ].map((output, index) => ({ reference: { transaction: id, index }, output })),
  })
  ledger.makeBlock()
  const back: Draft = {
    ...PAYMENT,
    inputs: [{ transaction: id, index: 0 }],
    outputs: [{ address: ALICE.address, lovelace: 59_000_000n }],
    fee: 1_000_000n,
  }
  assert.equal(typeof submitDraft(ledger, back), 'string')
})

test('scripts do not run over data that are nested too deep for the machine', () => {
  const { ledger } = testLedger()
  const submission = ledger.submit(deepPayment())
  assert.ok('id' in submission, JSON.stringify(submission))
  ledger.makeBlock()
  const spend: Draft = {
    ...SPEND,
    inputs: [{ transaction: submission.id, index: 0 }, AT_PASSES],
    outputs: [{ address: ALICE.address, lovelace: 64_000_000n }],
    redeemers: [redeemer(Serialization.RedeemerTag.Spend, submission.id < AT_PASSES.transaction ? 1 : 0)],
  }
  assert.match(JSON.stringify(ledger.submit(writeTransaction(spend))), /nested deeper than 128 levels/)
})

/** `member` is part of the witness set. */
const paymentWith = (draft: Partial<Draft>, member: string, auxiliary = 'f6'): string =>
  writeTransaction({ ...PAYMENT, fee: 2_000_000n, ...draft }).replace(
    /a1(0081825820.{64}5840.{128})f5f6$/,
    (_, signatures) => `a${member === '' ? 1 : 2}${signatures}${member}f5${auxiliary}`,
  )

test('a datum among the witnesses may be nested to any depth, and the block shows it', () => {
  const { ledger } = testLedger()
  const hash = blake2b256(DEEP)
  const draft: Partial<Draft> = {
    outputs: [{ address: BOB.address, lovelace: 98_000_000n, datumHash: hash }],
    integrityHash: blake2b256(`a081${DEEP}a0`),
  }
  const submission = ledger.submit(paymentWith(draft, `0481${DEEP}`))
  assert.ok('id' in submission, JSON.stringify(submission))
  assert.ok(ledger.makeBlock().json.includes(`"datums":{"${hash}":"${DEEP}"}`))
})

test('metadata may be nested to any depth, and the block shows them', () => {
  const { ledger } = testLedger()
  const auxiliary = `a11902a2${DEEP}`
  const draft: Partial<Draft> = {
    outputs: [{ address: BOB.address, lovelace: 98_000_000n }],
    metadataHash: blake2b256(auxiliary),
  }
  const submission = ledger.submit(paymentWith(draft, '', auxiliary))
  assert.ok('id' in submission, JSON.stringify(submission))
  assert.ok(ledger.makeBlock().json.includes(`"674":{"json":${'['.repeat(8000)}${']'.repeat(8000)}}`))
})

/** Alice's signature inside 4,000 nested `all` clauses. */
const DEEP_SCRIPT = `${'820181'.repeat(4000)}8200581c${ALICE.hash}`

test('a native script may be nested to any depth: it is judged, and shown in the block', () => {
  const address = `70${scriptHash({ language: 'native', cbor: DEEP_SCRIPT })}`
  const { ledger } = testLedger({ utxo: [draftUtxo(RICH, { address, lovelace: 50_000_000n })] })
  const outputs = [{ address: BOB.address, lovelace: 48_000_000n }]
  const signedBy = (key: typeof ALICE): string =>
    paymentWith({ outputs, signers: [key] }, `0181${DEEP_SCRIPT}`)
  assert.match(JSON.stringify(ledger.submit(signedBy(BOB))), /3103/)
  const submission = ledger.submit(signedBy(ALICE))
  assert.ok('id' in submission, JSON.stringify(submission))
  const clauses = `${'{"clause":"all","from":['.repeat(4000)}{"clause":"signature","from":"${ALICE.hash}"}${']}'.repeat(4000)}`
  assert.ok(ledger.makeBlock().json.includes(`"json":${clauses}`))
})
