// A wallet of the unchanged library Mesh. Its providers ask only the service's Kupo and Ogmios. Mesh's provider for Kupo reads no datums or
// scripts, and does not wait for transactions, so this program does both. It spends no output with a script, because Mesh does not pay the
// fee for the script.
import { KupoProvider, MeshTxBuilder, MeshWallet, OgmiosProvider } from '@meshsdk/core'
import ws from 'ws'
import { matchesOf, until } from './service.mjs'

// Node 20 has no WebSocket.
globalThis.WebSocket ??= ws

/** A Plutus script that always succeeds. The library cannot write a native script into an output. */
const SCRIPT = '480100002221200101'

export const openWallet = async ({ url, mnemonic }) => {
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
  return {
    address,
    script: { language: 'plutus:v2', cbor: SCRIPT },
    lovelace: async () =>
      (await kupo.fetchAddressUTxOs(address))
        .flatMap(({ output }) => output.amount.filter(({ unit }) => unit === 'lovelace'))
        .reduce((sum, { quantity }) => sum + BigInt(quantity), 0n),
    async build(outputs) {
      const carriers = new Set(
        (await matchesOf(url, `${address}?unspent`))
          .filter(({ script_hash: hash }) => hash !== null)
          .map(({ transaction_id: id, output_index: index }) => `${id}#${index}`),
      )
      const spendable = (await kupo.fetchAddressUTxOs(address)).filter(
        ({ input: { txHash, outputIndex } }) => !carriers.has(`${txHash}#${outputIndex}`),
      )
      let draft = new MeshTxBuilder({ fetcher: kupo, submitter: ogmios })
      for (const { to, lovelace, datum, hasScript } of outputs) {
        draft = draft.txOut(to, [{ unit: 'lovelace', quantity: `${lovelace}` }])
        if (datum !== undefined) draft = draft.txOutInlineDatumValue(datum, 'CBOR')
        if (hasScript) draft = draft.txOutReferenceScript(`49${SCRIPT}`, 'V2')
      }
      return wallet.signTx(await draft.changeAddress(address).selectUtxosFrom(spendable).complete())
    },
    sign: (cbor) => wallet.signTx(cbor, true),
    submit: (cbor) => wallet.submitTx(cbor),
    async outputs(txHash, indexes) {
      await until(async () => ((await kupo.fetchUTxOs(txHash)).length > 0 ? true : undefined))
      const matches = await matchesOf(url, `*@${txHash}?resolve_hashes&order=oldest_first`)
      return indexes.map((index) => {
        const { datum, script } = matches.find((match) => match.output_index === index)
        return { datum, script: script?.script }
      })
    },
    close() {},
  }
}
