// Wallets of unchanged libraries, which ask only the service. Each library is loaded from the folder in which `scripts/try-libraries.sh`
// installed it. Two libraries need different versions of libsodium, which cannot be loaded from one folder.
import { createHash } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entropyToMnemonic, mnemonicToEntropy, wordlist } from '@blaze-cardano/core'
import type { Hex } from '../../schema/primitives.ts'

/** Has no tokens. */
export interface PaidOutput {
  /** Bech32. */
  readonly to: string
  readonly lovelace: bigint
  readonly datum?: Hex | undefined
  readonly hasScript?: boolean
}

export interface LibraryWallet {
  /** Bech32. */
  readonly address: string
  /** In Kupo's form. The wallet's library can write this script into an output. */
  readonly script: { readonly language: string; readonly cbor: Hex }
  lovelace(): Promise<bigint>
  /** These are the transaction's first outputs. */
  build(outputs: readonly PaidOutput[]): Promise<Hex>
  sign(cbor: Hex): Promise<Hex>
  submit(cbor: Hex): Promise<Hex>
  /** Waits until the transaction is in a block. */
  outputs(
    id: Hex,
    indexes: readonly number[],
  ): Promise<readonly { readonly datum?: Hex; readonly script?: Hex }[]>
  close(): void
}

export interface Words {
  readonly mnemonic: string
  readonly entropy: Hex
}

export const wordsOf = (mnemonic: string): Words => ({
  mnemonic,
  entropy: Buffer.from(mnemonicToEntropy(mnemonic, wordlist)).toString('hex'),
})

export const namedWords = (name: string): Words => {
  const entropy = createHash('sha256').update(name).digest()
  return { mnemonic: entropyToMnemonic(entropy, wordlist), entropy: entropy.toString('hex') }
}

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** The folders are named as in `scripts/try-libraries.sh`. */
const LIBRARIES = {
  '@lucid-evolution-lucid@0.4.34': ['lucid-wallet.mjs', 'service.mjs'],
  '@meshsdk-core@1.9.1': ['mesh-wallet.mjs', 'service.mjs'],
  '@blaze-cardano-sdk@0.2.48': ['blaze-wallet.mjs', 'service.mjs'],
  '@cardano-ogmios-client@6.14.0': ['ogmios-wallet.mjs', 'plain-wallet.mjs', 'service.mjs'],
  '@cardano-sdk-ogmios@0.18.52': ['sdk-wallet.mjs', 'plain-wallet.mjs', 'service.mjs'],
} as const
export type Library = keyof typeof LIBRARIES

export const libraries = Object.keys(LIBRARIES).filter((name): name is Library => name in LIBRARIES)

/** The Blaze release that is a development dependency. */
export const OF_THIS_PROJECT = join(HERE, 'blaze-wallet.mjs')

/**
 * The copy is beside the library, so that it can import the library.
 * @param folder folder of all libraries
 * @returns path of the copy
 */
export const besideLibrary = (folder: string, library: Library): string => {
  for (const file of LIBRARIES[library]) cpSync(join(HERE, file), join(folder, library, file))
  return join(folder, library, LIBRARIES[library][0])
}

export const openWallet = async (
  path: string,
  of: Words & { readonly url: string },
): Promise<LibraryWallet> => {
  const module: { openWallet(of: Words & { readonly url: string }): Promise<LibraryWallet> } = await import(
    path
  )
  return module.openWallet(of)
}
