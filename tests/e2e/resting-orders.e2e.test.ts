// Limit orders on a curve and on an AMM pool. An order whose minimum output is above the quote waits, is shown as open, and is filled when
// the price allows it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiOrder } from '../../schema/responses/orders.ts'
import type { LiquidityPoolInfo } from '../../schema/responses/pools.ts'
import { outsideSigner } from '../harness/outside-signer.ts'
import { startOnQuietDevnet } from '../harness/recorded-devnet.ts'
import { walletAt } from '../harness/wallet-requests.ts'
import { requestsTo } from '../kit/requests.ts'
import { until } from '../kit/until.ts'

const AMOUNT = 100_000_000n
const MOVE = 500_000_000n

interface Trade {
  readonly side: 'BUY' | 'SELL'
  readonly amount: string
  readonly minOutput?: string
  readonly rest?: boolean
}

type Devnet = Awaited<ReturnType<typeof startOnQuietDevnet>>

const traderOf = ({ devnet, url }: Devnet, asset: string) => {
  const { post, tell } = requestsTo(url)
  const signer = outsideSigner()
  const wallet = walletAt(requestsTo(url), signer)
  const quoteOf = (trade: object) => tell('/order/quote', { assetId: asset, slippage: '15', ...trade })
  const place = async (trade: Trade): Promise<string> =>
    wallet.send((await post('/order', wallet.order(asset, { ...trade }))).cbor)
  const orderIn = (hash: string, status: ApiOrder['status']): Promise<ApiOrder> =>
    until(`${status} ${hash}`, async () => {
      devnet.make(1)
      const order: ApiOrder | undefined = await wallet.orderOf(hash)
      return order?.status === status && order
    })
  return {
    quoteOf,
    place,
    orderIn,
    outputOf: async (trade: Trade): Promise<bigint> => BigInt((await quoteOf(trade)).body.outputAmount),
    ask: (path: string, trade: object) => tell(path, wallet.order(asset, trade)),
    market: async (side: 'BUY' | 'SELL', amount: bigint): Promise<bigint> =>
      BigInt((await orderIn(await place({ side, amount: `${amount}` }), 'Evaluated')).toAmount),
    statusOf: async (hash: string) => (await wallet.orderOf(hash))?.status,
    openOrders: async (): Promise<string[]> =>
      (await post('/v1/user-history-feed/initial/state/open', [signer.pkh])).ledger.items.map(
        ({ pendingTransactionId }: ApiOrder) => pendingTransactionId,
      ),
  }
}

const tokenOn = async ({ url }: Devnet, venue: 'curve' | 'amm', filter: string): Promise<string> => {
  const pools: LiquidityPoolInfo[] = await requestsTo(url).get('/v1/pools-main-page/initial/state', {
    filter,
  })
  for (const { info } of pools) {
    const trade = { assetId: info.asset, side: 'BUY', amount: `${2n * MOVE}`, slippage: '15' }
    const { status, body } = await requestsTo(url).tell('/order/quote', trade)
    if (status === 200 && body.venue === venue) return info.asset
  }
  return assert.fail(`no token trades on the ${venue}`)
}

test('a limit order rests, is open, and is filled at its least output or better when the price allows it', async (t) => {
  const quiet = await startOnQuietDevnet(t)
  for (const [venue, filter] of [
    ['curve', 'New'],
    ['amm', 'CompletedMCap'],
  ] as const)
    await t.test(venue, async () => {
      const trader = traderOf(quiet, await tokenOn(quiet, venue, filter))
      const { market, outputOf } = trader

      /** Places an order that only a later price allows, and makes the trade that moves the price. */
      const rest = async (trade: Trade, minOutput: bigint, small: bigint, move: () => Promise<unknown>) => {
        const limit = { ...trade, minOutput: `${minOutput}` }
        const refused = await trader.ask('/order', limit)
        const code = refused.headers.get('x-error-code')
        assert.deepEqual([refused.status, code], [400, 'QUOTE_BELOW_MIN_OUTPUT'])
        const { body: quote } = await trader.quoteOf({ ...limit, rest: true })
        assert.equal(quote.leastOutputAmount, limit.minOutput)
        assert.ok(BigInt(quote.outputAmount) < minOutput)
        const hash = await trader.place({ ...limit, rest: true })
        await trader.orderIn(hash, 'Pending')
        await market(trade.side, small)
        assert.equal(await trader.statusOf(hash), 'Pending')
        assert.ok((await trader.openOrders()).includes(hash))
        await move()
        const { toAmount } = await trader.orderIn(hash, 'Evaluated')
        assert.ok(BigInt(toAmount) >= minOutput, `${toAmount} of ${minOutput}`)
        assert.ok(!(await trader.openOrders()).includes(hash))
      }

      const buy: Trade = { side: 'BUY', amount: `${AMOUNT}` }
      const before = await outputOf(buy)
      const bought = await market('BUY', MOVE)
      const after = await outputOf(buy)
      assert.ok(after < before)
      await rest(buy, (before + after) / 2n, 10_000_000n, () => market('SELL', (bought * 2n) / 3n))

      const sell: Trade = { side: 'SELL', amount: `${bought / 10n}` }
      const proceeds = await outputOf(sell)
      await rest(sell, proceeds + proceeds / 100n, bought / 10n, () => market('BUY', 2n * MOVE))
    })
})
