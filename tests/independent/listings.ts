// Data that aggregators, portfolios and wallets read: events by block, pairs, tickers and trades, trades by token and by wallet as JSON and
// CSV, and metadata of tokens.
import assert from 'node:assert/strict'
import { formatAddress } from '../../schema/codecs/address.ts'
import type { PlacedTransaction } from '../hostile/raw-ledger.ts'
import { type Comparison, get, grouped, post, type Recorded, type Services, timeOf } from './comparison.ts'
import { bytesAt } from './plain-datum.ts'
import { ammFeesOf, decimal, type Price, priceText } from './plain-pools.ts'
import { type FoldedPool, foldPools, type Happened } from './pool-fold.ts'

/** The default number of confirmations, and the most blocks of a request. */
const CONFIRMATIONS = 30
const MOST_BLOCKS = 1_000

const DAY = 86_400

const ada = (lovelace: bigint): string => decimal(lovelace, 1_000_000n, 6)

/** The price in lovelace has 12 places. */
const adaPrice = (price: Price): string => {
  const scaled = (2n * price.numerator * 10n ** 12n + price.denominator) / (2n * price.denominator)
  return decimal(scaled, 10n ** 18n, 18)
}

interface Placed {
  readonly token: string
  readonly happened: Happened
}

const allOf = (recorded: Recorded): Placed[] => {
  const places = new Map([...recorded.ledger.transactions.values()].map((each, at) => [each, at]))
  const at = ({ happened }: Placed): number => places.get(happened.transaction) ?? assert.fail()
  return [...foldPools(recorded).values()]
    .flatMap(({ token, happened }) => happened.map((each) => ({ token, happened: each })))
    .sort((a, b) => at(a) - at(b))
}

const isTrade = ({ happened }: Placed): boolean => happened.kind === 'buy' || happened.kind === 'sell'

const reservesOf = ({ lovelace, tokens }: Happened['reserves']) => ({
  asset0: `${tokens}`,
  asset1: ada(lovelace),
})

const amountsOf = (happened: Happened) => {
  const { kind, lovelace, tokens } = happened
  if (kind === 'join' || kind === 'exit')
    return { eventType: kind, amount0: `${tokens}`, amount1: ada(lovelace) }
  assert.ok('price' in happened)
  const price = { eventType: 'swap', priceNative: adaPrice(happened.price) }
  return kind === 'buy'
    ? { ...price, asset1In: ada(lovelace), asset0Out: `${tokens}` }
    : { ...price, asset0In: `${tokens}`, asset1Out: ada(lovelace) }
}

const eventsByHeight = (recorded: Recorded, all: readonly Placed[]) => {
  const traders = new Map<PlacedTransaction, string>()
  for (const { happened } of all)
    if ('address' in happened && !traders.has(happened.transaction))
      traders.set(happened.transaction, formatAddress(happened.address))
  const byBlock = grouped(all, ({ happened }) => happened.transaction.block)
  return new Map(
    [...byBlock].map(([block, inBlock]) => {
      const byTransaction = [...grouped(inBlock, ({ happened }) => happened.transaction)]
      const events = byTransaction.flatMap(([transaction, ofOne], txnIndex) =>
        ofOne.map(({ happened }, eventIndex) => ({
          block: { blockNumber: block.height, blockTimestamp: timeOf(recorded, block) },
          txnId: transaction.id,
          txnIndex,
          eventIndex,
          maker:
            'address' in happened
              ? formatAddress(happened.address)
              : (traders.get(transaction) ?? transaction.id),
          pairId: happened.pair,
          ...amountsOf(happened),
          reserves: reservesOf(happened.reserves),
        })),
      )
      return [block.height, events] as const
    }),
  )
}

const checkEvents = async (
  services: Services,
  recorded: Recorded,
  all: readonly Placed[],
): Promise<number> => {
  const newest = recorded.blocks.at(-1 - CONFIRMATIONS) ?? assert.fail('too few blocks')
  assert.deepEqual(await get(services, '/dex/latest-block'), {
    block: { blockNumber: newest.height, blockTimestamp: timeOf(recorded, newest) },
  })
  const events = eventsByHeight(recorded, all)
  const ofRange = (from: number, to: number) =>
    [...events].filter(([height]) => height >= from && height <= to).flatMap(([, list]) => list)
  let compared = 0
  for (
    let fromBlock = recorded.blocks[0]?.height ?? 0;
    fromBlock <= newest.height;
    fromBlock += MOST_BLOCKS
  ) {
    const toBlock = Math.min(newest.height, fromBlock + MOST_BLOCKS - 1)
    const expected = ofRange(fromBlock, toBlock)
    assert.deepEqual(await get(services, '/dex/events', { fromBlock, toBlock }), { events: expected })
    compared += expected.length
  }
  for (const { height } of recorded.blocks.slice(0, -CONFIRMATIONS).filter((_, at) => at % 7 === 0))
    assert.deepEqual(
      await get(services, '/dex/events', { fromBlock: height, toBlock: height }),
      { events: events.get(height) ?? [] },
      `block ${height}`,
    )
  return compared
}

