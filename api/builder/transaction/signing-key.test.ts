import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { Bip32PrivateKey, ready } from '@cardano-sdk/crypto'
import { blake2b224 } from '../../../schema/launchpad/derivations.ts'
import { readSigningKey, type SigningKey } from './signing-key.ts'

const SEED = '11'.repeat(32)

const derived = async () => {
  await ready()
  const root = Bip32PrivateKey.fromBip39Entropy(Buffer.alloc(32, 7), '')
  const account = [1852, 1815, 0].map((step) => step + 0x8000_0000)
  const bip32 = root.derive([...account, 0, 0])
  return {
    extended: bip32.toRawKey().hex(),
    chained: bip32.hex(),
    publicKey: bip32.toPublic().toRawKey().hex(),
  }
}

const isValid = ({ publicKey, sign }: SigningKey, message: string): boolean => {
  const key = createPublicKey({
    key: Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex'),
    format: 'der',
    type: 'spki',
  })
  return verify(null, Buffer.from(message, 'hex'), key, Buffer.from(sign(message), 'hex'))
}

const envelope = (type: string, cborHex: string): string =>
  JSON.stringify({ type, description: '', cborHex }, null, 4)

test('a key is read from what cardano-cli writes and from plain hex, and its signatures are valid', async () => {
  const seed = await readSigningKey(SEED)
  assert.ok(seed !== undefined)
  const { extended, chained, publicKey } = await derived()
  const withPublic = chained.slice(0, 128) + publicKey + chained.slice(128)
  const texts: readonly [string, string][] = [
    [`${SEED}\n`, seed.publicKey],
    [SEED.toUpperCase(), seed.publicKey],
    [SEED + seed.publicKey, seed.publicKey],
    [envelope('PaymentSigningKeyShelley_ed25519', `5820${SEED}`), seed.publicKey],
    [extended, publicKey],
    [envelope('PaymentExtendedSigningKeyShelley_ed25519_bip32', `5880${withPublic}`), publicKey],
  ]
  for (const [text, expected] of texts) {
    const key = await readSigningKey(text)
    assert.ok(key !== undefined, text.slice(0, 40))
    assert.deepEqual(
      [key.publicKey, key.hash, isValid(key, 'c0ffee')],
      [expected, blake2b224(expected), true],
    )
  }
})

test('what is no signing key is none', async () => {
  const { chained, publicKey } = await derived()
  const texts = [
    '',
    'hello',
    SEED.slice(2),
    'ff'.repeat(64),
    '{}',
    '[]',
    'null',
    envelope('PaymentSigningKeyShelley_ed25519', SEED),
    envelope('PaymentSigningKeyShelley_ed25519', `5820${SEED}00`),
    envelope('PaymentVerificationKeyShelley_ed25519', `5820${SEED}`),
    chained.slice(0, 128) + publicKey.replace(/^../, '00') + chained.slice(128),
  ]
  for (const text of texts) assert.equal(await readSigningKey(text), undefined, text)
})

test('nothing that prints a key shows its private half', async () => {
  const { extended } = await derived()
  for (const secret of [SEED, extended]) {
    const key = await readSigningKey(secret)
    const shown = `${JSON.stringify(key)}${inspect(key, { depth: 9, showHidden: true })}${String(key?.sign)}`
    assert.ok(!shown.includes(secret.slice(0, 32)))
  }
})
