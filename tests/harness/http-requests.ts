// Requests of a client to a service, and requests of a wallet that trades.
import assert from 'node:assert/strict'
import { idOf } from '../../api/builder/transaction/attach-witness.ts'
import type { Account } from '../../devnet/actors/wallet/account.ts'
import type { Hex } from '../../schema/primitives.ts'
import type { UnspentOutputBody } from '../../schema/responses/utxos.ts'
import { noteBuilt } from '../contract/note-example.ts'
import { askAgain } from '../kit/ask-again.ts'
import { type OutsideSigner, readAgain } from './outside-signer.ts'

export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON, or the text if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of responses
  readonly body: any
}

/** Witness set (CIP-30 `signTx`) of an account for a transaction. */
export const witnessOf = ({ key }: Pick<Account, 'key'>, cbor: Hex): Hex =>
  `a10081825820${key.publicKey}5840${key.sign(idOf(cbor))}`

type Query = Readonly<Record<string, string | number | undefined>>

/** Requests to the service at a URL. @param hear called with the text and the headers of each response */
export const requestsTo = (url: string, hear: (text: string, headers: Headers) => void = () => {}) => {
  const call = async (path: string, init: RequestInit = {}, query: Query = {}): Promise<ReceivedResponse> => {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) parameters.set(name, `${value}`)
    const response = await fetch(`${url}${path}${parameters.size > 0 ? `?${parameters}` : ''}`, init)
    const content = await response.text()
    hear(content, response.headers)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(content) : content,
    }
  }
  /** POST of a form, or of JSON. */
  const tell = async (path: string, body: unknown, query: Query = {}): Promise<ReceivedResponse> => {
    const content =
      body instanceof FormData
        ? { body }
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await call(path, { method: 'POST', ...content }, query)
    if (answer.status === 200) noteBuilt(path, answer.body)
    return answer
  }
  const right = async (path: string, ask: () => Promise<ReceivedResponse>) => {
    const { status, body } = await askAgain(ask)
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    return body
  }
  return {
    url,
    call,
    tell,
    /** Body of a GET that must answer 200. */
    ask: (path: string, query?: Query) => right(path, () => call(path, {}, query)),
    /** Body of a POST that must answer 200. */
    post: (path: string, body: unknown, query?: Query) => right(path, () => tell(path, body, query)),
  }
}

/** Requests of a wallet. @param signer the same wallet in another library, for one transaction */
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
    /** Valid request for an order. */
    order: (assetId: string, change: object = {}) => ({
      ...of,
      assetId,
      amount: '100000000',
      side: 'BUY',
      slippage: '15',
      ...change,
    }),
    /** Signs and submits, in one request or in two. @returns the transaction's id */
    async send(cbor: Hex, inOne = true, signer: Signer = wallet): Promise<Hex> {
      const request = { ...signed(cbor), witness: await signer.signTx(cbor) }
      if (inOne) return (await post('/sign-and-submit', request)).txHash
      const whole = await post('/sign', request)
      const { txHash } = await post('/submit', whole)
      const { id, fee, least } = readAgain(whole.cbor)
      assert.equal(id, txHash)
      assert.ok(fee >= least, `fee ${fee}, at least ${least}`)
      return txHash
    },
    /** The order that a transaction placed, from the feed's initial state. */
    async orderOf(txHash: Hex) {
      const path = '/v1/user-history-feed/initial/state'
      const { ledger, mempool } = await post(path, [wallet.pkh], { limit: 100 })
      return [...ledger.items, ...mempool].find(
        ({ pendingTransactionId }: { pendingTransactionId: Hex }) => pendingTransactionId === txHash,
      )
    },
    /** The wallet's quantity of a token. */
    balance: async (asset: string): Promise<bigint> =>
      (await outputs())
        .flatMap(({ value }) => value)
        .reduce((sum, { unit, amount }) => (unit === asset ? sum + BigInt(amount) : sum), 0n),
  }
}

interface Signer {
  signTx(cbor: Hex): Hex | Promise<Hex>
}
