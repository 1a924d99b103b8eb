// The ledger's mempool, blocks and forks, and transactions in the form of blocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import { formatAddress } from '../../schema/codecs/address.ts'
import { itemsAt } from '../../schema/codecs/cbor-spans.ts'
import { blake2b256 } from '../../schema/launchpad/derivations.ts'
import type { Hex } from '../../schema/primitives.ts'
import { buildBlock } from '../chain/build-block.ts'
import type { ChainBlock } from '../chain/chain-block.ts'
import type { Ledger } from './ledger.ts'
import { utxoJson } from './output.ts'
import { DEVNET_PARAMETERS } from './parameters.ts'
import { type Draft, signBody, writeTransaction } from './testing/draft.ts'
import {
  ALICE,
  ALICE_SIGNS,
  AT_FAILS,
  AT_PASSES,
  at,
  BOB,
  COLLATERAL,
  coin,
  FAILS,
  FORTY_TWO,
  HUGE,
  NOW,
  PASSES,
  PAYMENT,
  REFERENCE_SCRIPT,
  RICH,
  redeemer,
  refusalOf,
  rewardAccount,
  SPEND,
  START,
  submitDraft,
  TOKENS,
  testLedger,
} from './testing/test-ledger.ts'

const ADA = 1_000_000n

const holdings = (ledger: Ledger): string[] => [...ledger.utxo.values()].map(utxoJson).sort()

const blockText = (block: ChainBlock): string => block.json.toString('utf8')

const idsIn = (block: ChainBlock): string[] =>
  JSON.parse(blockText(block)).transactions.map(({ id }: { id: string }) => id)

/** Alice pays herself output 1 of a transaction, with all of its `lovelace`. */
const chained = (id: Hex, lovelace: bigint): Draft => ({
  ...PAYMENT,
  inputs: [{ transaction: id, index: 1 }],
  outputs: [
    { address: BOB.address, lovelace: 1n * ADA },
    { address: ALICE.address, lovelace: lovelace - 1_200_000n },
  ],
})

test('an output that the mempool spends cannot be spent again', () => {
  const { ledger } = testLedger()
  submitDraft(ledger, PAYMENT)
  const again = ledger.submit(writeTransaction({ ...PAYMENT, message: { text: 'again' } }))
  assert.equal('error' in again && again.error.code, 3117)
})

test('a transaction that expires while it waits is dropped, with those that spend from it', () => {
  const { ledger } = testLedger()
  const first = submitDraft(ledger, { ...PAYMENT, until: NOW + 1 })
  submitDraft(ledger, chained(first, 89_800_000n))
  const before = holdings(ledger)
  assert.deepEqual(idsIn(ledger.makeBlock(NOW + 1)), [])
  assert.deepEqual([ledger.mempool.length, holdings(ledger)], [0, before])
})

test('what does not fit into a block waits for the next, in order', () => {
  const { ledger, clock } = testLedger()
  const ids: Hex[] = []
  let { inputs } = PAYMENT
  for (let n = 1n; n <= 8n; n += 1n) {
    const outputs = [
      { address: BOB.address, lovelace: 1n * ADA },
      { address: ALICE.address, lovelace: (100n - 2n * n) * ADA },
    ]
    const message = { text: 'x'.repeat(14_000) }
    const id = submitDraft(ledger, { ...PAYMENT, inputs, outputs, fee: 1n * ADA, message })
    ids.push(id)
    inputs = [{ transaction: id, index: 1 }]
  }
  const first = ledger.makeBlock()
  clock.now += 1000
  const second = ledger.makeBlock()
  assert.deepEqual([...idsIn(first), ...idsIn(second)], ids)
  assert.ok(idsIn(first).length > 0 && idsIn(second).length > 0)
})

test('the id is the hash of the body as it was written, not as it would be written again', () => {
  const { ledger } = testLedger()
  const [, body] = /^84(a3.*?)a100/.exec(writeTransaction(PAYMENT)) ?? []
  // The fee in eight bytes instead of four.
  const wide = body?.replace(/021a00030d40/, '021b0000000000030d40') ?? ''
  assert.notEqual(wide, body)
  const submission = ledger.submit(signBody(wide, [ALICE]))
  assert.deepEqual(submission, { id: blake2b256(wide) })
})

