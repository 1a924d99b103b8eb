// A wallet of the unchanged library Blaze. Its provider asks only the service's Kupo and Ogmios.
import { Unwrapped } from '@blaze-cardano/ogmios'
import { Blaze, Core, HotWallet, Kupmios } from '@blaze-cardano/sdk'
import { ready } from '@cardano-sdk/crypto'
import { until, withWitness } from './service.mjs'

export const openWallet = async ({ url, entropy }) => {
  await ready()
  const ogmios = await Unwrapped.Ogmios.new(`${url.replace('http', 'ws')}/ogmios`)
  const provider = new Kupmios(`${url}/kupo`, ogmios)
  const root = Core.Bip32PrivateKey.fromBip39Entropy(Buffer.from(entropy, 'hex'), '')
  const wallet = await HotWallet.fromMasterkey(root.hex(), provider)
  const blaze = await Blaze.from(provider, wallet)
  const address = wallet.address.toBech32()
  const { hash } = wallet.address.getProps().paymentPart
  const script = Core.Script.newNativeScript(
    Core.NativeScript.newScriptPubkey(new Core.ScriptPubkey(Core.Ed25519KeyHashHex(hash))),
  )
  const outputOf = ({ to, lovelace, datum, hasScript }) => {
    const output = new Core.TransactionOutput(Core.Address.fromBech32(to), new Core.Value(lovelace))
    if (datum !== undefined)
      output.setDatum(Core.Datum.newInlineData(Core.PlutusData.fromCbor(Core.HexBlob(datum))))
    if (hasScript) output.setScriptRef(script)
    return output
  }
  return {
    address,
    script: { language: 'native', cbor: script.toCbor() },
    lovelace: async () =>
      (await provider.getUnspentOutputs(wallet.address)).reduce(
        (sum, utxo) => sum + utxo.output().amount().coin(),
        0n,
      ),
    async build(outputs) {
      const draft = blaze.newTransaction()
      for (const output of outputs) draft.addOutput(outputOf(output))
      return (await blaze.signTransaction(await draft.complete())).toCbor()
    },
    async sign(cbor) {
      const witnesses = await wallet.signTransaction(Core.Transaction.fromCbor(Core.TxCBOR(cbor)), true)
      return withWitness(url, { cbor, witness: witnesses.toCbor(), changeAddress: address })
    },
    submit: (cbor) => provider.postTransactionToChain(Core.Transaction.fromCbor(Core.TxCBOR(cbor))),
    // The library treats any response as a confirmation.
    async outputs(id, indexes) {
      const inputs = indexes.map((index) => new Core.TransactionInput(id, BigInt(index)))
      const found = await until(() =>
        provider.resolveUnspentOutputs(inputs).catch((error) => {
          if (error.message !== 'Inconsistent transaction inputs') throw error
        }),
      )
      return indexes.map((index) => {
        const output = found.find((utxo) => utxo.input().index() === BigInt(index)).output()
        return { datum: output.datum()?.asInlineData()?.toCbor(), script: output.scriptRef()?.toCbor() }
      })
    },
    // The library's `kill` prints the whole event.
    close: () => ogmios.connect().close(),
  }
}
