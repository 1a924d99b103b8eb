// A wallet of the unchanged library Lucid Evolution. Its provider asks only the service's Kupo and Ogmios.
import { Kupmios, Lucid, paymentCredentialOf, scriptFromNative } from '@lucid-evolution/lucid'
import { withWitness } from './service.mjs'

const POLL_INTERVAL_MS = 200

export const openWallet = async ({ url, mnemonic }) => {
  const lucid = await Lucid(new Kupmios(`${url}/kupo`, `${url}/ogmios`), 'Preview')
  lucid.selectWallet.fromSeed(mnemonic)
  const address = await lucid.wallet().address()
  const script = scriptFromNative({ type: 'sig', keyHash: paymentCredentialOf(address).hash })
  return {
    address,
    script: { language: 'native', cbor: script.script },
    lovelace: async () =>
      (await lucid.wallet().getUtxos()).reduce((sum, { assets }) => sum + assets.lovelace, 0n),
    async build(outputs) {
      let draft = lucid.newTx()
      for (const { to, lovelace, datum, hasScript } of outputs)
        draft = draft.pay.ToAddressWithData(
          to,
          datum && { kind: 'inline', value: datum },
          { lovelace },
          hasScript ? script : undefined,
        )
      return (await (await draft.complete()).sign.withWallet().complete()).toCBOR()
    },
    // The library would encode redeemers again, but the signature covers the original bytes.
    sign: async (cbor) =>
      withWitness(url, {
        cbor,
        witness: await lucid.fromTx(cbor).partialSign.withWallet(),
        changeAddress: address,
      }),
    submit: (cbor) => lucid.wallet().submitTx(cbor),
    async outputs(txHash, indexes) {
      await lucid.awaitTx(txHash, POLL_INTERVAL_MS)
      const found = await lucid.utxosByOutRef(indexes.map((outputIndex) => ({ txHash, outputIndex })))
      return found
        .sort((a, b) => a.outputIndex - b.outputIndex)
        .map(({ datum, scriptRef }) => ({ datum, script: scriptRef?.script }))
    },
    close() {},
  }
}