test('a transaction is a list of definite or indefinite length, with heads of any length', () => {
  const cbor = writeTransaction(PAYMENT)
  const [body, witnesses] = itemsAt(Buffer.from(cbor, 'hex'), 0).map(({ start, end }) =>
    cbor.slice(2 * start, 2 * end),
  )
  const vkeys = witnesses?.slice(4)
  for (const form of [
    cbor,
    `9f${cbor.slice(2)}ff`,
    `9804${cbor.slice(2)}`,
    `84${body}bf00${vkeys}fff5f6`,
    `84${body}a100d90102${vkeys}f5f6`,
    `9f${body}b80100${vkeys}f5f6ff`,
  ]) {
    const { ledger } = testLedger()
    assert.deepEqual(ledger.submit(form), { id: blake2b256(body ?? '') }, form)
    assert.equal(idsIn(ledger.makeBlock()).length, 1)
  }
})

test('a block shows a payment as a node does, with amounts above 2^53 exact', () => {
  const { ledger } = testLedger()
  const draft: Draft = {
    ...PAYMENT,
    inputs: [TOKENS],
    references: [REFERENCE_SCRIPT],
    outputs: [
      { address: BOB.address, lovelace: 2n * ADA, datum: FORTY_TWO },
      { address: ALICE.address, lovelace: 47_800_000n, assets: [coin('huge', HUGE), coin('new', 3n)] },
    ],
    mint: [coin('new', 3n)],
    scripts: [ALICE_SIGNS],
    from: NOW - 5,
    until: NOW + 5,
    requiredSigners: [ALICE.hash],
    message: { text: 'thanks' },
    network: 0,
  }
  const id = submitDraft(ledger, draft)
  const text = blockText(ledger.makeBlock())
  assert.ok(text.includes(`:{"68756765":${HUGE},"6e6577":3}`), text)
  const [transaction] = JSON.parse(text).transactions
  const signature = transaction.signatories[0].signature
  const policy = ALICE_SIGNS.hash()
  assert.deepEqual(transaction, {
    id,
    spends: 'inputs',
    inputs: [{ transaction: { id: TOKENS.transaction }, index: TOKENS.index }],
    references: [{ transaction: { id: REFERENCE_SCRIPT.transaction }, index: REFERENCE_SCRIPT.index }],
    outputs: [
      { address: formatAddress(BOB.address), value: { ada: { lovelace: 2_000_000 } }, datum: FORTY_TWO },
      {
        address: formatAddress(ALICE.address),
        value: { ada: { lovelace: 47_800_000 }, [policy]: { '68756765': Number(HUGE), '6e6577': 3 } },
      },
    ],
    fee: { ada: { lovelace: 200_000 } },
    validityInterval: { invalidBefore: NOW - 5, invalidAfter: NOW + 5 },
    mint: { [policy]: { '6e6577': 3 } },
    network: 'testnet',
    requiredExtraSignatories: [ALICE.hash],
    metadata: { hash: transaction.metadata.hash, labels: { 674: { json: ['thanks'] } } },
    signatories: [{ key: ALICE.publicKey, signature }],
    scripts: { [policy]: { language: 'native', json: { clause: 'signature', from: ALICE.hash } } },
    treasury: {},
  })
})