const checkPairs = async (services: Services, recorded: Recorded): Promise<void> => {
  for (const pool of foldPools(recorded).values()) {
    const symbol = Buffer.from(bytesAt(pool.metadata, 1), 'hex').toString()
    const name = Buffer.from(pool.token.slice(57), 'hex').toString()
    const { asset } = await get(services, '/dex/asset', { id: pool.token })
    const said = { id: pool.token, name, symbol: symbol || name, decimals: 0, totalSupply: '1000000000' }
    assert.deepEqual({ ...asset, metadata: undefined }, { ...said, metadata: undefined })
    for (const isCurve of [true, false]) {
      const opened = pool.happened.find((each) => each.kind === 'join' && each.isCurve === isCurve)
      if (opened === undefined) continue
      const { block, id: createdAtTxnId } = opened.transaction
      assert.deepEqual(await get(services, '/dex/pair', { id: opened.pair }), {
        pair: {
          id: opened.pair,
          dexKey: 'launchpad',
          asset0Id: pool.token,
          asset1Id: '.',
          createdAtBlockNumber: block.height,
          createdAtBlockTimestamp: timeOf(recorded, block),
          createdAtTxnId,
          feeBps: isCurve ? 100 : ammFee(pool),
          metadata: { venue: isCurve ? 'curve' : 'amm' },
        },
      })
    }
  }
}

const ammFee = ({ now }: FoldedPool): number => {
  const [liquidity, treasury, royalty] = ammFeesOf(now)
  return Number(100_000n - liquidity + treasury + royalty) / 10
}

const tradeOf = (recorded: Recorded, { token, happened }: Placed) => {
  assert.ok('price' in happened)
  const { transaction, kind, lovelace, tokens, price, address, order, isCurve } = happened
  return {
    time: timeOf(recorded, transaction.block),
    height: transaction.block.height,
    transactionId: transaction.id,
    asset: token,
    venue: isCurve ? 'curve' : 'amm',
    side: kind,
    lovelace: `${lovelace}`,
    tokens: `${tokens}`,
    price: priceText(price),
    owner: address.slice(2, 58),
    address: formatAddress(address),
    orderId: order.replace('#', ':'),
  }
}

type PlainTrade = ReturnType<typeof tradeOf>
type Query = Readonly<Record<string, string | number>>

/** Positions must ascend or descend. */
const pagesOf = async (services: Services, query: Query, order: 'newest' | 'oldest') => {
  const items: (PlainTrade & { readonly position: number })[] = []
  for (let after = {}; ; ) {
    const page = await get(services, '/v1/trades', { ...query, ...after, order, limit: 97 })
    assert.equal(page.undoneAfter, null)
    items.push(...page.items)
    if (page.items.length < 97) break
    after = { after: page.next }
  }
  items.forEach(({ position }, at) => {
    const before = items[at - 1]?.position
    assert.ok(before === undefined || (order === 'oldest' ? before < position : before > position))
  })
  return items.map(({ position: _, ...trade }) => trade)
}

const checkTrades = async (services: Services, trades: readonly PlainTrade[]): Promise<void> => {
  const check = async (query: Query, expected: readonly PlainTrade[]) => {
    assert.deepEqual(await pagesOf(services, query, 'oldest'), expected, JSON.stringify(query))
    assert.deepEqual(await pagesOf(services, query, 'newest'), expected.toReversed())
  }
  await check({}, trades)
  for (const [asset, own] of grouped(trades, (trade) => trade.asset)) await check({ asset }, own)
  const wallets = [...grouped(trades, ({ owner }) => owner)]
  for (const [wallet, own] of wallets) {
    await check({ wallet }, own)
    const [first] = own
    if (first === undefined) continue
    const { asset, address } = first
    await check(
      { wallet: address, asset },
      own.filter((trade) => trade.asset === asset),
    )
  }
  const [early, late] = [trades[Math.floor(trades.length / 4)], trades[Math.floor(trades.length / 2)]]
  if (early === undefined || late === undefined) return
  await check(
    { from: early.time, to: late.time },
    trades.filter(({ time }) => time >= early.time && time < late.time),
  )
  await check(
    { fromBlock: early.height, toBlock: late.height },
    trades.filter(({ height }) => height >= early.height && height <= late.height),
  )
}

