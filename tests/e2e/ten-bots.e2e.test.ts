// Ten bots trade at once for two hundred blocks, over HTTP alone: they buy, sell, cancel, and submit again what they have submitted. Each
// order that the service took is once in the chain and once in its owner's history, is spent as often as its status says, and each wallet
// has what the ledger says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarket } from '../../devnet/actors/market.ts'
import { type Account, namedAccount } from '../../devnet/actors/wallet/account.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import { parseLossless } from '../../schema/ogmios/lossless-json.ts'
import type { AssetId, Hex } from '../../schema/primitives.ts'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import type { UnspentOutputBody } from '../../schema/responses/utxos.ts'
import { foldedRecording } from '../harness/folded-recording.ts'
import { startOnDevnet, untilAt } from '../harness/recorded-devnet.ts'
import { endOfRecording, payFromFaucet, startStillDevnet } from '../harness/still-devnet.ts'
import { witnessOf } from '../harness/wallet-requests.ts'
import { randomFrom } from '../kit/random-from.ts'
import { seedOf } from '../kit/random-runs.ts'
import { requestsTo, untilAvailable } from '../kit/requests.ts'

const BOTS = 10
const BLOCKS = 200
/** Steps of bots between two blocks. */
const STEPS = 1

const ADA = 1_000_000n

/** The executor fills orders before every eighth block, so that some are cancelled first. */
const FILLS = 8

/** Codes of errors that tell a bot to do something else: another transaction was first, collateral is lent, or an order is too young. */
const LATER = new Set(['ALREADY_SPENT', 'NO_COLLATERAL', 'NOT_IN_BLOCK', 'TOO_EARLY'])

type Requests = ReturnType<typeof requestsTo>

const isReset = (error: unknown): boolean =>
  error instanceof TypeError && Object(error.cause).code === 'ECONNRESET'

/** Asks again if the connection ended before the response, as bots do: a transaction that is submitted again has the same answer. */
const insist = async <T>(request: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await request()
    } catch (error) {
      if (!isReset(error)) throw error
    }
}

/** A bot, its transactions, and its next step. */
class Bot {
  readonly who: Account
  readonly address: string
  /** Transactions that the service took, by their role. */
  readonly placed: Hex[] = []
  readonly cancelled = new Map<Hex, Hex>()
  repeated = 0
  refused = 0
  readonly #requests: Requests
  readonly #tokens: readonly AssetId[]
  readonly #random: () => number
  #last: object | undefined

  constructor(requests: Requests, tokens: readonly AssetId[], name: string, seed: number) {
    this.who = namedAccount(name)
    this.address = formatAddress(this.who.address)
    this.#requests = requests
    this.#tokens = tokens
    this.#random = randomFrom(seed)
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)]
  }

  /** Body of a response with status 200; undefined for an error after which a bot does something else. */
  async #ask(path: string, body: object) {
    const response = await untilAvailable(() => insist(() => this.#requests.tell(path, body)))
    if (response.status === 200) return response.body
    const code = response.headers.get('x-error-code') ?? ''
    assert.ok(LATER.has(code), `${path}: ${response.status} ${code} ${response.text}`)
    this.refused++
    return undefined
  }

  /** Signs and submits. @returns the id of the transaction; undefined if the service did not take it */
  async #send(cbor: Hex): Promise<Hex | undefined> {
    const signed = { cbor, witness: witnessOf(this.who, cbor), changeAddress: this.address }
    const body = await this.#ask('/sign-and-submit', signed)
    if (body === undefined) return undefined
    this.#last = signed
    return body.txHash
  }

  async outputs(): Promise<UnspentOutputBody[]> {
    return insist(() => this.#requests.post('/getUtxos', { pkh: this.who.pkh, limit: 1000 }))
  }

  async #place(): Promise<void> {
    const assetId = this.#pick(this.#tokens) ?? assert.fail()
    const held = (await this.outputs()).flatMap(({ value }) => value.filter(({ unit }) => unit === assetId))
    const tokens = held.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    const sells = tokens > 1_000_000n && this.#random() < 0.5
    const amount = sells ? tokens / 2n : 5n * ADA + BigInt(Math.floor(this.#random() * 20e6))
    const order = { assetId, side: sells ? 'SELL' : 'BUY', amount: `${amount}`, slippage: '75' }
    const built = await this.#ask('/order', {
      ...order,
      changeAddress: this.address,
      utxos: 'service-wallet',
    })
    const id = built && (await this.#send(built.cbor))
    if (id !== undefined) this.placed.push(id)
  }

  async #cancel(): Promise<void> {
    const txHash = this.#pick(this.placed.slice(-3))
    if (txHash === undefined) return
    const order = { txHash, index: '0', changeAddress: this.address, utxos: 'service-wallet' }
    const built = await this.#ask('/cancel', order)
    const id = built && (await this.#send(built.cbor))
    if (id !== undefined) this.cancelled.set(txHash, id)
  }

  /** Submits the last transaction again, which has the same answer. */
  async #repeat(): Promise<void> {
    if (this.#last === undefined) return
    const last = this.#last
    const { txHash } = await insist(() => this.#requests.post('/sign-and-submit', last))
    const known: readonly Hex[] = [...this.placed, ...this.cancelled.values()]
    assert.ok(known.includes(txHash), txHash)
    this.repeated++
  }

  step(): Promise<void> {
    const chance = this.#random()
    if (chance < 0.45) return this.#place()
    return chance < 0.75 ? this.#cancel() : this.#repeat()
  }

  /** All orders of its history. */
  async orders(): Promise<ApiOrder[]> {
    const found: ApiOrder[] = []
    for (;;) {
      const page = { limit: 100, offset: found.length }
      const { ledger, mempool } = await insist(() =>
        this.#requests.post('/v1/user-history-feed/initial/state', [this.who.pkh], page),
      )
      assert.deepEqual(mempool, [])
      found.push(...ledger.items)
      if (ledger.items.length === 0) return found
    }
  }
}

/** How often each transaction is in blocks, and how often each output is spent. */
const countsOf = ({ chain }: Devnet, from: number) => {
  const [ids, spent] = [new Map<Hex, number>(), new Map<string, number>()]
  const count = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1)
  for (let at = from; at < chain.length; at++) {
    const { transactions = [] } = Object(parseLossless(String(chain.at(at)?.json)))
    for (const { id, inputs } of transactions) {
      count(ids, id)
      for (const { transaction, index } of inputs) count(spent, `${transaction.id}:${index}`)
    }
  }
  return { ids, spent }
}

