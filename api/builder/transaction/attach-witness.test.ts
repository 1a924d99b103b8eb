// A transaction with attached signatures equals the transaction that the wallet signed, byte for byte, except for the signatures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { blake2b256 } from '../../../schema/launchpad/derivations.ts'
import { BuildError } from '../build-error.ts'
import { ALICE, BOB } from '../testing/ledger-node.ts'
import { attachWitness, idOf, isSignedBy, readSignatures, withSignatures } from './attach-witness.ts'

/** Unsorted keys, and lengths in a form that no library writes. A library that reads and writes this transaction would change it. */
const BODY = `bf02187b0080018182583900${'ab'.repeat(56)}1a000f42400f00ff`
const REDEEMERS = '9f840000d87980821864190bb8ff'
const unsigned = (witnesses: string): string => `84${BODY}${witnesses}f5f6`
const PLAIN = unsigned('a0')
const ID = idOf(PLAIN)

const vkey = ({ key }: typeof ALICE, id = ID): string => `825820${key.publicKey}5840${key.sign(id)}`
const witnessOf = (...vkeys: readonly string[]): string => `a1008${vkeys.length}${vkeys.join('')}`
const code = (wanted: BuildError['code']) => ({ name: 'BuildError', code: wanted })

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

/** Signs for a Byron address, with chain code and attributes. */
const bootstrap = ({ key }: typeof ALICE, id = ID, attributes = '41a0'): string =>
  `845820${key.publicKey}5840${key.sign(id)}5820${'09'.repeat(32)}${attributes}`

test('signatures of Byron addresses are verified and kept beside those of keys', () => {
  const both = `a20081${vkey(ALICE)}0281${bootstrap(BOB)}`
  const signed = `84${BODY}${both}f5f6`
  assert.equal(attachWitness(PLAIN, both), signed)
  assert.equal(attachWitness(PLAIN, `a102d9010281${bootstrap(BOB)}`), `84${BODY}a10281${bootstrap(BOB)}f5f6`)
  assert.equal(attachWitness(`84${BODY}a10281${bootstrap(BOB)}f5f6`, witnessOf(vkey(ALICE))), signed)
  // One key may have several Byron addresses.
  const other = bootstrap(BOB, ID, '44a10241ff')
  assert.equal(
    attachWitness(signed, `a10282${bootstrap(BOB)}${other}`),
    `84${BODY}a20081${vkey(ALICE)}0282${bootstrap(BOB)}${other}f5f6`,
  )
  assert.throws(
    () => attachWitness(PLAIN, `a10281${bootstrap(BOB, '00'.repeat(32))}`),
    code('WRONG_SIGNATURE'),
  )
  const cut = bootstrap(BOB).replace(`5820${'09'.repeat(32)}`, `581f${'09'.repeat(31)}`)
  for (const bad of [cut, bootstrap(BOB).slice(0, -4).replace('84', '83'), `85${bootstrap(BOB).slice(2)}00`])
    assert.throws(() => attachWitness(PLAIN, `a10281${bad}`), code('UNREADABLE'), bad)
})

test('every form of a transaction that the ledger takes keeps its bytes', () => {
  const key = vkey(ALICE)
  const parts: Readonly<Record<string, readonly [before: string, after: string]>> = {
    'a list': ['84', 'f5f6'],
    'a list with a longer head': ['9804', 'f5f6'],
    'a list of indefinite length': ['9f', 'f5f6ff'],
    'scripts that fail': ['84', 'f4f6'],
    'before Alonzo': ['83', 'f6'],
    'before Alonzo, of indefinite length': ['9f', 'f6ff'],
    metadata: ['84', 'f5a11902a2a0'],
    'metadata before Alonzo': ['83', 'a11902a2a0'],
    'metadata of Shelley-MA': ['84', 'f582a080'],
    'metadata of Alonzo': ['84', 'f5d90103a100a0'],
    'metadata of indefinite length': ['84', 'f5bf1902a29fffff'],
  }
  for (const [name, [before, after]] of Object.entries(parts)) {
    for (const body of [BODY, `a4${BODY.slice(2, -2)}`, `b804${BODY.slice(2, -2)}`]) {
      const cbor = (witnesses: string): string => `${before}${body}${witnesses}${after}`
      const id = blake2b256(body)
      assert.equal(idOf(cbor('a0')), id, name)
      const witness = witnessOf(vkey(ALICE, id))
      for (const [own, kept] of [
        ['a0', witness],
        ['bfff', witness],
        [`a105${REDEEMERS}`, `a2${witness.slice(2)}05${REDEEMERS}`],
        ['a105a182000082d87980821864190bb8', `a2${witness.slice(2)}05a182000082d87980821864190bb8`],
        ['a1180480', `a2${witness.slice(2)}0480`],
        ['a104d9010280', `a2${witness.slice(2)}04d9010280`],
      ] as const)
        assert.equal(attachWitness(cbor(own), witness), cbor(kept), `${name}: ${own}`)
    }
  }
  for (const witness of [
    `bf009f${key}ffff`,
    `a100d901029f${key}ff`,
    `b80100d90102980182${key.slice(2)}`,
    `a11800819f${key.slice(2)}ff`,
    `9f${BODY}a10081${key}f5f6ff`,
    `83${BODY}a10081${key}f6`,
  ])
    assert.equal(attachWitness(PLAIN, witness), attachWitness(PLAIN, witnessOf(key)), witness)
})

test('a list of as many inputs as the number of the tag of sets is no set', () => {
  const body = `a100990102${'80'.repeat(258)}`
  const transaction = `84${body}a0f5f6`
  const key = vkey(ALICE, idOf(transaction))
  assert.equal(attachWitness(transaction, witnessOf(key)), `84${body}a10081${key}f5f6`)
})

test('signatures are a set with its tag where the other sets of the transaction have theirs', () => {
  const body = 'a100d9010280'
  const id = idOf(`84${body}a0f5f6`)
  const [first, second] = [vkey(ALICE, id), vkey(BOB, id)]
  const signed = `84${body}a100d9010281${first}f5f6`
  assert.equal(attachWitness(`84${body}a0f5f6`, witnessOf(first)), signed)
  assert.equal(attachWitness(signed, witnessOf(second)), `84${body}a100d9010282${first}${second}f5f6`)
  // The new set of signatures gets the form of the existing set.
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
  for (const witness of [
    '',
    'zz',
    '00',
    '8100',
    'a10080ff',
    'a10081820000',
    `${good}00`,
    `a1008183${vkey(ALICE).slice(2)}00`,
    good.slice(0, -2),
  ])
    assert.throws(() => attachWitness(PLAIN, witness), BuildError, witness)
  for (const cbor of ['', 'zz', '80', '8400000000', `${PLAIN}00`, PLAIN.slice(2), `83${PLAIN.slice(2, -2)}`])
    assert.throws(() => attachWitness(cbor, good), code('UNREADABLE'), cbor)
})

test('whatever bytes come, the answer is a transaction or a clear refusal', () => {
  const good = Buffer.from(attachWitness(PLAIN, witnessOf(vkey(ALICE))), 'hex')
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.nat(255), fc.boolean(), (at, byte, isCut) => {
      const spoilt = Buffer.from(good)
      spoilt[at] = byte
      const hex = (isCut ? spoilt.subarray(0, at) : spoilt).toString('hex')
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
