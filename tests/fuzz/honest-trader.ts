// An honest trader during attacks. The trader places orders through the HTTP builder, follows each order until it is filled or cancelled,
// and cancels waiting orders. A refused request is a failure, and so is an order that stays open.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from '../../devnet/actors/wallet/account.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import type { AssetId, Hex } from '../../schema/primitives.ts'
import { witnessOf } from '../harness/wallet-requests.ts'
import { NO_REUSE, responseTo } from '../hostile/http/response-to.ts'
import { untilAvailable } from '../kit/requests.ts'

const TIMEOUT_MS = 60_000

const POLL_INTERVAL_MS = 500

const ADA = 1_000_000n

// biome-ignore lint/suspicious/noExplicitAny: the code reads members of responses
type Body = any

const post = async (port: number, path: string, body: unknown): Promise<Body> => {
  const request = { path, body: JSON.stringify(body) }
  const received = await untilAvailable(() => responseTo(NO_REUSE, port, request, TIMEOUT_MS))
  if (received.status === 200) return JSON.parse(received.body.toString())
  throw new Error(`${path} is answered ${received.status} ${received.body.toString().slice(0, 200)}`)
}

/** A fork removed a transaction whose inputs no longer exist, which is no fault of the service. */
class LostByFork extends Error {}

export class HonestTrader {
  readonly failures: string[] = []
  filled = 0
  takenBack = 0
  readonly open: Hex[] = []
  readonly #port: number
  readonly #isOnChain: (id: Hex) => boolean
  readonly account: Account
  readonly token: AssetId

  /** @param isOnChain whether a transaction is in a block or in the mempool of the node */
  constructor(port: number, account: Account, token: AssetId, isOnChain: (id: Hex) => boolean) {
    this.#port = port
    this.#isOnChain = isOnChain
    this.account = account
    this.token = token
  }

  get address(): string {
    return formatAddress(this.account.address)
  }

  async build(amount: bigint, slippage: '15' | 'infinity'): Promise<{ readonly cbor: Hex }> {
    return this.#request('/order', { assetId: this.token, side: 'BUY', amount: `${amount}`, slippage })
  }

  async send(cbor: Hex): Promise<Hex> {
    const witness = witnessOf(this.account, cbor)
    return (await post(this.#port, '/sign-and-submit', { cbor, witness, changeAddress: this.address })).txHash
  }

  async buy(amount: bigint): Promise<void> {
    const txHash = await this.send((await this.build(amount, 'infinity')).cbor)
    const { toAmount } = await this.#until(txHash, 'Evaluated')
    if (BigInt(toAmount) <= 0n) throw new Error(`order ${txHash} received ${toAmount}`)
    this.filled++
  }

  async takeBack(txHash: Hex): Promise<void> {
    const { cbor } = await this.#request('/cancel', { txHash, index: '0' })
    await this.#until(txHash, 'Refunded', await this.send(cbor))
    this.takenBack++
  }

  async trade(isOver: () => boolean, takeBackEvery: number): Promise<void> {
    for (let last = performance.now(); !isOver(); await sleep(POLL_INTERVAL_MS)) {
      const isTime = performance.now() - last >= takeBackEvery
      const order = isTime ? this.open.pop() : undefined
      if (order !== undefined) last = performance.now()
      try {
        await (order === undefined ? this.buy(10n * ADA) : this.takeBack(order))
      } catch (error) {
        if (!(error instanceof LostByFork))
          this.failures.push(error instanceof Error ? error.message : String(error))
      }
    }
  }

  #request(path: string, body: object): Promise<Body> {
    return post(this.#port, path, { changeAddress: this.address, utxos: 'service-wallet', ...body })
  }

  async #until(txHash: Hex, status: string, by = txHash): Promise<Body> {
    const path = '/v1/user-history-feed/initial/state?limit=100'
    for (const end = performance.now() + TIMEOUT_MS; ; await sleep(POLL_INTERVAL_MS)) {
      const { ledger } = await post(this.#port, path, [this.account.pkh])
      const order = ledger.items.find((each: Body) => each.pendingTransactionId === txHash)
      if (order?.status === status) return order
      if (performance.now() < end) continue
      if (!this.#isOnChain(by)) throw new LostByFork()
      throw new Error(`order ${txHash} is ${order?.status}, not ${status}`)
    }
  }
}
