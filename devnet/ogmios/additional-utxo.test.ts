import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLossless } from '../../schema/ogmios/lossless-json.ts'
import { utxoJson } from '../ledger/output.ts'
import { ALICE_SIGNS, AT_PASSES, REFERENCE_SCRIPT, testLedger } from '../ledger/testing/test-ledger.ts'
import { readAdditional } from './additional-utxo.ts'

const LONGEST = 16_384
const { ledger } = testLedger()

test('outputs are read as queries show them', () => {
  const utxos = [AT_PASSES, REFERENCE_SCRIPT].flatMap((reference) => ledger.utxo.get(reference) ?? [])
  const shown = JSON.parse(`[${utxos.map(utxoJson)}]`)
  const inCapitals = shown.map((utxo: { transaction: { id: string } }) => ({
    ...utxo,
    transaction: { id: utxo.transaction.id.toUpperCase() },
  }))
  for (const given of [shown, inCapitals])
    assert.deepEqual(readAdditional(given, LONGEST)?.map(utxoJson), utxos.map(utxoJson))
  assert.deepEqual([readAdditional(undefined, LONGEST), readAdditional(null, LONGEST)], [[], []])
})

test('a datum or a script that is nested too deep, or longer than a transaction, is not read', () => {
  const [utxo] = [...ledger.utxo.values()]
  assert.ok(utxo !== undefined)
  const output = JSON.parse(utxoJson(utxo))
  const reads = (member: object): boolean => readAdditional([{ ...output, ...member }], LONGEST) !== undefined
  const data = (depth: number): string => `${'81'.repeat(depth - 1)}00`
  const script = (depth: number) => {
    const key = ALICE_SIGNS.asNative()?.toCbor()
    return { script: { language: 'native', cbor: `${'820181'.repeat(depth)}${key}` } }
  }
  const bytes = (count: number): string => `59${count.toString(16).padStart(4, '0')}${'00'.repeat(count)}`
  /** 64 bytes are the ledger's maximum for a piece. */
  const pieces = (count: number): string => `5f${`5840${'00'.repeat(64)}`.repeat(count)}ff`
  const plutus = (count: number) => ({ script: { language: 'plutus:v2', cbor: bytes(count) } })
  assert.deepEqual(
    [reads({ datum: data(128) }), reads({ datum: data(129) }), reads({ datum: data(50_000) })],
    [true, false, false],
  )
  assert.deepEqual([reads(script(63)), reads(script(64)), reads(script(20_000))], [true, false, false])
  assert.deepEqual([reads({ datum: pieces(248) }), reads({ datum: pieces(249) })], [true, false])
  assert.deepEqual([reads(plutus(LONGEST - 3)), reads(plutus(LONGEST))], [true, false])
})

test('amounts that a double would round are exact', () => {
  const [utxo] = [...ledger.utxo.values()]
  assert.ok(utxo !== undefined)
  const exact = 2n ** 53n + 1n
  const json = utxoJson({ ...utxo, output: { ...utxo.output, lovelace: exact } })
  const [read] = readAdditional(parseLossless(`[${json}]`), LONGEST) ?? []
  assert.equal(read?.output.lovelace, exact)
})

test('what is no list of outputs is told apart', () => {
  for (const value of [{}, [{}], [null], ['x'], [{ transaction: { id: '00' }, index: 0 }]])
    assert.equal(readAdditional(value, LONGEST), undefined)
})
