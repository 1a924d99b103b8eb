// The people of the devnet. Their keys are derived from their names, so everybody knows the keys. A devnet contains nothing of value.

import { Ed25519PrivateKey } from '@cardano-sdk/crypto'
import { HexBlob } from '@cardano-sdk/util'
import { keyWith, seedKey } from '../../api/builder/transaction/signing-key.ts'
import type { Hex } from '../../schema/primitives.ts'
import { DEPLOYER_PRIVATE_KEY } from '../contracts/deployer.ts'
import { DEVELOPER_PAYMENT_KEY, DEVELOPER_PUBLIC_KEY, DEVELOPER_STAKE } from '../developer-wallet.ts'
import { type Account, accountOf, namedAccount } from './wallet/account.ts'
import type { Key } from './wallet/key.ts'
import { namedKey } from './wallet/key.ts'

/**
 * A key that a wallet derived (BIP32-Ed25519). Signs only after `ready()`, which loads the WebAssembly library.
 * @param extended scalar and nonce, 64 bytes
 */
export const derivedKey = (extended: Hex, publicKey: Hex): Key =>
  keyWith(publicKey, (message) =>
    Ed25519PrivateKey.fromExtendedBytes(Buffer.from(extended, 'hex')).sign(HexBlob(message)).hex(),
  )

/** The first address of the mnemonic in developer-wallet.ts. */
export const DEVELOPER = accountOf(derivedKey(DEVELOPER_PAYMENT_KEY, DEVELOPER_PUBLIC_KEY), DEVELOPER_STAKE)

/** Has all money that the other accounts do not have. */
export const FAUCET = namedAccount('faucet')

export const EXECUTOR = namedAccount('executor')

export const DEPLOYER = accountOf(seedKey(DEPLOYER_PRIVATE_KEY), namedKey('devnet deployer stake').hash)

/** Collects the launchpad's fees. */
export const FEES = namedAccount('fees')

/** Owns the metadata tokens of all launched tokens. */
export const METADATA = namedAccount('metadata')

/** Receives royalties in the datums of graduated pools. */
export const ROYALTY = namedKey('devnet royalty')

const people = (role: string, count: number): readonly Account[] =>
  Array.from({ length: count }, (_, index) => namedAccount(`${role} ${index + 1}`))

export const CREATORS = people('creator', 6)

export const TRADERS = people('trader', 24)
