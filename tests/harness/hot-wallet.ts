// A second wallet in the process, with another library than the first: it reads a transaction, signs its id and returns a witness
// set, like `signTx` of CIP-30.
import { Blockfrost, Core, HotWallet } from '@blaze-cardano/sdk'
import type { Hex } from '../../schema/primitives.ts'

export interface HotSigner {
  /** Bech32 address on a test network. */
  readonly address: string
  /** `signTx` of CIP-30, partial: a witness set. */
  signTx(cbor: Hex): Promise<Hex>
}

/** The first address of a wallet (CIP-1852). */
export const hotWallet = async (mnemonic: string): Promise<HotSigner> => {
  const entropy = Core.mnemonicToEntropy(mnemonic, Core.wordlist)
  const root = Core.Bip32PrivateKey.fromBip39Entropy(Buffer.from(entropy), '')
  // The wallet never calls it: outputs come from the service.
  const provider = new Blockfrost({ network: 'cardano-preview', projectId: 'none' })
  const wallet = await HotWallet.fromMasterkey(root.hex(), provider)
  return {
    address: wallet.address.toBech32(),
    async signTx(cbor) {
      const transaction = Core.Transaction.fromCbor(Core.TxCBOR(cbor))
      return (await wallet.signTransaction(transaction, true)).toCbor()
    },
  }
}
