// A session of TradingView's UDF datafeed: config, time, search, symbols, then history back to the first bar. The models grow and fork. In
// every order of requests, the bars equal those of the chart histories.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { generatedModels } from '../../projections/testing/generated-models.ts'
import type { Bar } from '../../schema/responses/chart-responses.ts'
import { requestsTo } from '../../tests/kit/requests.ts'
import { serveModels } from '../testing/start-components.ts'
import { historyResolution } from './resolutions.ts'

const COUNTBACK = 7

/** Exact: the decimal point moves by six digits. */
const millionth = (text: string): number => Number(`${text}e-6`)

/** No history needs so many requests. A fault could make the loop endless. */
const MOST_REQUESTS = 500

const serve = async (t: TestContext) => {
  const { reader, directory, database, grow, undo } = generatedModels(t, 0)
  const clock = { now: Date.now() }
  const { url } = await serveModels(t, ['charts', 'udf'], reader, {
    directory,
    clock: () => clock.now,
  })
  const { get } = requestsTo(url)
  return { database, clock, url, get, grow, undo }
}

test('a chart of the library has the bars of the histories at every resolution, before and after a fork', async (t) => {
  const { url, get, grow, undo } = await serve(t)

  /** Ends when there is neither data nor an older time. */
  const barsOf = async (symbol: string, resolution: string): Promise<Omit<Bar, 'pair'>[]> => {
    const bars: Omit<Bar, 'pair'>[] = []
    for (let to = 9_000_000_000, asked = 0; ; asked++) {
      assert.ok(asked < MOST_REQUESTS)
      const query = { symbol, resolution, from: Math.max(0, to - 3_600), to, countback: COUNTBACK }
      const { s, t: times, o, h, l, c, v, nextTime } = await get('/udf/history', query)
      if (s === 'no_data' && nextTime === undefined) return bars
      assert.equal(s, 'ok')
      bars.unshift(
        ...times.map((time: number, at: number) => {
          const [low, high, open, close, volume] = [l, h, o, c, v].map((column) => Number(column[at]))
          return { time, low, high, open, close, volume }
        }),
      )
      to = times[0]
    }
  }

  const check = async (): Promise<number> => {
    const config = await get('/udf/config')
    assert.match(await get('/udf/time'), /^[0-9]{10}$/)
    const found = await get('/udf/search', { query: '', type: '', exchange: '', limit: 6 })
    let compared = 0
    for (const { ticker, symbol } of found) {
      const info = await get('/udf/symbols', { symbol: ticker })
      assert.deepEqual([info.ticker, info.name], [ticker, symbol])
      assert.equal(
        (await get('/udf/symbols', { symbol: `launchpad:${symbol}` })).name.toLowerCase(),
        symbol.toLowerCase(),
      )
      assert.deepEqual([info.currency_code, info.pricescale], ['ADA', 10 ** 12])
      assert.deepEqual(info.supported_resolutions, config.supported_resolutions)
      for (const word of config.supported_resolutions) {
        const resolution = historyResolution(word)
        const range = { base: ticker, quote: '.', resolution, from: 0, to: 9_000_000_000 }
        const history: Bar[] = await get('/v1/charts/history', range)
        const expected = history.map(({ time, low, high, open, close, volume }) => ({
          time,
          ...{ low: Number(low), high: Number(high), open: Number(open), close: Number(close) },
          volume: Number(volume),
        }))
        assert.deepEqual(await barsOf(`${ticker}/lovelace`, word), expected, `${ticker} ${word}`)
        const inAda = history.map(({ time, low, high, open, close, volume }) => ({
          time,
          ...{ low: millionth(low), high: millionth(high), open: millionth(open), close: millionth(close) },
          volume: millionth(volume),
        }))
        assert.deepEqual(await barsOf(ticker, word), inAda, `${ticker} ${word}`)
        compared += history.length
        const first = history[0]?.time ?? assert.fail('a listed token has bars')
        const later = { ...range, from: (history.at(-1)?.time ?? 0) + 40 * 86_400, to: 8_999_999_999 }
        const { s, nextTime } = await get('/udf/history', { ...later, symbol: ticker, resolution: word })
        assert.deepEqual([s, nextTime], ['no_data', history.at(-1)?.time])
        // An empty range, and one that ends before it begins. Both end at the last bar, so the next older bar is the one before it.
        const last = history.at(-1)?.time ?? assert.fail()
        for (const from of [last, last + 40 * 86_400]) {
          const empty = await get('/udf/history', { symbol: ticker, resolution: word, from, to: last })
          const older = history.at(-2)?.time
          assert.deepEqual(empty, { s: 'no_data', ...(older === undefined ? {} : { nextTime: older }) })
        }
        const empty = await requestsTo(url).call('/v1/charts/history', {}, { ...range, to: first })
        assert.deepEqual([empty.body, empty.headers.get('x-older-bar-time')], [[], null])
        const after = await requestsTo(url).call('/v1/charts/history', {}, later)
        assert.deepEqual([after.body, after.headers.get('x-older-bar-time')], [[], `${nextTime}`])
      }
    }
    return compared
  }
  grow(300)
  assert.ok((await check()) > 50)
  undo(30)
  grow(25)
  assert.ok((await check()) > 50)
})

