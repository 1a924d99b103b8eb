// A transaction with attached signatures equals the transaction that the wallet signed, byte for byte, except for the signatures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { blake2b256 } from '../../../schema/launchpad/derivations.ts'
import { BuildError } from '../build-error.ts'
import { ALICE, BOB } from '../testing/ledger-node.ts'
import { attachWitness, idOf, isSignedBy, readSignatures, withSignatures } from './attach-witness.ts'

/** Unsorted keys, and lengths that no library writes: a library that reads and writes this transaction changes it. */
const BODY = `bf02187b0080018182583900${'ab'.repeat(56)}1a000f42400f00ff`
const REDEEMERS = '9f840000d87980821864190bb8ff'
const unsigned = (witnesses: string): string => `84${BODY}${witnesses}f5f6`
const PLAIN = unsigned('a0')
const ID = idOf(PLAIN)

const vkey = ({ key }: typeof ALICE, id = ID): string => `825820${key.publicKey}5840${key.sign(id)}`
const witnessOf = (...vkeys: readonly string[]): string => `a1008${vkeys.length}${vkeys.join('')}`
const code = (wanted: BuildError['code']) => (error: unknown) =>
  error instanceof BuildError && error.code === wanted

test('a transaction has the id of the bytes of its body', () => {
  assert.equal(ID, blake2b256(BODY))
  assert.ok(isSignedBy({ publicKey: ALICE.key.publicKey, signature: ALICE.key.sign(ID) }, ID))
})

test('a signature is attached and nothing else changes', () => {
  const signed = `84${BODY}a10081${vkey(ALICE)}f5f6`
  assert.equal(attachWitness(PLAIN, witnessOf(vkey(ALICE))), signed)
  const tagged = `a100d9010281${vkey(ALICE)}`
  assert.equal(attachWitness(PLAIN, tagged), signed, 'as a set')
  assert.equal(attachWitness(PLAIN, `bf009f${vkey(ALICE)}ffff`), signed, 'of indefinite length')
  assert.equal(attachWitness(PLAIN, signed), signed, 'a signed transaction as witness')
  assert.equal(attachWitness(PLAIN.toUpperCase(), tagged.toUpperCase()), signed, 'in upper case')
  const withRedeemers = `84${BODY}a20081${vkey(ALICE)}05${REDEEMERS}f5a11902a2a0`
  assert.equal(
    attachWitness(`84${BODY}bf05${REDEEMERS}fff5a11902a2a0`, witnessOf(vkey(ALICE))),
    withRedeemers,
    'beside redeemers and metadata',
  )
})

test('signatures are a set with its tag where the other sets of the transaction have theirs', () => {
  const body = 'a100d9010280'
  const id = idOf(`84${body}a0f5f6`)
  const [first, second] = [vkey(ALICE, id), vkey(BOB, id)]
  const signed = `84${body}a100d9010281${first}f5f6`
  assert.equal(attachWitness(`84${body}a0f5f6`, witnessOf(first)), signed)
  assert.equal(attachWitness(signed, witnessOf(second)), `84${body}a100d9010282${first}${second}f5f6`)
  // A new set gets the form of the existing set.
  const mixed = `84${body}a10081${first}f5f6`
  assert.equal(attachWitness(mixed, witnessOf(second)), `84${body}a10082${first}${second}f5f6`)
})

test('signatures of several keys are gathered, one a key', () => {
  const byAlice = attachWitness(PLAIN, witnessOf(vkey(ALICE)))
  const byBoth = `84${BODY}a10082${vkey(ALICE)}${vkey(BOB)}f5f6`
  assert.equal(attachWitness(byAlice, witnessOf(vkey(BOB))), byBoth)
  assert.equal(attachWitness(byBoth, witnessOf(vkey(BOB), vkey(ALICE))), byBoth)
  assert.deepEqual(readSignatures(byBoth), [
    { publicKey: ALICE.key.publicKey, signature: ALICE.key.sign(ID) },
    { publicKey: BOB.key.publicKey, signature: BOB.key.sign(ID) },
  ])
  assert.equal(withSignatures(byAlice, []), byAlice)
})

test('signatures in the transaction that are of another body do not stay', () => {
  const tampered = `84${BODY}a10082${vkey(BOB, '00'.repeat(32))}${vkey(ALICE)}f5f6`
  assert.equal(withSignatures(tampered, []), `84${BODY}a10081${vkey(ALICE)}f5f6`)
})

test('signatures of something else, none, and what cannot be read are refused', () => {
  const foreign = witnessOf(vkey(ALICE, '00'.repeat(32)))
  assert.throws(() => attachWitness(PLAIN, foreign), code('WRONG_SIGNATURE'))
  assert.throws(() => attachWitness(PLAIN, `a10081825820${BOB.key.publicKey}5840${ALICE.key.sign(ID)}`), {
    code: 'WRONG_SIGNATURE',
    message: `the signature of key ${BOB.key.publicKey} does not match this transaction: sign the CBOR exactly as it was returned`,
  })
  assert.throws(() => attachWitness(PLAIN, 'a0'), { message: 'the witness has no signature' })
  const good = witnessOf(vkey(ALICE))
  for (const witness of ['', 'zz', '00', '8100', 'a10080ff', 'a10081820000', `${good}00`, good.slice(0, -2)])
    assert.throws(() => attachWitness(PLAIN, witness), BuildError, witness)
  for (const cbor of ['', 'zz', '80', '8400000000', `${PLAIN}00`, PLAIN.slice(2), `83${PLAIN.slice(2, -2)}`])
    assert.throws(() => attachWitness(cbor, good), code('UNREADABLE'), cbor)
})

test('whatever bytes come, the answer is a transaction or a clear refusal', () => {
  const good = Buffer.from(attachWitness(PLAIN, witnessOf(vkey(ALICE))), 'hex')
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
      const bent = Buffer.from(good)
      bent[at] = byte
      const hex = (isCut ? bent.subarray(0, at) : bent).toString('hex')
      for (const [cbor, witness] of [
        [hex, witnessOf(vkey(ALICE))],
        [PLAIN, hex],
      ] as const)
        try {
          assert.equal(idOf(attachWitness(cbor, witness)), idOf(cbor))
        } catch (error) {
          assert.ok(error instanceof BuildError, String(error))
        }
    }),
  )
})