const timesSpent = ({ status, entityId }: ApiOrder): readonly [string, number] => {
  assert.ok(status === 'Pending' || status === 'Evaluated' || status === 'Refunded', status)
  return [entityId, status === 'Pending' ? 0 : 1]
}

/** Quantities of the wallet by asset, without those of 0. */
const totalsOf = (values: readonly (readonly [unit: string, amount: bigint])[]) => {
  const totals = new Map<string, bigint>()
  for (const [unit, amount] of values) totals.set(unit, (totals.get(unit) ?? 0n) + amount)
  return new Map([...totals].sort())
}

/** Compares a bot's wallet and history with the blocks. @returns the statuses of its orders */
const check = async (bot: Bot, devnet: Devnet, { ids, spent }: ReturnType<typeof countsOf>) => {
  const orders = await bot.orders()
  assert.deepEqual(orders.map(({ entityId }) => entityId).sort(), bot.placed.map((id) => `${id}:0`).sort())
  for (const id of [...bot.placed, ...bot.cancelled.values()]) assert.equal(ids.get(id), 1, id)
  for (const [entityId, times] of orders.map(timesSpent))
    assert.equal(spent.get(entityId) ?? 0, times, entityId)
  const refunded = orders.filter(({ status }) => status === 'Refunded').map(({ entityId }) => entityId)
  assert.deepEqual(refunded.sort(), [...bot.cancelled.keys()].map((id) => `${id}:0`).sort())
  const listed = (await bot.outputs()).flatMap(({ value }) =>
    value.map(({ unit, amount }) => [unit, BigInt(amount)] as const),
  )
  const held = devnet.ledger.utxo
    .at(bot.who.address)
    .flatMap(({ output: { lovelace, assets = [] } }) => [
      ['lovelace', lovelace] as const,
      ...assets.map(({ asset, quantity }) => [asset, quantity] as const),
    ])
  assert.deepEqual(totalsOf(listed), totalsOf(held))
  return orders.map(({ status }) => status)
}

test('ten bots at once for 200 blocks: no order is lost or doubled', async (t) => {
  const seed = seedOf(t)
  const { recording, time } = await endOfRecording()
  let turn = 0
  const devnet = await startStillDevnet({
    seed: `bots ${seed}`,
    recording,
    clock: () => time,
    change: (actors) => ({ act: () => void (turn++ % FILLS === 0 && actors.act()) }),
  })
  t.after(() => devnet.close())
  const from = devnet.chain.length
  const service = await startOnDevnet(t, {
    OGMIOS_URL: devnet.url,
    DATA_DIR: (await foldedRecording(t)).dataDir,
    MAX_TIP_AGE: '999999999999',
  })
  const { amms, curves } = readMarket(devnet.ledger)
  const tokens = [[...amms.keys()][0] ?? assert.fail(), [...curves.keys()][0] ?? assert.fail()]
  const requests = requestsTo(service.url)
  const bots = Array.from({ length: BOTS }, (_, n) => new Bot(requests, tokens, `bot ${n}`, seed + n))
  const gifts = bots.flatMap(({ who: { address } }) => Array(5).fill({ address, lovelace: 500n * ADA }))
  payFromFaucet(devnet.ledger, gifts)
  devnet.makeBlock()
  await untilAt(service, devnet.chain)

  // A block follows after some steps; the other bots are in the middle of theirs.
  let steps = 0
  let stepped = (): void => {}
  let isOver = false
  const running = bots.map(async (bot) => {
    while (!isOver) {
      await bot.step()
      steps++
      stepped()
    }
  })
  const trading = Promise.all(running)
  for (let made = 0; made < BLOCKS; made++) {
    const enough = steps + STEPS
    const some = new Promise<void>((resolve) => {
      stepped = () => steps >= enough && resolve()
    })
    await Promise.race([some, trading])
    devnet.makeBlock()
    await untilAt(service, devnet.chain)
  }
  isOver = true
  await trading
  for (let made = 0; made < 2 * FILLS; made++) devnet.makeBlock()
  await untilAt(service, devnet.chain)

  const counts = countsOf(devnet, from)
  const statuses = new Map<string, number>()
  for (const bot of bots)
    for (const status of await check(bot, devnet, counts))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const sum = (of: (bot: Bot) => number): number => bots.reduce((total, bot) => total + of(bot), 0)
  t.diagnostic(
    `${steps} steps: ${sum(({ placed }) => placed.length)} orders, ${JSON.stringify(Object.fromEntries(statuses))}, ` +
      `${sum(({ repeated }) => repeated)} repeated, ${sum(({ refused }) => refused)} refused`,
  )
  assert.ok((statuses.get('Evaluated') ?? 0) > 30 && (statuses.get('Refunded') ?? 0) > 3)
  assert.ok(sum(({ repeated }) => repeated) > 10)
})