const checkCsv = async (services: Services): Promise<void> => {
  const query = 'order=oldest&limit=1000'
  const { items, next } = await get(services, '/v1/trades', { order: 'oldest', limit: 1_000 })
  for (const url of services) {
    const answer = await fetch(`${url}/v1/trades.csv?${query}`)
    assert.equal(answer.headers.get('x-next-cursor'), next)
    const [head = '', ...lines] = (await answer.text()).split('\r\n').slice(0, -1)
    const columns = head.split(',')
    assert.deepEqual(
      lines.map((line) => line.split(',')),
      items.map((trade: Readonly<Record<string, unknown>>) => columns.map((name) => `${trade[name] ?? ''}`)),
    )
  }
}

const checkTickers = async (
  services: Services,
  recorded: Recorded,
  all: readonly Placed[],
): Promise<void> => {
  const newest = recorded.blocks.at(-1 - CONFIRMATIONS) ?? assert.fail('too few blocks')
  const confirmed = all.filter(
    (each) => isTrade(each) && each.happened.transaction.block.height <= newest.height,
  )
  const since = timeOf(recorded, newest) - DAY
  const recent = confirmed.filter(({ happened }) => timeOf(recorded, happened.transaction.block) >= since)
  const expected = [...grouped(recent, ({ token }) => token)].map(([token, trades]) => {
    const happened = trades.flatMap((each) => ('price' in each.happened ? [each.happened] : []))
    const last = happened.at(-1) ?? assert.fail()
    const sorted = happened
      .map(({ price }) => price)
      .sort((a, b) => Number(a.numerator * b.denominator - b.numerator * a.denominator))
    return {
      ticker_id: `${token}_ADA`,
      base_currency: token,
      target_currency: 'ADA',
      pool_id: last.pair,
      last_price: adaPrice(last.price),
      base_volume: `${happened.reduce((sum, { tokens }) => sum + tokens, 0n)}`,
      target_volume: ada(happened.reduce((sum, { lovelace }) => sum + lovelace, 0n)),
      high: adaPrice(sorted.at(-1) ?? assert.fail()),
      low: adaPrice(sorted[0] ?? assert.fail()),
    }
  })
  assert.deepEqual(await get(services, '/dex/tickers'), expected)
  for (const [token, trades] of grouped(confirmed, (each) => each.token)) {
    const listed = trades
      .toReversed()
      .slice(0, 1_000)
      .map(({ happened }) => ({
        price: 'price' in happened ? adaPrice(happened.price) : '',
        base_volume: `${happened.tokens}`,
        target_volume: ada(happened.lovelace),
        trade_timestamp: timeOf(recorded, happened.transaction.block) * 1_000,
        type: happened.kind,
      }))
    const answer = await get(services, '/dex/historical_trades', { ticker_id: `${token}_ADA` })
    for (const side of ['buy', 'sell'] as const)
      assert.deepEqual(
        answer[side].map(({ trade_id: _, ...trade }: { trade_id: number }) => trade),
        listed.filter(({ type }) => type === side),
      )
  }
}

const checkMetadata = async (services: Services, recorded: Recorded): Promise<void> => {
  const tokens = [...foldPools(recorded).values()]
  const subjects = tokens.map(({ token }) => token.replace('.', ''))
  const valued = (value: unknown) => ({ value, sequenceNumber: 0, signatures: [] })
  const { subjects: found } = await post(services, '/metadata/query', {
    subjects: [...subjects, '00'.repeat(28)],
    properties: ['name', 'ticker', 'decimals'],
  })
  assert.deepEqual(
    found,
    tokens.map(({ token, metadata }) => {
      const ticker = Buffer.from(bytesAt(metadata, 1), 'hex').toString()
      return {
        subject: token.replace('.', ''),
        name: valued(Buffer.from(token.slice(57), 'hex').toString().slice(0, 50)),
        ...(ticker.length >= 2 && ticker.length <= 9 && { ticker: valued(ticker) }),
        decimals: valued(0),
      }
    }),
  )
}

export const listingsComparison: Comparison = {
  name: 'events, pairs, tickers, trades and metadata',
  async check(services, recorded) {
    const all = allOf(recorded)
    const compared = await checkEvents(services, recorded, all)
    assert.ok(!recorded.isRich || compared > 1_000, `${compared} events`)
    await checkTrades(
      services,
      all.filter(isTrade).map((each) => tradeOf(recorded, each)),
    )
    await checkCsv(services)
    await checkTickers(services, recorded, all)
    if (!recorded.isRich) return
    await checkPairs(services, recorded)
    await checkMetadata(services, recorded)
  },
}
