// A wallet of the unchanged library Mesh, whose providers ask the service's Kupo and Ogmios alone. It pays itself an output with a datum and one with a reference script, places an order and cancels it, and prints the results as JSON. Its provider for Kupo reads no datums or scripts and does not wait for transactions, so this program does both, and spends no output that carries a script: the library does not pay the fee for it.
//
//     node mesh-wallet.mjs SERVICE_URL MNEMONIC TOKEN
import { KupoProvider, MeshTxBuilder, MeshWallet, OgmiosProvider } from '@meshsdk/core'
import ws from 'ws'
import { placeAndCancel } from './trade.mjs'

// Node 20 has none.
globalThis.WebSocket ??= ws

/** Milliseconds between two requests for a transaction. */
const POLL_INTERVAL_MS = 200

const [url = '', mnemonic = '', assetId] = process.argv.slice(2)

const kupo = new KupoProvider(`${url}/kupo`)
const ogmios = new OgmiosProvider(`${url.replace('http', 'ws')}/ogmios`)
const wallet = new MeshWallet({
  networkId: 0,
  fetcher: kupo,
  submitter: ogmios,
  key: { type: 'mnemonic', words: mnemonic.split(' ') },
})
await wallet.init()
const address = await wallet.getChangeAddress()

const awaitTx = async (id) => {
  while ((await kupo.fetchUTxOs(id)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
}

const before = await kupo.fetchAddressUTxOs(address)
const lovelace = before
  .flatMap(({ output }) => output.amount.filter(({ unit }) => unit === 'lovelace'))
  .reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)

const matches = await (await fetch(`${url}/kupo/matches/${address}?unspent`)).json()
const withScript = new Set(
  matches
    .filter(({ script_hash: hash }) => hash !== null)
    .map(({ transaction_id: id, output_index: index }) => `${id}#${index}`),
)
const spendable = before.filter(
  ({ input: { txHash, outputIndex } }) => !withScript.has(`${txHash}#${outputIndex}`),
)

/** A Plutus script that always succeeds: the library cannot write a native one into an output. */
const script = '49480100002221200101'
const draft = await new MeshTxBuilder({ fetcher: kupo, submitter: ogmios })
  .txOut(address, [{ unit: 'lovelace', quantity: '3000000' }])
  .txOutInlineDatumValue(42)
  .txOut(address, [{ unit: 'lovelace', quantity: '4000000' }])
  .txOutReferenceScript(script, 'V2')
  .changeAddress(address)
  .selectUtxosFrom(spendable)
  .complete()
const paid = await wallet.submitTx(await wallet.signTx(draft))
await awaitTx(paid)

const orders = await placeAndCancel({
  url,
  address,
  assetId,
  sign: (cbor) => wallet.signTx(cbor, true),
  submit: (cbor) => wallet.submitTx(cbor),
  awaitTx,
})

console.log(
  JSON.stringify({
    library: 'Mesh',
    lovelace: `${lovelace}`,
    paid,
    datum: '182a',
    script,
    expectedScript: script,
    language: 'plutus:v2',
    ...orders,
  }),
)
