// A CIP-30 wallet in this process, made with a library that the project uses nowhere else. The library reads transactions, signs them and
// lists outputs.
import { mnemonicToEntropy, wordlist } from '@blaze-cardano/core'
import * as Csl from '@emurgo/cardano-serialization-lib-nodejs'
import { DEVELOPER_MNEMONIC } from '../../devnet/developer-wallet.ts'
import { type Hex, policyOf } from '../../schema/primitives.ts'
import type { UnspentOutputBody } from '../../schema/responses/utxos.ts'

const HARDENED = 0x8000_0000

export interface OutsideSigner {
  /** Bech32, on a test network. */
  readonly address: string
  readonly pkh: Hex
  signTx(cbor: Hex): Hex
  getUtxos(rows: readonly UnspentOutputBody[]): Hex[]
}

/**
 * The developer's wallet.
 * @param index index of the wallet's address (CIP-1852)
 */
export const outsideSigner = (index = 0): OutsideSigner => {
  const entropy = Buffer.from(mnemonicToEntropy(DEVELOPER_MNEMONIC, wordlist))
  const account = Csl.Bip32PrivateKey.from_bip39_entropy(entropy, Buffer.alloc(0))
    .derive(1852 + HARDENED)
    .derive(1815 + HARDENED)
    .derive(HARDENED)
  const key = account.derive(0).derive(index).to_raw_key()
  const stake = account.derive(2).derive(0).to_raw_key()
  const credential = (of: Csl.PrivateKey) => Csl.Credential.from_keyhash(of.to_public().hash())
  const address = Csl.BaseAddress.new(0, credential(key), credential(stake)).to_address()
  return {
    address: address.to_bech32(),
    pkh: key.to_public().hash().to_hex(),
    signTx(cbor) {
      const transaction = Csl.FixedTransaction.from_hex(cbor)
      const vkeys = Csl.Vkeywitnesses.new()
      vkeys.add(Csl.make_vkey_witness(transaction.transaction_hash(), key))
      const witnesses = Csl.TransactionWitnessSet.new()
      witnesses.set_vkeys(vkeys)
      return witnesses.to_hex()
    },
    getUtxos: (rows) =>
      rows.map(({ txHash, index, address: at, value: [ada, ...tokens] }) => {
        const assets = Csl.MultiAsset.new()
        for (const { unit, amount } of tokens)
          assets.set_asset(
            Csl.ScriptHash.from_hex(policyOf(unit)),
            Csl.AssetName.new(Buffer.from(unit.slice(57), 'hex')),
            Csl.BigNum.from_str(amount),
          )
        const coin = Csl.BigNum.from_str(ada?.amount ?? '0')
        const value = tokens.length === 0 ? Csl.Value.new(coin) : Csl.Value.new_with_assets(coin, assets)
        return Csl.TransactionUnspentOutput.new(
          Csl.TransactionInput.new(Csl.TransactionHash.from_hex(txHash), index),
          Csl.TransactionOutput.new(Csl.Address.from_bech32(at), value),
        ).to_hex()
      }),
  }
}

/** The library computes the minimum fee. */
export const readAgain = (cbor: Hex) => {
  const linear = Csl.LinearFee.new(Csl.BigNum.from_str('44'), Csl.BigNum.from_str('155381'))
  const transaction = Csl.Transaction.from_hex(cbor)
  return {
    id: Csl.FixedTransaction.from_hex(cbor).transaction_hash().to_hex(),
    fee: Number(transaction.body().fee().to_str()),
    least: Number(Csl.min_fee(transaction, linear).to_str()),
  }
}
