// A key that wallets derive from recovery words. The library that signs with it is WebAssembly; services only show the address
// and do not load this file.
import { Ed25519PrivateKey } from '@cardano-sdk/crypto'
import { HexBlob } from '@cardano-sdk/util'
import { keyWith } from '../../../api/builder/transaction/signing-key.ts'
import type { Hex } from '../../../schema/primitives.ts'
import type { Key } from './key.ts'

/**
 * A key that a wallet derived (BIP32-Ed25519), whose public key is known. It can sign after its `ready()`, when the library is
 * loaded.
 * @param extended scalar and nonce, 64 bytes
 */
export const derivedKey = (extended: Hex, publicKey: Hex): Key =>
  keyWith(publicKey, (message) =>
    Ed25519PrivateKey.fromExtendedBytes(Buffer.from(extended, 'hex')).sign(HexBlob(message)).hex(),
  )
