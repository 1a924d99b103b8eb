// Outputs read from a chain's JSON equal the outputs of the ledger that made the chain.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Serialization } from '@cardano-sdk/core'
import { HexBlob } from '@cardano-sdk/util'
import fc from 'fast-check'
import { formatOutputReference, type OutputReference } from '../../schema/primitives.ts'
import { buildBlock, buildChain } from '../chain/build-block.ts'
import { buildTransaction, fakeHash } from '../chain/build-transaction.ts'
import { MAX_INT64, oddBlocks } from '../chain/odd-blocks.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { decodeOutput, type LedgerUtxo } from '../ledger/output.ts'
import {
  ALICE,
  ALICE_SIGNS,
  AT_FAILS,
  BOB,
  coin,
  DATUM_HASH,
  FAILS,
  HUGE,
  PASSES,
  PASSES_V3,
  PAYMENT,
  RICH,
  SPEND,
  scriptAddress,
  submitDraft,
  testLedger,
} from '../ledger/testing/test-ledger.ts'
import { recordedOutputs } from './recorded-outputs.ts'

const ADA = 1_000_000n
const FEE = 250_000n
const DATUM = '182a'

const shapes = (utxos: Iterable<LedgerUtxo>) =>
  [...utxos]
    .map(({ reference, output: { cbor, valueSize, script, ...rest } }) => ({
      reference: formatOutputReference(reference),
      ...rest,
      ...(script === undefined ? {} : { script: [script.language, script.hash] }),
    }))
    .sort((a, b) => (a.reference < b.reference ? -1 : 1))

const genesis = [...testLedger().ledger.utxo.values()]

type Draft = Parameters<typeof submitDraft>[1]
type DraftOutput = Draft['outputs'][number]

const lovelace = 2n * ADA
const OUTPUTS: readonly DraftOutput[] = [
  { address: BOB.address, lovelace },
  { address: scriptAddress(PASSES), lovelace, datum: DATUM },
  { address: scriptAddress(PASSES_V3), lovelace, datumHash: DATUM_HASH },
  { address: BOB.address, lovelace, datum: DATUM, script: PASSES },
  { address: ALICE.address, lovelace, datumHash: DATUM_HASH, script: PASSES_V3 },
  { address: ALICE.address, lovelace, script: ALICE_SIGNS },
  { address: scriptAddress(ALICE_SIGNS), lovelace, assets: [coin('', 1n), coin('minted', HUGE)] },
]

class Payer {
  #balance: OutputReference = RICH
  #left = 100n * ADA
  readonly ledger: Ledger

  constructor(ledger: Ledger) {
    this.ledger = ledger
  }

