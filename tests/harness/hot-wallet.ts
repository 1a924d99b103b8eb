// A CIP-30 wallet in this process, made with another library than the wallet of outside-signer.ts. It reads a transaction, signs its id and
// returns a witness set.
import { Blockfrost, Core, HotWallet } from '@blaze-cardano/sdk'
import type { Hex } from '../../schema/primitives.ts'

export interface HotSigner {
  /** Bech32, on a test network. */
  readonly address: string
  /** CIP-30's `signTx` with `partialSign`: returns a witness set. */
  signTx(cbor: Hex): Promise<Hex>
}

export const hotWallet = async (mnemonic: string): Promise<HotSigner> => {
  const entropy = Core.mnemonicToEntropy(mnemonic, Core.wordlist)
  const root = Core.Bip32PrivateKey.fromBip39Entropy(Buffer.from(entropy), '')
  // Outputs come from the service, so this provider is never called.
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