test('a block shows scripts, redeemers, datums, collateral and withdrawals', () => {
  const { ledger } = testLedger()
  submitDraft(ledger, {
    ...SPEND,
    outputs: [
      {
        address: ALICE.address,
        lovelace: 99n * ADA,
        datumHash: Serialization.PlutusData.fromCbor(HexBlob(FORTY_TWO)).hash(),
      },
      { address: BOB.address, lovelace: 5n * ADA },
    ],
    datums: [FORTY_TWO],
    withdrawals: { [rewardAccount(PASSES)]: 0n },
    redeemers: [redeemer(Serialization.RedeemerTag.Reward, 0), redeemer(Serialization.RedeemerTag.Spend, 1)],
    collateralReturn: { address: ALICE.address, lovelace: 8n * ADA },
    totalCollateral: 2n * ADA,
  })
  const [transaction] = JSON.parse(blockText(ledger.makeBlock())).transactions
  const { collaterals, collateralReturn, totalCollateral, withdrawals, scripts, datums, redeemers } =
    transaction
  const executionUnits = { memory: 2_000_000, cpu: 500_000_000 }
  const hash = Serialization.PlutusData.fromCbor(HexBlob(FORTY_TWO)).hash()
  assert.deepEqual(
    { collaterals, collateralReturn, totalCollateral, withdrawals, scripts, datums, redeemers },
    {
      collaterals: [{ transaction: { id: COLLATERAL.transaction }, index: COLLATERAL.index }],
      collateralReturn: { address: formatAddress(ALICE.address), value: { ada: { lovelace: 8_000_000 } } },
      totalCollateral: { ada: { lovelace: 2_000_000 } },
      withdrawals: { [rewardAccount(PASSES)]: { ada: { lovelace: 0 } } },
      scripts: { [PASSES.hash()]: { language: 'plutus:v2', cbor: '4d01000033222220051200120011' } },
      datums: { [hash]: FORTY_TWO },
      redeemers: [
        { validator: { index: 1, purpose: 'spend' }, redeemer: FORTY_TWO, executionUnits },
        { validator: { index: 0, purpose: 'withdraw' }, redeemer: FORTY_TWO, executionUnits },
      ],
    },
  )
})

test('transactions that a fork outlives do not come back', () => {
  const { ledger, clock } = testLedger()
  submitDraft(ledger, { ...PAYMENT, until: NOW + 2 })
  ledger.makeBlock()
  clock.now += 2000
  ledger.rollBack(1)
  assert.deepEqual(ledger.mempool, [])
})

test('no more is rolled back than was made here', () => {
  const { ledger } = testLedger()
  ledger.makeBlock()
  assert.throws(() => ledger.rollBack(2), { message: 'cannot roll back 2 blocks of the 1 made here' })
  assert.throws(() => ledger.makeBlock(NOW), { message: `slot ${NOW} is not after the tip's, ${NOW}` })
})

