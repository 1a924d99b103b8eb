import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../tests/kit/temporary-directory.ts'
import { seedKey } from '../builder/transaction/signing-key.ts'
import { loadSigningKey } from './load-key.ts'

const SEED = '5e'.repeat(32)

test('a key is read from its file, with a warning when others may read it', async (t) => {
  const path = join(temporaryDirectory(t), 'payment.skey')
  writeFileSync(
    path,
    JSON.stringify({ type: 'PaymentSigningKeyShelley_ed25519', description: '', cborHex: `5820${SEED}` }),
  )
  chmodSync(path, 0o600)
  const { key, warning } = await loadSigningKey(path)
  assert.deepEqual([key.publicKey, warning], [seedKey(SEED).publicKey, undefined])
  for (const mode of [0o640, 0o604, 0o666]) {
    chmodSync(path, mode)
    assert.equal(
      (await loadSigningKey(path)).warning,
      `SERVICE_WALLET_KEY_FILE: other users of this machine may open ${path}; run chmod 600 ${path}`,
    )
  }
})

test('a file that is missing or holds something else is refused without its content', async (t) => {
  const path = join(temporaryDirectory(t), 'payment.skey')
  await assert.rejects(loadSigningKey(path), {
    name: 'StartupError',
    message: `SERVICE_WALLET_KEY_FILE: ${path} cannot be read (ENOENT)`,
  })
  writeFileSync(path, `${SEED}00`)
  await assert.rejects(loadSigningKey(path), {
    name: 'StartupError',
    message: `SERVICE_WALLET_KEY_FILE: ${path} contains no payment signing key; give a .skey file of cardano-cli, or hex of 32 or 64 bytes`,
  })
})
