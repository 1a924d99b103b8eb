// A wallet of the unchanged library Lucid Evolution, whose provider asks the service's Kupo and Ogmios alone. It pays itself an output with a datum and one with a reference script, reads both, places an order and cancels it, and prints the results as JSON.
//
//     node lucid-wallet.mjs SERVICE_URL MNEMONIC TOKEN
import { Data, Kupmios, Lucid, paymentCredentialOf, scriptFromNative } from '@lucid-evolution/lucid'
import { placeAndCancel, post } from './trade.mjs'

/** Milliseconds between two requests for a transaction. */
const POLL_INTERVAL_MS = 200

const [url = '', mnemonic = '', assetId] = process.argv.slice(2)

const lucid = await Lucid(new Kupmios(`${url}/kupo`, `${url}/ogmios`), 'Preview')
lucid.selectWallet.fromSeed(mnemonic)
const address = await lucid.wallet().address()
const lovelace = (await lucid.wallet().getUtxos()).reduce((sum, utxo) => sum + utxo.assets.lovelace, 0n)

const script = scriptFromNative({ type: 'sig', keyHash: paymentCredentialOf(address).hash })
const draft = await lucid
  .newTx()
  .pay.ToAddressWithData(address, { kind: 'inline', value: Data.to(42n) }, { lovelace: 3_000_000n })
  .pay.ToAddressWithData(address, undefined, { lovelace: 4_000_000n }, script)
  .complete()
const paid = await (await draft.sign.withWallet().complete()).submit()
await lucid.awaitTx(paid, POLL_INTERVAL_MS)
const outputs = await lucid.utxosByOutRef([0, 1].map((outputIndex) => ({ txHash: paid, outputIndex })))
const [withDatum, withScript] = outputs.sort((a, b) => a.outputIndex - b.outputIndex)

const orders = await placeAndCancel({
  url,
  address,
  assetId,
  // The library encodes redeemers again when it completes a transaction that it did not build; the signature covers the original
  // bytes.
  async sign(cbor) {
    const witness = await lucid.fromTx(cbor).partialSign.withWallet()
    return (await post(url, '/sign', { cbor, witness, changeAddress: address })).cbor
  },
  submit: (cbor) => lucid.wallet().submitTx(cbor),
  awaitTx: (id) => lucid.awaitTx(id, POLL_INTERVAL_MS),
})

console.log(
  JSON.stringify({
    library: 'Lucid Evolution',
    lovelace: `${lovelace}`,
    paid,
    datum: withDatum.datum,
    script: withScript.scriptRef.script,
    expectedScript: script.script,
    language: 'native',
    ...orders,
  }),
)