test('a block that cannot be made changes nothing', () => {
  const { ledger, chain } = testLedger()
  // No block can follow the maximum height.
  const last = { ...buildBlock('genesis'), height: Number.MAX_SAFE_INTEGER }
  const before = holdings(ledger)
  const id = submitDraft(ledger, PAYMENT)
  const untouched = () =>
    assert.deepEqual([holdings(ledger), ledger.mempool.map((waiting) => waiting.id)], [before, [id]])
  for (const slot of [1000.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    assert.throws(() => ledger.makeBlock(slot), { message: `${slot} is not a slot` })
  untouched()
  chain.append(last)
  assert.throws(() => ledger.makeBlock(), { message: 'its "height" is not a whole number below 2^53' })
  untouched()
  assert.throws(() => ledger.rollBack(1), { message: 'cannot roll back 1 blocks of the 0 made here' })
  assert.equal(chain.length, 1)
  chain.rollBack(1)
  assert.deepEqual([idsIn(ledger.makeBlock()), chain.length], [[id], 1])
})

test('a roll back that cannot be made changes nothing', () => {
  const { ledger, chain } = testLedger()
  submitDraft(ledger, PAYMENT)
  ledger.makeBlock()
  const after = holdings(ledger)
  chain.rollBack(1)
  assert.throws(() => ledger.rollBack(1), { message: 'cannot roll back 1 blocks of the 0 made here' })
  assert.deepEqual([holdings(ledger), ledger.mempool], [after, []])
})

test('a submission is judged in the slot of the next block, which may be after the clock', () => {
  const { ledger } = testLedger()
  ledger.makeBlock(NOW + 5)
  assert.deepEqual([ledger.slot, ledger.nextSlot], [NOW, NOW + 6])
  assert.deepEqual(refusalOf(ledger.submit(writeTransaction({ ...PAYMENT, until: NOW + 6 }))), [
    3118,
    { validityInterval: { invalidAfter: NOW + 6 }, currentSlot: NOW + 6 },
  ])
  const id = submitDraft(ledger, { ...PAYMENT, from: NOW + 6, until: NOW + 7 })
  assert.deepEqual(idsIn(ledger.makeBlock()), [id])
})

test('the mempool takes two blocks, and more once a block was made', () => {
  const first = writeTransaction(PAYMENT)
  const parameters = { ...DEVNET_PARAMETERS, maxBlockBodySize: first.length / 2 }
  const { ledger } = testLedger({ parameters })
  let id = submitDraft(ledger, PAYMENT)
  id = submitDraft(ledger, chained(id, 89_800_000n))
  const third = writeTransaction(chained(id, 88_600_000n))
  const error = `the mempool is full: its capacity is ${first.length} bytes`
  assert.deepEqual(refusalOf(ledger.submit(third)), [3997, { error }])
  ledger.makeBlock()
  assert.ok('id' in ledger.submit(third))
})

test('the clock tells the slot', () => {
  const { ledger, clock } = testLedger()
  clock.now = START + 12_999
  assert.equal(ledger.slot, 12)
  clock.now = START - 5000
  assert.equal(ledger.slot, 0)
})

test('evaluation tells what each script uses, and that is enough', () => {
  const { ledger } = testLedger()
  const executionUnits = [{ purpose: 'spend', index: 1, memory: 1000n, cpu: 100n }]
  const evaluation = ledger.evaluate(writeTransaction(SPEND))
  assert.ok('executionUnits' in evaluation)
  const [budget] = evaluation.executionUnits
  assert.deepEqual({ ...budget, memory: 1000n, cpu: 100n }, executionUnits[0])
  // The reported units are enough. One unit less is not.
  const using = (memory: bigint, cpu: bigint): Draft => ({
    ...SPEND,
    redeemers: [{ ...redeemer(Serialization.RedeemerTag.Spend, 1), memory, cpu }],
  })
  const { memory = 0n, cpu = 0n } = budget ?? {}
  const short = ledger.submit(writeTransaction(using(memory - 1n, cpu)))
  assert.equal('error' in short && short.error.code, 3136)
  assert.ok('id' in ledger.submit(writeTransaction(using(memory, cpu))))
})

test('evaluation takes outputs that the ledger does not have, and no others', () => {
  const { ledger } = testLedger()
  const reference = { transaction: 'b'.repeat(64), index: 0 }
  const utxo = ledger.utxo.get(AT_PASSES)
  assert.ok(utxo !== undefined)
  const cbor = writeTransaction({ ...SPEND, inputs: [RICH, reference] })
  const known = ledger.evaluate(writeTransaction(SPEND))
  assert.ok('executionUnits' in known)
  assert.deepEqual(ledger.evaluate(cbor, [{ ...utxo, reference }]), known)
  // A caller may repeat an output of the ledger, but not change it.
  assert.deepEqual(ledger.evaluate(writeTransaction(SPEND), [utxo]), known)
  const overlapping = ledger.evaluate(writeTransaction(SPEND), [
    { ...utxo, output: { ...utxo.output, lovelace: 7n } },
  ])
  assert.deepEqual(refusalOf(overlapping), [
    3002,
    { overlappingOutputReferences: [{ transaction: { id: AT_PASSES.transaction }, index: AT_PASSES.index }] },
  ])
})

test('evaluation says which script cannot run, and why', () => {
  const { ledger } = testLedger()
  const validator = { index: 1, purpose: 'spend' }
  const reason = `Unknown transaction input (missing from UTxO set): ${at(99).transaction}#99`
  for (const [change, code, data] of [
    [{ inputs: [RICH, AT_FAILS], scripts: [FAILS] }, 3012, { validationError: '', traces: [] }],
    [{ scripts: [] }, 3011, { missingScripts: [validator] }],
    [{ inputs: [RICH, AT_PASSES, at(99)] }, 3004, { reason }],
    [{ inputs: [RICH, at(99)] }, 3110, { extraneousRedeemers: [validator] }],
  ] as const) {
    const refused = refusalOf(ledger.evaluate(writeTransaction({ ...SPEND, ...change })))
    const withoutTexts = JSON.stringify(refused, (key, value) =>
      key === 'message' || key === 'validationError' ? '' : value,
    )
    const expected = [3010, [{ validator, error: { code, message: '', data } }]]
    assert.deepEqual(JSON.parse(withoutTexts), expected)
  }
})