test('a symbol is found by each of its names, and missing or invalid parameters are refused', async (t) => {
  const { database, url, get, grow } = await serve(t)
  grow(300)
  const listed = database.prepare("SELECT count(*) FROM pools WHERE venue <> 'closed'").pluck().get()
  assert.ok(Number(listed) > 30, `${listed} tokens`)
  const lengths = [{}, { limit: 1 }, { limit: 100 }].map(async (limit) => {
    const found = await get('/udf/search', { query: '', ...limit })
    return found.length
  })
  assert.deepEqual(await Promise.all(lengths), [30, 1, listed])
  // Starts before 1970.
  const [{ ticker, full_name: fullName, symbol }] = await get('/udf/search', { query: '', limit: 1 })
  const history = { resolution: '60', from: -5_000_000_000, to: 9_000_000_000 }
  const bars = await get('/udf/history', { ...history, symbol: ticker })
  assert.equal(bars.s, 'ok')
  for (const name of [symbol, fullName, ticker.toUpperCase()]) {
    const { ticker: found } = await get('/udf/symbols', { symbol: name })
    assert.deepEqual(
      await get('/udf/history', { ...history, symbol: name }),
      await get('/udf/history', { ...history, symbol: found }),
      name,
    )
  }
  for (const unlisted of ['no such token', `${'ab'.repeat(28)}.00`])
    assert.deepEqual(await get('/udf/history', { ...history, symbol: unlisted }), {
      s: 'error',
      errmsg: 'unknown_symbol',
    })
  assert.deepEqual(await get('/udf/symbols', { symbol: 'no such token' }), {
    s: 'error',
    errmsg: 'unknown_symbol',
  })
  for (const [path, query, status, said] of [
    ['/udf/history', { ...history, symbol: ticker, resolution: '7' }, 400, /resolution must be one of/],
    ['/udf/history', { ...history, symbol: ticker, to: -1 }, 400, /to must be Unix seconds/],
    ['/udf/symbols', {}, 400, /symbol is missing/],
    ['/udf/marks', {}, 404, /does not exist/],
  ] as const) {
    const { status: given, body } = await requestsTo(url).call(path, {}, query)
    assert.deepEqual([given, body.s], [status, 'error'])
    assert.match(body.errmsg, said)
  }
})

test('quotes have the last price and the bar of the day, in the unit of the symbol, and search has filters', async (t) => {
  const { get, grow } = await serve(t)
  grow(300)
  const [{ full_name: name, description }] = await get('/udf/search', { query: '', limit: 1 })
  const { ticker } = await get('/udf/symbols', { symbol: name })
  const range = { base: ticker, quote: '.', resolution: 'day1', from: 0, to: 9_000_000_000 }
  const days: Bar[] = await get('/v1/charts/history', range)
  const last = days.at(-1) ?? assert.fail('a listed token has bars')
  const { s, d } = await get('/udf/quotes', { symbols: `${ticker}/lovelace,NOPE,${name}` })
  assert.deepEqual([s, d.length, d[1]], ['ok', 3, { s: 'error', n: 'NOPE', v: {} }])
  // The clock is years after the chain, so the current day has no trade.
  const price = Number(last.close)
  assert.deepEqual(d[0], {
    s: 'ok',
    n: `${ticker}/lovelace`,
    v: {
      short_name: name.replace(/^launchpad:(.*)ADA$/, '$1lovelace'),
      exchange: 'launchpad',
      description,
      ...{ ch: 0, chp: 0, lp: price, ask: price, bid: price, open_price: price, high_price: price },
      ...{ low_price: price, prev_close_price: price, volume: 0 },
    },
  })
  assert.equal(d[2].v.lp, millionth(last.close))
  const { exchanges, symbols_types: types } = await get('/udf/config')
  assert.deepEqual(
    [exchanges, types].map((list) => list.map(({ value }: { value: string }) => value)),
    [
      ['', 'launchpad'],
      ['', 'crypto'],
    ],
  )
  const found = (filter: object) => get('/udf/search', { query: '', limit: 1, ...filter })
  // A chart begins its search with the symbol that it shows.
  const bare = name.replace(/^launchpad:(.*)\/ADA$/, '$1')
  const named = await found({ query: bare, limit: 100 })
  assert.ok(named.length > 0)
  for (const query of [name, `${bare}/ADA`, `${bare}/lovelace`, `launchpad:${bare}`])
    assert.deepEqual(await found({ query, limit: 100 }), named, query)
  assert.equal((await found({ exchange: 'launchpad', type: 'crypto' })).length, 1)
  assert.deepEqual(await found({ exchange: 'NYSE' }), [])
  assert.deepEqual(await found({ type: 'stock' }), [])
})

