// All orders with their changes, and the histories of all keys, computed from the recorded transactions. A separate reader decodes datums.
// The formulas of docs/launchpad-on-chain.md are implemented again.
import assert from 'node:assert/strict'
import { once } from '../../devnet/once.ts'
import { formatAddress } from '../../schema/codecs/address.ts'
import type { ApiOrder, OrderMetrics, OrderTrade } from '../../schema/responses/orders.ts'
import type { PlacedTransaction, RawOutput } from '../hostile/raw-ledger.ts'
import { type Comparison, get, grouped, post, type Recorded, type Services, timeOf } from './comparison.ts'
import { fillOf, type Terms, termsOf } from './plain-orders.ts'
import { EMISSION, isAtLaunchpad, type PlainPool, poolOf, quote, SEED } from './plain-pools.ts'

interface PlainOrder {
  row: ApiOrder
  /** Position among all status changes. */
  updated: number
  /** Lovelace for the execution, in addition to the order's amounts. */
  fee: bigint
  readonly terms: Terms
}

const EXECUTE = /^d87a(?:80|9fff)$/

/** At most 20 fraction digits. Further digits are cut. */
const decimal = ([numerator, denominator]: readonly [bigint, bigint]): string => {
  const digits = ((numerator * 10n ** 20n) / denominator).toString().padStart(21, '0')
  const fraction = digits.slice(-20).replace(/0+$/, '')
  return digits.slice(0, -20) + (fraction === '' ? '' : `.${fraction}`)
}

const redeemersOf = ({ json }: PlacedTransaction): Map<number, string> => {
  const { redeemers = [] } = json as {
    readonly redeemers?: readonly {
      readonly validator: { readonly index: unknown; readonly purpose: string }
      readonly redeemer: string
    }[]
  }
  return new Map(
    redeemers
      .filter(({ validator }) => validator.purpose === 'spend')
      .map(({ validator, redeemer }) => [Number(`${validator.index}`), redeemer]),
  )
}

interface Folded {
  readonly orders: readonly PlainOrder[]
  readonly tokens: ReadonlySet<string>
}

class Fold {
  readonly orders = new Map<string, PlainOrder>()
  readonly pools = new Map<string, PlainPool>()
  readonly #recorded: Recorded
  #clock = 0

  constructor(recorded: Recorded) {
    this.#recorded = recorded
  }

