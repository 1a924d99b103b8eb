// Hashes of scripts, compared with another implementation of BLAKE2b.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blake2b } from '@noble/hashes/blake2'
import { LANGUAGES } from '../../../schema/codecs/output-cbor.ts'
import { readUtxos } from './read-utxos.ts'
import { scriptHash } from './script-hash.ts'
import { joinTransaction, libraryScript, witnessSet } from './write-transaction.ts'

test('the hash of a script is of its bytes after the number of its language', () => {
  assert.deepEqual(LANGUAGES, ['native', 'plutus:v1', 'plutus:v2', 'plutus:v3', 'plutus:v4'])
  for (const [number, language] of LANGUAGES.entries()) {
    const expected = blake2b(Buffer.from(`0${number}4100`, 'hex'), { dkLen: 28 })
    assert.equal(scriptHash({ language, cbor: '4100' }), Buffer.from(expected).toString('hex'), language)
  }
})

test('a script of Plutus V4 in an output is read', () => {
  const output = `82825820${'12'.repeat(32)}07a300581d61${'ab'.repeat(28)}011a004c4b4003d818458204424100`
  const [utxo] = readUtxos('utxos', [output])
  assert.deepEqual(utxo?.output.script, { language: 'plutus:v4', cbor: '4100' })
})

test('a witness script is under the key of its language, and a transaction is valid unless it says otherwise', () => {
  for (const [language, written] of [
    ['native', `a101d90102818200581c${'ab'.repeat(28)}`],
    ['plutus:v1', 'a103d9010281424100'],
    ['plutus:v2', 'a106d9010281424100'],
    ['plutus:v3', 'a107d9010281424100'],
  ] as const) {
    const cbor = language === 'native' ? `8200581c${'ab'.repeat(28)}` : '4100'
    const witnesses = witnessSet({ scripts: [libraryScript({ language, cbor })] })
    assert.equal(joinTransaction('a0', witnesses, [], {}), `84a0${written}f5f6`, language)
  }
  const joined = [{}, { valid: undefined }, { valid: false }].map((rest) =>
    joinTransaction('a0', witnessSet({}), [], rest),
  )
  assert.deepEqual(joined, ['84a0a0f5f6', '84a0a0f5f6', '84a0a0f4f6'])
  assert.throws(() => libraryScript({ language: 'plutus:v4', cbor: '4100' }), RangeError)
})
