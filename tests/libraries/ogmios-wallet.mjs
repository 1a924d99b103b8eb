// A wallet that uses Ogmios' own unchanged client at the service.
import {
  createInteractionContext,
  createLedgerStateQueryClient,
  TransactionSubmission,
} from '@cardano-ogmios/client'
import { plainWallet } from './plain-wallet.mjs'

/** The fee is paid for this many bytes. All transactions of this wallet are smaller. */
const SIZE = 2_000

export const openWallet = async ({ url, entropy }) => {
  const address = { http: `${url}/ogmios`, webSocket: `${url.replace('http', 'ws')}/ogmios` }
  const context = await createInteractionContext(
    (error) => {
      throw error
    },
    () => {},
    { connection: { address } },
  )
  const ledger = await createLedgerStateQueryClient(context)
  const { minFeeCoefficient, minFeeConstant } = await ledger.protocolParameters()
  return plainWallet({
    url,
    entropy,
    fee: minFeeConstant.ada.lovelace + BigInt(minFeeCoefficient * SIZE),
    submit: (cbor) => TransactionSubmission.submitTransaction(context, cbor),
    outputs: async (id, indexes) =>
      (await ledger.utxo({ outputReferences: indexes.map((index) => ({ transaction: { id }, index })) }))
        .sort((a, b) => a.index - b.index)
        .map(({ datum, script }) => ({ datum, script: script?.cbor })),
    close: () => context.socket.close(),
  })
}