  pay(output: DraftOutput): OutputReference {
    this.#left -= output.lovelace + FEE
    const transaction = submitDraft(this.ledger, {
      ...PAYMENT,
      inputs: [this.#balance],
      outputs: [output, { address: ALICE.address, lovelace: this.#left }],
      fee: FEE,
      ...(output.assets ? { mint: output.assets, scripts: [ALICE_SIGNS] } : {}),
    })
    this.#balance = { transaction, index: 1 }
    return { transaction, index: 0 }
  }

  /** The script fails, so Alice loses her collateral. */
  fail(withReturn: boolean): void {
    submitDraft(this.ledger, {
      ...SPEND,
      inputs: [AT_FAILS],
      outputs: [{ address: ALICE.address, lovelace: 4n * ADA }],
      redeemers: [{ ...(SPEND.redeemers?.[0] ?? assert.fail()), index: 0 }],
      scripts: [FAILS],
      ...(withReturn ? { collateralReturn: { address: ALICE.address, lovelace: 8n * ADA } } : {}),
      valid: false,
    })
  }
}

test('after any blocks and forks, what is read from the chain is what the ledger holds', () => {
  const step = fc.record({
    payments: fc.array(fc.constantFrom(...OUTPUTS), { maxLength: 3 }),
    back: fc.nat(3),
  })
  const failure = fc.record({ at: fc.nat(10), withReturn: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), failure, (steps, { at, withReturn }) => {
      const { ledger, chain, clock } = testLedger()
      const payer = new Payer(ledger)
      for (const [n, { payments, back }] of steps.entries()) {
        for (const output of payments) payer.pay(output)
        if (n === at) payer.fail(withReturn)
        clock.now += 1000
        ledger.rollBack(Math.min(back, chain.length))
        ledger.makeBlock()
        const recorded = shapes(recordedOutputs(chain, genesis))
        assert.deepEqual(recorded, shapes(ledger.utxo.values()))
      }
    }),
    { numRuns: 20 },
  )
})

test('native scripts are written as wallets write them, however deep they are nested', () => {
  const key = `{"clause":"signature","from":"${ALICE.hash}"}`
  const late = '{"clause":"after","slot":9007199254740993}'
  const json = `{"clause":"any","from":[{"clause":"some","atLeast":1,"from":[${key},${late}]},{"clause":"all","from":[{"clause":"before","slot":30},{"clause":"all","from":[]}]}]}`
  const outputWith = (script: string) => {
    const made = buildTransaction({ outputs: [{ lovelace: 1n }] })
    const withScript = made.json.replace('"value":', `"script":{"language":"native",${script}},"value":`)
    assert.notEqual(withScript, made.json)
    const block = buildBlock('genesis', { transactions: [{ ...made, json: withScript }] })
    return recordedOutputs([block])[0]?.output.script
  }
  const built = outputWith(`"json":${json}`)
  const hash = '8200581c'
  const cbor = `82028283030182${hash}${ALICE.hash}82041b00200000000000018201828205181e820180`
  assert.deepEqual(built, {
    language: 'native',
    hash: Serialization.NativeScript.fromCbor(HexBlob(cbor)).hash(),
    cbor,
  })
  assert.deepEqual(outputWith(`"cbor":"${cbor}"`), built)
  const depth = 20_000
  const deep = outputWith(`"json":${'{"clause":"all","from":['.repeat(depth)}${key}${']}'.repeat(depth)}`)
  assert.equal(deep?.cbor, `${'820181'.repeat(depth)}${hash}${ALICE.hash}`)
})

test('the odd blocks are read, with amounts above 2^53', () => {
  const huge = recordedOutputs(oddBlocks()).filter(({ output }) => output.lovelace === MAX_INT64)
  assert.deepEqual(
    huge.map(({ output }) => output.assets),
    [[{ asset: `${fakeHash('huge', 28)}.48554745`, quantity: MAX_INT64 }]],
  )
})

test('what is not as a node writes it is told, with where it is', () => {
  const made = buildTransaction({ outputs: [{ lovelace: 1n }] })
  const reading = (find: string, put: string) => () => {
    const json = made.json.replace(find, put)
    assert.notEqual(json, made.json)
    recordedOutputs([buildBlock('genesis', { transactions: [{ ...made, json }] })])
  }
  const id = buildBlock('genesis', {
    transactions: [{ ...made, json: made.json.replace('"outputs":[', '"outputs":7,"other":[') }],
  }).point.id
  assert.throws(reading('"outputs":[', '"outputs":7,"other":['), {
    message: `block ${id}: outputs is not a list`,
  })
  for (const [find, put, reason] of [
    ['"lovelace":1}', '"lovelace":-1}', '-1 is not an amount of 64 bits'],
    ['"lovelace":1}', '"lovelace":18446744073709551616}', '18446744073709551616 is not an amount of 64 bits'],
    ['"lovelace":1}', '"lovelace":"1"}', "an output's lovelace is not an integer"],
    ['"value":{', '"script":{"language":"basic"},"value":{', 'a script is of the language basic'],
    ['"value":{', '"datum":5,"value":{', "an output's datum is not a string"],
    ['"address":"', '"address":"nowhere","other":"', '"nowhere" is not an address'],
  ] as const)
    assert.throws(reading(find, put), { message: `output ${made.id}#0: ${reason}` })
})

test('what is written is read back by the library as the same output', () => {
  const { ledger, chain } = testLedger()
  const payer = new Payer(ledger)
  for (const output of OUTPUTS) payer.pay(output)
  ledger.makeBlock()
  for (const { output } of recordedOutputs([...buildChain(1), ...oddBlocks(), ...chain]))
    assert.deepEqual(decodeOutput(output.cbor), output)
})
