// A wallet of the unchanged library Blaze with its provider for Kupo and Ogmios, which asks only the service. It pays itself an output with a datum and one with a reference script, reads both, places an order and cancels it, and prints the results as JSON.
//
//     node kupmios-wallet.mjs SERVICE_URL MNEMONIC TOKEN
import { Unwrapped } from '@blaze-cardano/ogmios'
import { Blaze, Core, HotWallet, Kupmios } from '@blaze-cardano/sdk'
import { ready } from '@cardano-sdk/crypto'
import { placeAndCancel, post } from './trade.mjs'

const [url = '', mnemonic = '', assetId] = process.argv.slice(2)

await ready()
const ogmios = await Unwrapped.Ogmios.new(`${url.replace('http', 'ws')}/ogmios`)
const provider = new Kupmios(`${url}/kupo`, ogmios)
const entropy = Core.mnemonicToEntropy(mnemonic, Core.wordlist)
const root = Core.Bip32PrivateKey.fromBip39Entropy(Buffer.from(entropy), '')
const wallet = await HotWallet.fromMasterkey(root.hex(), provider)
const blaze = await Blaze.from(provider, wallet)

/** Waits until a transaction's outputs exist: the library treats any answer as a confirmation. */
const outputsOf = async (id, indexes) => {
  const inputs = indexes.map((index) => new Core.TransactionInput(id, BigInt(index)))
  for (;;) {
    try {
      const found = await provider.resolveUnspentOutputs(inputs)
      return indexes.map((index) => found.find((utxo) => utxo.input().index() === BigInt(index)).output())
    } catch (error) {
      if (error.message !== 'Inconsistent transaction inputs') throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

const before = await provider.getUnspentOutputs(wallet.address)
const output = (lovelace) => new Core.TransactionOutput(wallet.address, new Core.Value(lovelace))
const annotated = output(3_000_000n)
annotated.setDatum(Core.Datum.newInlineData(Core.PlutusData.newInteger(42n)))
const script = Core.Script.newNativeScript(
  Core.NativeScript.newScriptPubkey(
    new Core.ScriptPubkey(Core.Ed25519KeyHashHex(wallet.address.getProps().paymentPart.hash)),
  ),
)
const carrier = output(4_000_000n)
carrier.setScriptRef(script)
const draft = blaze.newTransaction().addOutput(annotated).addOutput(carrier)
const paid = await blaze.submitTransaction(await blaze.signTransaction(await draft.complete()))
const [withDatum, withScript] = await outputsOf(paid, [0, 1])

const orders = await placeAndCancel({
  url,
  address: wallet.address.toBech32(),
  assetId,
  async sign(cbor) {
    const witnesses = await wallet.signTransaction(Core.Transaction.fromCbor(Core.TxCBOR(cbor)), true)
    const { cbor: signed } = await post(url, '/sign', {
      cbor,
      witness: witnesses.toCbor(),
      changeAddress: wallet.address.toBech32(),
    })
    return signed
  },
  submit: (cbor) => provider.postTransactionToChain(Core.Transaction.fromCbor(Core.TxCBOR(cbor))),
  awaitTx: (id) => outputsOf(id, [0]),
})

console.log(
  JSON.stringify({
    lovelace: String(before.reduce((sum, utxo) => sum + utxo.output().amount().coin(), 0n)),
    paid,
    datum: withDatum.datum().asInlineData().toCbor(),
    script: withScript.scriptRef().toCbor(),
    expectedScript: script.toCbor(),
    language: 'native',
    ...orders,
  }),
)
// On closing its socket the library prints the whole event; `exit` avoids that.
process.exit(0)
