// A wallet that uses the unchanged Ogmios provider of cardano-js-sdk at the service. The provider's Ogmios client (6.9) takes a host and a
// port but no path, so the path is appended to the port.
import { OgmiosObservableCardanoNode } from '@cardano-sdk/ogmios'
import { firstValueFrom, of } from 'rxjs'
import { dummyLogger } from 'ts-log'
import { plainWallet } from './plain-wallet.mjs'
import { matchesOf } from './service.mjs'

/** No transaction of this wallet needs a higher fee. */
const FEE = 300_000n

export const openWallet = async ({ url, entropy }) => {
  const { hostname: host, port } = new URL(url)
  const node = new OgmiosObservableCardanoNode(
    { connectionConfig$: of({ host, port: `${port}/ogmios` }) },
    { logger: dummyLogger },
  )
  const [{ ok }, eras, { networkMagic }] = await Promise.all(
    [node.healthCheck$, node.eraSummaries$, node.genesisParameters$].map((each) => firstValueFrom(each)),
  )
  if (!ok || eras.length !== 7 || networkMagic !== 42)
    throw new Error(`read of the node: ${ok}, ${eras.length} eras, magic ${networkMagic}`)
  return plainWallet({
    url,
    entropy,
    fee: FEE,
    submit: (cbor) => firstValueFrom(node.submitTx(cbor)),
    outputs: async (id, indexes) => {
      const matches = await matchesOf(url, `*@${id}?resolve_hashes`)
      return indexes.map((index) => {
        const { datum, script } = matches.find((match) => match.output_index === index)
        return { datum, script: script?.script }
      })
    },
    close() {},
  })
}