  apply(transaction: PlacedTransaction): void {
    const time = timeOf(this.#recorded, transaction.block)
    this.#end(transaction, time)
    for (const output of transaction.outputs) {
      const terms = termsOf(this.#recorded, output)
      if (terms !== undefined) this.#place(output, terms, time)
    }
    for (const output of transaction.outputs) {
      const pool = poolOf(this.#recorded.operations, output)
      if (pool === undefined) continue
      if (!this.pools.has(pool.token)) this.#buyAtLaunch(transaction, pool, time)
      this.pools.set(pool.token, pool)
    }
  }

  #end(transaction: PlacedTransaction, time: number): void {
    const redeemers = redeemersOf(transaction)
    transaction.spent.forEach((output, at) => {
      const order = output && this.orders.get(output.reference)
      // Tokens that a launch bought may be spent like other tokens.
      if (output === undefined || order === undefined || order.row.launch === true) return
      const { terms } = order
      const answer = transaction.outputs[at]
      const isFilled = answer !== undefined && EXECUTE.test(redeemers.get(at) ?? '')
      order.updated = ++this.#clock
      order.row = {
        ...order.row,
        status: isFilled ? 'Evaluated' : 'Refunded',
        evaluatedTransactionId: transaction.id,
        timestamp: time,
      }
      if (!isFilled) return
      const rest = answer.address === output.address ? termsOf(this.#recorded, answer) : undefined
      assert.equal(rest, undefined, 'the executors of the devnet fill an order wholly or for good')
      const { isBuy, lovelace, tokens, fee } = fillOf(terms, output, answer)
      order.fee = fee
      order.row = {
        ...order.row,
        orderType: this.pools.get(terms.token)?.isCurve === false ? 'CFMM' : 'Spot',
        fromAmount: `${isBuy ? lovelace : tokens}`,
        toAmount: `${isBuy ? tokens : lovelace}`,
      }
    })
  }

  #place(output: RawOutput, terms: Terms, timestamp: number): void {
    const { isBuy, token, from, price } = terms
    const pool = this.pools.get(token)
    const expected = pool === undefined ? (from * price[0]) / price[1] : quote(pool, isBuy, from)
    // Without a listed pool, an order has no venue and counts as CFMM.
    const orderType = pool?.isCurve === true ? 'Spot' : 'CFMM'
    this.#add(output, terms, { orderType, toAmount: `${expected}`, timestamp })
  }

  /** A launch fills its own purchase. The order's output is the one with the bought tokens. */
  #buyAtLaunch({ id, outputs }: PlacedTransaction, pool: PlainPool, timestamp: number): void {
    const { token } = pool
    const [from, to] = [pool.lovelace - SEED, EMISSION - pool.tokens]
    const bought = outputs.find(
      (each) => each.assets.has(token) && !isAtLaunchpad(this.#recorded.operations, each),
    )
    if (bought === undefined) return
    const { address } = bought
    const flat = { fee: 0n, stepCost: 0n, beacon: undefined }
    this.#add(
      bought,
      { isBuy: true, token, from, price: [to, from], address, ...flat },
      {
        orderType: 'Spot',
        toAmount: `${to}`,
        status: 'Evaluated',
        evaluatedTransactionId: id,
        timestamp,
        launch: true,
      },
    )
  }

  #add(
    { reference }: RawOutput,
    terms: Terms,
    state: Pick<ApiOrder, 'orderType' | 'toAmount' | 'timestamp'> & Partial<ApiOrder>,
  ): void {
    const [id = '', index = ''] = reference.split('#')
    const { isBuy, token, from, address, price, beacon } = terms
    this.orders.set(reference, {
      updated: ++this.#clock,
      fee: 0n,
      terms,
      row: {
        entityId: `${id}:${index}`,
        beacon: beacon ?? id + BigInt(index).toString(16).padStart(16, '0'),
        asset: token,
        from: isBuy ? '.' : token,
        to: isBuy ? token : '.',
        address: formatAddress(address),
        pkh: address.slice(2, 58),
        worstPrice: decimal(price),
        fromAmount: `${from}`,
        status: 'Pending',
        pendingTransactionId: id,
        evaluatedTransactionId: null,
        ...state,
      },
    })
  }
}

const fold = once((recorded: Recorded): Folded => {
  const all = new Fold(recorded)
  for (const transaction of recorded.ledger.transactions.values()) all.apply(transaction)
  return { orders: [...all.orders.values()], tokens: new Set(all.pools.keys()) }
})

const isFilled = ({ row }: PlainOrder): boolean => row.status === 'Evaluated'

const filledOf = (orders: readonly PlainOrder[]) =>
  orders
    .filter(isFilled)
    .toSorted((a, b) => a.updated - b.updated)
    .map(({ row, fee, terms: { token, isBuy } }) => ({
      key: row.pkh,
      address: row.address,
      time: row.timestamp,
      token,
      isBuy,
      lovelace: BigInt(isBuy ? row.fromAmount : row.toAmount),
      tokens: BigInt(isBuy ? row.toAmount : row.fromAmount),
      fee,
    }))

export const filledOrders = (recorded: Recorded) => filledOf(fold(recorded).orders)

/** Sums of filled orders. */
export const amountsOf = (filled: ReturnType<typeof filledOf>) => {
  const sum = (ofBuys: boolean, amount: 'lovelace' | 'tokens'): string =>
    `${filled.filter(({ isBuy }) => isBuy === ofBuys).reduce((total, order) => total + order[amount], 0n)}`
  return {
    boughtAda: sum(true, 'lovelace'),
    boughtTokens: sum(true, 'tokens'),
    soldAda: sum(false, 'lovelace'),
    soldTokens: sum(false, 'tokens'),
  }
}

const newestFirst = (orders: readonly PlainOrder[]): ApiOrder[] =>
  orders.toSorted((a, b) => b.updated - a.updated).map(({ row }) => row)

