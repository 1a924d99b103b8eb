import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { mnemonicToEntropy, wordlist } from '@blaze-cardano/core'
import { Bip32PrivateKey, ready } from '@cardano-sdk/crypto'
import { formatAddress } from '../../../schema/codecs/address.ts'
import { blake2b224 } from '../../../schema/launchpad/derivations.ts'
import { DEVELOPER_MNEMONIC, DEVELOPER_PAYMENT_KEY } from '../../developer-wallet.ts'
import { DEVELOPER, derivedKey } from '../people.ts'
import { accountOf, namedAccount } from './account.ts'
import type { Key } from './key.ts'

const HARDENED = 0x8000_0000

/** CIP-1852: purpose 1852', coin type 1815', the first account. */
const ACCOUNT_PATH = [1852 + HARDENED, 1815 + HARDENED, HARDENED]

/** Payment key 0/0, stake key 2/0, and the private key that signs. */
const mnemonicAccount = async (mnemonic: string) => {
  await ready()
  const account = Bip32PrivateKey.fromBip39Entropy(
    Buffer.from(mnemonicToEntropy(mnemonic, wordlist)),
    '',
  ).derive(ACCOUNT_PATH)
  const [payment, stake] = [account.derive([0, 0]).toRawKey(), account.derive([2, 0]).toRawKey()]
  const publicKey = payment.toPublic().hex()
  const stakeHash = blake2b224(stake.toPublic().hex())
  return {
    paymentKey: payment.hex(),
    publicKey,
    account: accountOf(derivedKey(payment.hex(), publicKey), stakeHash),
  }
}

/** The platform's cryptography verifies the signature. */
const verifies = ({ publicKey, sign }: Key): boolean => {
  const message = 'c0ffee'
  const der = Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(message, 'hex'), key, Buffer.from(sign(message), 'hex'))
}

test('the first address of a mnemonic is the one wallets show', async () => {
  const { account } = await mnemonicAccount(
    'test walk nut penalty hip pave soap entry language right filter choice',
  )
  const { key, address } = account
  // The payment key of CIP-19's examples.
  assert.equal(key.hash, '9493315cd92eb5d8c4304e67b7e16ae36d61d34502694657811a2c8e')
  assert.equal(
    formatAddress(address),
    'addr_test1qz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3jcu5d8ps7zex2k2xt3uqxgjqnnj83ws8lhrn648jjxtwq2ytjqp',
  )
  assert.ok(verifies(key))
})

test('an account made of a name is always the same, and another than one of another name', () => {
  const [alice, again, bob] = [namedAccount('alice'), namedAccount('alice'), namedAccount('bob')]
  assert.equal(alice.address, again.address)
  assert.notEqual(alice.address, bob.address)
  assert.equal(alice.key.sign('00'), again.key.sign('00'))
  assert.ok(verifies(alice.key))
})

test('the developer of the devnet has the address and the key that wallets derive of the mnemonic', async () => {
  const { account, paymentKey, publicKey } = await mnemonicAccount(DEVELOPER_MNEMONIC)
  assert.deepEqual(
    [DEVELOPER.address, DEVELOPER_PAYMENT_KEY, DEVELOPER.key.publicKey],
    [account.address, paymentKey, publicKey],
  )
  assert.ok(verifies(DEVELOPER.key))
})