test('a ticker that several tokens have is that of the highest market cap, also when a block or a fork changes which', async (t) => {
  const { database, get, grow, undo } = await serve(t)
  const named = database
    .prepare<[], string>(
      "SELECT token FROM pools WHERE venue <> 'closed' AND token LIKE '%.47656e657261746564' ORDER BY market_cap DESC",
    )
    .pluck()
  const history = { resolution: '1D', from: 0, to: 9_000_000_000 }
  const meant = new Set<string>()
  grow(100)
  for (let round = 0; round < 9; round++) {
    if (round % 3 === 2) undo(100)
    // Another token overtakes with the next block.
    database
      .prepare('UPDATE pools_1 SET market_cap = 2 * (SELECT max(market_cap) FROM pools_1) WHERE token = ?')
      .run(named.all().at(-1))
    grow(50)
    const [token = assert.fail()] = named.all()
    meant.add(token)
    // The second response is cached, and the third comes from the cache.
    for (let asked = 0; asked < 3; asked++) {
      assert.equal((await get('/udf/symbols', { symbol: 'Generated' })).ticker, token)
      assert.deepEqual(
        await get('/udf/history', { ...history, symbol: 'generated/ADA' }),
        await get('/udf/history', { ...history, symbol: token }),
      )
      const { d } = await get('/udf/quotes', { symbols: `launchpad:Generated,${token}` })
      assert.deepEqual(d[0].v, d[1].v)
    }
  }
  assert.ok(meant.size > 1, `${meant.size} tokens`)
})

test('a quote is of the day that the clock says, also when a day ends without a block', async (t) => {
  const { clock, get, grow } = await serve(t)
  grow(300)
  const [{ ticker }] = await get('/udf/search', { query: '', limit: 1 })
  const range = { base: ticker, quote: '.', resolution: 'day1', from: 0, to: 9_000_000_000 }
  const days: Bar[] = await get('/v1/charts/history', range)
  const [before, day] = [days.at(-2), days.at(-1) ?? assert.fail('a listed token has bars')]
  const [open, high, low, volume] = [day.open, day.high, day.low, day.volume].map(Number)
  const close = Number(day.close)
  const previous = Number(before?.close ?? day.open)
  const traded = { open_price: open, high_price: high, low_price: low, prev_close_price: previous, volume }
  const quiet = { open_price: close, high_price: close, low_price: close, prev_close_price: close, volume: 0 }
  for (const [seconds, expected] of [
    [0, traded],
    [86_399.999, traded],
    [86_400, quiet],
    [86_399, traded],
    [200_000, quiet],
  ] as const) {
    const { prev_close_price: yesterday } = expected
    clock.now = (day.time + seconds) * 1_000
    for (let asked = 0; asked < 3; asked++) {
      const { d } = await get('/udf/quotes', { symbols: `${ticker}/lovelace` })
      const { ch, chp, short_name, exchange, description, ...shown } = d[0].v
      assert.deepEqual(shown, { lp: close, ask: close, bid: close, ...expected }, `after ${seconds} s`)
      const change = close - yesterday
      assert.ok(Math.abs(ch - change) <= 1e-9 * close, `${ch} is ${change}`)
      assert.ok(Math.abs(chp - (100 * change) / yesterday) <= 0.01, `${chp} %`)
    }
    assert.equal(await get('/udf/time'), `${Math.floor(clock.now / 1_000)}`)
  }
})

test('a request for quotes has 1 to 50 symbols, and a symbol 1 to 128 characters', async (t) => {
  const { url, grow } = await serve(t)
  grow(1)
  const { call } = requestsTo(url)
  const statusOf = async (...symbols: readonly string[]) =>
    (await call('/udf/quotes', {}, { symbols: symbols.join(',') })).status
  const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `T${at}`)
  assert.deepEqual(
    await Promise.all([
      statusOf(...many(50)),
      statusOf(...many(51)),
      statusOf(),
      statusOf('A', '', 'B'),
      statusOf('x'.repeat(128)),
      statusOf('x'.repeat(129)),
    ]),
    [200, 400, 400, 400, 200, 400],
  )
  const searches = [
    { query: '', limit: 100 },
    { query: '', limit: 101 },
    { query: 'x'.repeat(128), limit: 1 },
    { query: 'x'.repeat(129), limit: 1 },
  ].map(async (query) => (await call('/udf/search', {}, query)).status)
  assert.deepEqual(await Promise.all(searches), [200, 400, 200, 400])
})