/** The page size does not divide the list's length. */
const pages = async (services: Services, path: string, body: unknown) => {
  const items: ApiOrder[] = []
  for (;;) {
    const answer = await post(services, `${path}offset=${items.length}&limit=97`, body)
    items.push(...answer.ledger.items)
    assert.deepEqual(answer.mempool, [])
    if (answer.ledger.items.length < 97) return { count: answer.ledger.count, items }
  }
}

const metricsOf = (orders: readonly PlainOrder[]): OrderMetrics | null => {
  const filled = filledOf(orders)
  return filled.length === 0 ? null : { ...amountsOf(filled), ordersCount: filled.length }
}

const expectList = async (services: Services, path: string, body: unknown, orders: readonly PlainOrder[]) => {
  const items = newestFirst(orders)
  assert.deepEqual(await pages(services, path, body), { count: items.length, items }, `${path} ${body}`)
}

const WORDS: Readonly<Partial<Record<ApiOrder['status'], OrderTrade['orderStatus']>>> = {
  Pending: 'open',
  Evaluated: 'closed',
  Refunded: 'cancelled',
}

export const ordersComparison: Comparison = {
  name: 'all orders and their totals, of every token and of every key',
  async check(services, recorded) {
    const { orders, tokens } = fold(recorded)
    const statuses = new Map(
      [...grouped(orders, ({ row }) => row.status)].map(([name, { length }]) => [name, length]),
    )
    for (const status of recorded.isRich ? (['Pending', 'Evaluated', 'Refunded'] as const) : [])
      assert.ok((statuses.get(status) ?? 0) > 10, `${statuses.get(status)} orders are ${status}`)
    for (const [token, own] of grouped(orders, ({ terms }) => terms.token)) {
      assert.ok(!recorded.isRich || tokens.has(token), `${token} has a pool`)
      await expectList(services, `/v1/orders-feed/initial/state?asset=${token}&`, null, own)
      const open = own.filter(({ row }) => row.status === 'Pending')
      assert.deepEqual(
        await get(services, '/v1/orders-feed/initial/state/open', { asset: token, limit: 100 }),
        { ledger: { count: open.length, items: newestFirst(open).slice(0, 100) }, mempool: [] },
      )
      const filledPath = `/v1/orders-feed/initial/state/filled?asset=${token}&`
      await expectList(services, filledPath, null, own.filter(isFilled))
      const byKey = [...grouped(own, ({ row }) => row.pkh)]
      for (const [pkh, few] of byKey.slice(0, 5)) {
        const query = { asset: token, pkh }
        assert.deepEqual(await get(services, '/v1/orders-feed/metrics', query), metricsOf(few))
      }
      const some = byKey.slice(0, 100)
      const ofSome = some.flatMap(([, few]) => few)
      const keys = some.map(([pkh]) => pkh)
      await expectList(services, `/v1/orders-feed/initial/state?asset=${token}&`, keys, ofSome)
      await expectList(services, filledPath, keys, ofSome.filter(isFilled))
      await expectList(services, `/v1/user-history-feed/initial/state/by/asset?asset=${token}&`, keys, ofSome)
    }
    for (const [pkh, own] of grouped(orders, ({ row }) => row.pkh)) {
      await expectList(services, '/v1/user-history-feed/initial/state?', [pkh], own)
      const open = own.filter(({ row }) => row.status === 'Pending')
      await expectList(services, '/v1/user-history-feed/initial/state/open?', [pkh], open)
    }
    const listed = orders.filter(({ terms }) => tokens.has(terms.token))
    for (const [path, latest] of [
      ['/v1/orders-feed/latest', listed],
      ['/v1/orders-feed/latest/filled', listed.filter(isFilled)],
    ] as const)
      assert.deepEqual(await get(services, path, { limit: 100 }), newestFirst(latest).slice(0, 100))
    for (const { row } of orders.slice(-200)) {
      const trade: OrderTrade = await get(services, '/v1/user-history-feed/order/trades', {
        beacon: row.beacon,
      })
      const { fromAmount, toAmount, entityId, orderStatus } = trade
      assert.deepEqual(
        { fromAmount, toAmount, entityId, orderStatus },
        {
          fromAmount: row.fromAmount,
          toAmount: row.toAmount,
          entityId: row.entityId,
          orderStatus: WORDS[row.status],
        },
      )
    }
  },
}
