// A bot that trades over HTTP. It buys, sells, cancels, and sometimes submits a transaction again.
import assert from 'node:assert/strict'
import { idOf } from '../../api/builder/transaction/attach-witness.ts'
import { decodeTransaction } from '../../devnet/ledger/transaction.ts'
import { formatAddress, parseAddress, paymentCredential } from '../../schema/codecs/address.ts'
import type { AssetId, Hex } from '../../schema/primitives.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import type { UnspentOutputBody } from '../../schema/responses/utxos.ts'
import { randomFrom } from '../kit/random-from.ts'
import { type ReceivedResponse, type requestsTo, untilAvailable } from '../kit/requests.ts'
import type { PaidOutput } from '../libraries/library-wallet.ts'
import type { BotWallet } from './bot-wallet.ts'

const ADA = 1_000_000n

/**
 * Errors after which a bot goes on to its next step. Their causes are other bots, forks, or a service that has not yet seen the mempool.
 */
const LATER = [
  'ALREADY_SPENT',
  'INSUFFICIENT_FUNDS',
  'NO_COLLATERAL',
  'NOT_FOUND',
  'NOT_IN_BLOCK',
  'TOO_EARLY',
]

type Requests = ReturnType<typeof requestsTo>

const isReset = (error: unknown): boolean =>
  error instanceof TypeError && Object(error.cause).code === 'ECONNRESET'

/** Repeats a request if the connection ended before the response. The second response is that of the first submission. */
const insist = async <T>(request: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await request()
    } catch (error) {
      if (!isReset(error)) throw error
    }
}

/** Returns undefined after an error in `LATER`. */
export const askerOf =
  (requests: Requests) =>
  async (path: string, body: object): Promise<ReceivedResponse['body']> => {
    const response = await untilAvailable(() => insist(() => requests.tell(path, body)), LATER)
    if (response.status === 200) return response.body
    const code = response.headers.get('x-error-code') ?? ''
    assert.ok(LATER.includes(code), `${path}: ${response.status} ${code} ${response.text}`)
    return undefined
  }

const orderOf = (cbor: Hex): PaidOutput => {
  const [{ address, lovelace, assets = [], datum } = assert.fail()] = decodeTransaction(cbor).outputs
  assert.deepEqual(assets, [])
  return { to: formatAddress(address), lovelace, datum }
}

export interface TradedTokens {
  readonly amm: AssetId
  readonly curve: AssetId
}

export class Bot {
  readonly wallet: BotWallet
  readonly address: Hex
  readonly sent: Hex[] = []
  /** Orders and cancellations, including refused ones: a slow service may refuse a transaction that the node has accepted. */
  readonly placed: Hex[] = []
  readonly cancelled: (readonly [order: Hex, id: Hex])[] = []
  built = 0
  repeated = 0
  refused = 0
  readonly #requests: Requests
  readonly #tokens: TradedTokens
  readonly #random: () => number

  constructor(requests: Requests, tokens: TradedTokens, wallet: BotWallet, seed: number) {
    this.#requests = requests
    this.#tokens = tokens
    this.wallet = wallet
    this.address = parseAddress(wallet.address)
    this.#random = randomFrom(seed)
  }

  get #pkh(): Hex {
    return paymentCredential(this.address)?.hash ?? assert.fail('a wallet of a script')
  }

  async #ask(path: string, body: object): Promise<ReceivedResponse['body']> {
    const of = { changeAddress: this.wallet.address, utxos: 'service-wallet' }
    const answer = await askerOf(this.#requests)(path, { ...body, ...of })
    if (answer === undefined) this.refused++
    return answer
  }

  async outputs(): Promise<UnspentOutputBody[]> {
    return insist(() => this.#requests.post('/getUtxos', { pkh: this.#pkh, limit: 1000 }))
  }

  async #place(): Promise<void> {
    const assetId = this.#random() < 0.5 ? this.#tokens.amm : this.#tokens.curve
    const held = (await this.outputs()).flatMap(({ value }) => value.filter(({ unit }) => unit === assetId))
    const tokens = held.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    const sells = tokens > 1_000_000n && this.#random() < 0.5
    const amount = sells ? tokens / 2n : 5n * ADA + BigInt(Math.floor(this.#random() * 20e6))
    const order = { assetId, side: sells ? 'SELL' : 'BUY', amount: `${amount}`, slippage: '75' }
    const built = await this.#ask('/order', order)
    if (built === undefined) return
    // The datum of an order on an AMM pool names an input of the transaction, so a library cannot copy it.
    const pay = sells || assetId !== this.#tokens.curve ? undefined : this.wallet.pay
    const id = await (pay === undefined ? this.wallet.send(built.cbor) : pay(orderOf(built.cbor)))
    this.#note(id)
    if (id !== undefined || pay === undefined) this.placed.push(id ?? idOf(built.cbor))
    if (id !== undefined && pay !== undefined) this.built++
  }

  #note(id: Hex | undefined): void {
    if (id === undefined) this.refused++
    else this.sent.push(id)
  }

  #oneOfTheLast(ids: readonly Hex[], count: number): Hex | undefined {
    const last = ids.slice(-count)
    return last[Math.floor(this.#random() * last.length)]
  }

  async #cancel(): Promise<void> {
    const orders = this.placed.filter((id) => this.sent.includes(id))
    const txHash = this.#oneOfTheLast(orders, 3)
    if (txHash === undefined) return
    const built = await this.#ask('/cancel', { txHash, index: '0' })
    if (built === undefined) return
    this.#note(await this.wallet.send(built.cbor))
    this.cancelled.push([txHash, idOf(built.cbor)])
  }

  async #repeat(): Promise<void> {
    const id = this.#oneOfTheLast(this.sent, 5)
    if (id === undefined) return
    await this.wallet.repeat(id)
    this.repeated++
  }

  step(): Promise<void> {
    const chance = this.#random()
    if (chance < 0.45) return this.#place()
    return chance < 0.75 ? this.#cancel() : this.#repeat()
  }

  async orders(): Promise<ApiOrder[]> {
    const found: ApiOrder[] = []
    for (;;) {
      const page = { limit: 100, offset: found.length }
      const { ledger, mempool } = await insist(() =>
        this.#requests.post('/v1/user-history-feed/initial/state', [this.#pkh], page),
      )
      assert.deepEqual(mempool, [])
      found.push(...ledger.items)
      if (ledger.items.length === 0) return found
    }
  }
}
