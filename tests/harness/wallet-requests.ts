// Requests that a trading wallet makes.
import assert from 'node:assert/strict'
import { idOf } from '../../api/builder/transaction/attach-witness.ts'
import type { Account } from '../../devnet/actors/wallet/account.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { UnspentOutputBody } from '../../schema/responses/utxos.ts'
import type { requestsTo } from '../kit/requests.ts'
import { type OutsideSigner, readAgain } from './outside-signer.ts'

/** CIP-30's `signTx`. */
export const witnessOf = ({ key }: Pick<Account, 'key'>, cbor: Hex): Hex =>
  `a10081825820${key.publicKey}5840${key.sign(idOf(cbor))}`

export const walletAt = ({ post }: ReturnType<typeof requestsTo>, wallet: OutsideSigner) => {
  const signed = (cbor: Hex) => ({ cbor, witness: wallet.signTx(cbor), changeAddress: wallet.address })
  const of = { changeAddress: wallet.address, utxos: 'service-wallet' }
  const outputs = async (): Promise<UnspentOutputBody[]> =>
    post('/getUtxos', { pkh: wallet.pkh, limit: 1000 })
  return {
    wallet,
    of,
    signed,
    outputs,
    order: (assetId: string, change: object = {}) => ({
      ...of,
      assetId,
      amount: '100000000',
      side: 'BUY',
      slippage: '15',
      ...change,
    }),
    /** @returns the transaction's id */
    async send(cbor: Hex, inOne = true): Promise<Hex> {
      const request = signed(cbor)
      if (inOne) return (await post('/sign-and-submit', request)).txHash
      const whole = await post('/sign', request)
      const { txHash } = await post('/submit', whole)
      const { id, fee, least } = readAgain(whole.cbor)
      assert.equal(id, txHash)
      assert.ok(fee >= least, `fee ${fee}, at least ${least}`)
      return txHash
    },
    async orderOf(txHash: Hex) {
      const path = '/v1/user-history-feed/initial/state'
      const { ledger, mempool } = await post(path, [wallet.pkh], { limit: 100 })
      return [...ledger.items, ...mempool].find(
        ({ pendingTransactionId }: { pendingTransactionId: Hex }) => pendingTransactionId === txHash,
      )
    },
    balance: async (asset: string): Promise<bigint> =>
      (await outputs())
        .flatMap(({ value }) => value)
        .reduce((sum, { unit, amount }) => (unit === asset ? sum + BigInt(amount) : sum), 0n),
  }
}
