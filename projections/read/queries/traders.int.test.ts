// Leaderboards, traders and positions over a generated launchpad, compared with sums of all stored rows.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { roundHalfUp } from '../../../schema/codecs/ratio.ts'
import { EMISSION } from '../../../schema/launchpad/curve.ts'
import { type QuotedPool, quoteSell } from '../../../schema/launchpad/quote.ts'
import type { Leaderboard, TraderFigures } from '../../../schema/responses/traders.ts'
import { generatedModels } from '../../testing/generated-models.ts'
import { worthQuery } from './balances.ts'
import { positionQueries } from './positions.ts'
import { leaderboards, tokenTradersQuery, traderQuery, windowStart } from './traders.ts'

interface Day {
  readonly day: bigint
  readonly owner: Buffer
  readonly volume: bigint
  readonly profit: bigint
}

test('a leaderboard has the largest sums first and equal ones by key, page by page, from any day', (t) => {
  const { reader, all } = generatedModels(t)
  const read = leaderboards(reader)
  const rows = all<Day>('SELECT day, owner, volume, profit FROM trader_days ORDER BY owner')
  assert.ok(rows.length > 3, `${rows.length} rows`)
  for (const from of new Set(rows.map(({ day }) => Number(day))))
    for (const by of ['volume', 'profit'] as const) {
      const sums = new Map<string, bigint>()
      for (const { day, owner, [by]: amount } of rows)
        if (day >= from) sums.set(owner.toString('hex'), (sums.get(owner.toString('hex')) ?? 0n) + amount)
      const expected = [...sums]
        .sort(([, a], [, b]) => Number(b - a))
        .map(([owner, sum]) => [owner, `${sum}`])
      const shown: string[][] = []
      for (let offset = 0; offset < expected.length; offset += 2) {
        const page: Leaderboard = JSON.parse(read({ name: 'leaderboard', from, by, offset, limit: 2 }))
        assert.equal(page.count, expected.length)
        for (const { owner, [by]: sum } of page.items) shown.push([owner, sum])
      }
      assert.deepEqual(shown, expected)
    }
})

const TODAY = 1_800_057_600
const DAY = 86_400
const [ALICE, BOB] = ['aa'.repeat(28), 'bb'.repeat(28)]

test('a window of days ends today, and its first day is a whole day', (t) => {
  const { database, reader } = generatedModels(t, 1)
  const insert = database.prepare(`INSERT INTO trader_days_1 (day, owner, volume, trades, profit, sales, wins)
    VALUES (?, unhex(?), ?, 1, ?, 1, 1)`)
  // Each day has its own power of two, so a sum shows its days. Bob's rows and tomorrow's are in no sum.
  for (const [at, ago] of [-1, 0, 1, 6, 7, 29, 30].entries()) {
    insert.run(TODAY - ago * DAY, ALICE, 2 ** at, -(2 ** at))
    insert.run(TODAY - ago * DAY, BOB, 1_000 + 2 ** at, 0)
  }
  reader.refresh()
  const figures = (sum: number, days: number): TraderFigures => ({
    volume: `${sum}`,
    trades: days,
    profit: `${-sum}`,
    sales: days,
    wins: days,
  })
  const nothing = { volume: '0', trades: 0, profit: '0', sales: 0, wins: 0 }
  assert.deepEqual(traderQuery(reader.database)({ owner: ALICE, today: TODAY, fees: undefined }), {
    owner: ALICE,
    address: null,
    tokens: 0,
    launched: 0,
    graduated: 0,
    first: null,
    latest: null,
    all: nothing,
    windows: { '1d': figures(2, 1), '7d': figures(2 + 4 + 8, 3), '30d': figures(2 + 4 + 8 + 16 + 32, 5) },
    open: { tokens: 0, paid: '0', netNow: null, unpriced: 0, isComplete: true },
  })
  // A leaderboard has all days since the window's start, including tomorrow.
  const leaderboard = leaderboards(reader)
  for (const [window, sum] of [
    ['1d', 3],
    ['7d', 15],
    ['30d', 63],
  ] as const) {
    const from = windowStart(TODAY, window)
    const read = { name: 'leaderboard', from, by: 'volume', offset: 1, limit: 1 } as const
    const { items, count }: Leaderboard = JSON.parse(leaderboard(read))
    assert.deepEqual([items.map(({ owner, volume }) => [owner, volume]), count], [[[ALICE, `${sum}`]], 2])
  }
})

interface Totals {
  readonly owner: string
  readonly token: string
  readonly book: bigint
  readonly executed: bigint
  readonly bought_lovelace: bigint
  readonly bought_tokens: bigint
  readonly sold_lovelace: bigint
  readonly sold_tokens: bigint
  readonly closed_lovelace: bigint
  readonly closed_tokens: bigint
  readonly closed_cost: bigint
  readonly fees: bigint
  readonly closed_fees: bigint
}

const FEES = { basisPoints: 130n, flat: 1_100_000n }

/** Positions are computed from the rows. */
const positionsWorld = (t: TestContext) => {
  const models = generatedModels(t)
  const { all } = models
  const totals = all<Totals>(
    `SELECT order_totals.*, lower(hex(owner)) AS owner, token FROM order_totals JOIN order_books ON id = book
       WHERE executed > 0 AND length(owner) > 0 ORDER BY book DESC, owner`,
  )
  const owners = [...new Set(totals.map(({ owner }) => owner))]
  const tokens = [...new Set(totals.map(({ token }) => token))]
  assert.ok(owners.length > 3 && tokens.length > 3)
  // One token no longer trades, one has no pool, and one trades on the AMM with fees.
  const [closed = '', unlisted = '', amm = ''] = tokens
  models.database.exec(`UPDATE pools_1 SET venue = 'closed' WHERE token = '${closed}';
    DELETE FROM pools_1 WHERE token = '${unlisted}';
    UPDATE pools_1 SET venue = 'amm', amm_nft = 'amm', lp_fee = 99700, treasury_fee = 25, royalty_fee = 55
      WHERE token = '${amm}'`)
  models.reader.refresh()
  const poolOf = (token: string) =>
    all<{ id: bigint; venue: string; a_num: string; b_num: string; lovelace: bigint; tokens: bigint }>(
      'SELECT id, venue, a_num, b_num, lovelace, tokens FROM pools WHERE token = ?',
      token,
    )[0]
  const marketOf = (token: string) => {
    const pool = poolOf(token)
    if (pool === undefined || pool.venue === 'closed') return undefined
    const { a_num, b_num, lovelace, tokens } = pool
    const curve = { aNum: BigInt(a_num), bNum: BigInt(b_num) }
    if (pool.venue === 'curve') {
      const sold = EMISSION - tokens
      const numerator = curve.aNum * sold * sold * 10n ** 6n + curve.bNum * 10n ** 27n
      const quoted: QuotedPool = { kind: 'curve', curve, tokens }
      return { quoted, price: { numerator, denominator: 10n ** 33n } }
    }
    const fees = all<{ fee: bigint }>(
      'SELECT lp_fee - treasury_fee - royalty_fee AS fee FROM pools WHERE token = ?',
      token,
    )
    const quoted: QuotedPool = {
      kind: 'amm',
      reserves: { x: lovelace, y: tokens },
      feeNum: fees[0]?.fee ?? 0n,
    }
    return { quoted, price: { numerator: lovelace, denominator: tokens } }
  }
  const ownedBy = (token: string, keys: readonly string[]): bigint =>
    all<{ key: string; quantity: string }>(
      'SELECT lower(hex(key_hash)) AS key, hex(quantity) AS quantity FROM balances WHERE pool = ?',
      poolOf(token)?.id ?? -1n,
    )
      .filter(({ key }) => keys.includes(key))
      // The first byte is the number's length.
      .reduce((sum, { quantity }) => sum + BigInt(`0x${quantity.slice(2)}`), 0n)
  const positionOf = (token: string, keys: readonly string[]) => {
    const own = totals.filter((row) => row.token === token && keys.includes(row.owner))
    const sum = (of: (row: Totals) => bigint): bigint => own.reduce((total, row) => total + of(row), 0n)
    const owned = ownedBy(token, keys)
    const left = sum((row) => row.bought_tokens - row.closed_tokens)
    const open = owned < left ? owned : left
    const share = (all: bigint): bigint => (left === 0n ? 0n : (all * open + left - 1n) / left)
    const market = marketOf(token)
    const worth = (tokens: bigint) => market && (tokens * market.price.numerator) / market.price.denominator
    return {
      token,
      orders: Number(sum((row) => row.executed)),
      boughtLovelace: sum((row) => row.bought_lovelace),
      boughtTokens: sum((row) => row.bought_tokens),
      soldLovelace: sum((row) => row.sold_lovelace),
      soldTokens: sum((row) => row.sold_tokens),
      owned,
      worth: worth(owned),
      open: {
        tokens: open,
        cost: share(sum((row) => row.bought_lovelace - row.closed_cost)),
        fees: share(sum((row) => row.fees - row.closed_fees)),
        worth: worth(open),
      },
      fees: sum((row) => row.fees),
      quoted: market?.quoted,
      realised: sum((row) => row.closed_lovelace - row.closed_cost),
    }
  }
  type Expected = ReturnType<typeof positionOf>
  const netNow = ({ quoted, open: { tokens } }: Expected) =>
    quoted && (tokens === 0n ? 0n : quoteSell(quoted, tokens, FEES.basisPoints) - FEES.flat)
  return { ...models, totals, owners, tokens, positionOf, netNow, marketOf, ownedBy }
}

test('positions have the sums, the cost and the value that all rows say, page by page', (t) => {
  const { reader, totals, owners, tokens, positionOf, marketOf, ownedBy } = positionsWorld(t)
  const { page, ofToken } = positionQueries(reader.database)
  const worth = worthQuery(reader.database)
  assert.ok(owners.some((owner) => tokens.some((token) => positionOf(token, [owner]).realised !== 0n)))
  for (const keys of [...owners.map((owner) => [owner]), owners, owners.slice(0, 3), [ALICE]]) {
    const traded = tokens.filter((token) =>
      totals.some((row) => row.token === token && keys.includes(row.owner)),
    )
    const expected = traded.map((token) => positionOf(token, keys))
    for (const limit of [1, 2, expected.length, expected.length + 1]) {
      const pages = Array.from({ length: Math.ceil(expected.length / limit) }, (_, at) =>
        page(keys, traded[at * limit - 1], limit),
      )
      assert.deepEqual(
        pages.flatMap(({ items }) => items),
        expected,
      )
      assert.deepEqual(
        pages.map(({ hasMore }) => hasMore),
        pages.map((_, at) => (at + 1) * limit < expected.length),
      )
    }
    for (const token of tokens) {
      assert.deepEqual(
        ofToken(keys, token),
        expected.find((one) => one.token === token),
      )
      const [owned, price] = [ownedBy(token, keys), marketOf(token)?.price]
      assert.deepEqual(
        worth(token, keys),
        price && owned > 0n
          ? roundHalfUp({ numerator: owned * price.numerator, denominator: price.denominator })
          : undefined,
      )
    }
  }
})

test('a trader has the figures and the open positions that all rows say', (t) => {
  const { database, reader, all, owners, totals, positionOf, netNow } = positionsWorld(t)
  const [rich = ''] = owners
  database
    .prepare('INSERT OR REPLACE INTO creators_1 (key_hash, launched, graduated) VALUES (unhex(?), 3, 2)')
    .run(rich)
  reader.refresh()
  const trader = traderQuery(reader.database)
  for (const owner of owners) {
    const { open, windows, address, ...shown } = trader({ owner, today: TODAY, fees: FEES })
    const [row] = all<Record<string, bigint>>('SELECT * FROM traders WHERE owner = unhex(?)', owner)
    const [creator] = all<Record<string, bigint>>('SELECT * FROM creators WHERE key_hash = unhex(?)', owner)
    assert.ok(row)
    assert.deepEqual(shown, {
      owner,
      tokens: Number(row.tokens),
      launched: Number(creator?.launched ?? 0),
      graduated: Number(creator?.graduated ?? 0),
      first: Number(row.first),
      latest: Number(row.latest),
      all: {
        volume: `${row.volume}`,
        trades: Number(row.trades),
        profit: `${row.profit}`,
        sales: Number(row.sales),
        wins: Number(row.wins),
      },
    })
    const positions = totals
      .filter((row) => row.owner === owner)
      .map(({ token }) => positionOf(token, [owner]))
      .filter((position) => position.open.tokens > 0n)
    const priced = positions.filter(({ quoted }) => quoted !== undefined)
    assert.deepEqual(open, {
      tokens: positions.length,
      paid: `${priced.reduce((sum, one) => sum + one.open.cost + one.open.fees, 0n)}`,
      netNow: `${priced.reduce((sum, one) => sum + (netNow(one) ?? 0n), 0n)}`,
      unpriced: positions.length - priced.length,
      isComplete: true,
    })
  }
  assert.equal(trader({ owner: rich, today: TODAY, fees: undefined }).open.netNow, null)
})

test('the open positions of a trader are complete up to a thousand tokens', (t) => {
  const { database, reader } = generatedModels(t, 1)
  const insert = database.transaction((from: number, to: number) => {
    for (let book = from; book <= to; book++) {
      database
        .prepare(`INSERT INTO order_books_1 (token, id, lovelace, tokens) VALUES (?, ?, 0, 0)`)
        .run(`t${book}`, book)
      database
        .prepare(`INSERT INTO order_totals_1 SELECT unhex(?), ?, 1, 0, 1, 1, 10, 5, 0, 0, 0, 0, 0, 0, 0`)
        .run(ALICE, book)
    }
  })
  const isComplete = (): boolean => {
    reader.refresh()
    return traderQuery(reader.database)({ owner: ALICE, today: TODAY, fees: undefined }).open.isComplete
  }
  insert(1, 1_000)
  assert.equal(isComplete(), true)
  insert(1_001, 1_001)
  assert.equal(isComplete(), false)
})

test("a token's traders are those with executed orders, ranked by profit or volume, equal ones by key", (t) => {
  const { reader, totals, tokens, positionOf, netNow, all } = positionsWorld(t)
  const traders = tokenTradersQuery(reader.database)
  const listed = new Set(all<{ token: string }>('SELECT token FROM pools').map(({ token }) => token))
  for (const token of tokens)
    for (const by of ['profit', 'volume'] as const) {
      const rankOf = (row: Totals): bigint =>
        by === 'volume'
          ? row.bought_lovelace + row.sold_lovelace
          : row.closed_lovelace - row.closed_cost - row.closed_fees
      const expected = totals
        .filter((row) => row.token === token)
        .toSorted((a, b) => Number(rankOf(b) - rankOf(a)) || (a.owner < b.owner ? -1 : 1))
        .map((row) => {
          const position = positionOf(token, [row.owner])
          const { open } = position
          return {
            owner: row.owner,
            trades: Number(row.executed),
            boughtAda: `${row.bought_lovelace}`,
            boughtTokens: `${row.bought_tokens}`,
            soldAda: `${row.sold_lovelace}`,
            soldTokens: `${row.sold_tokens}`,
            profit: `${row.closed_lovelace - row.closed_cost - row.closed_fees}`,
            openQuantity: `${open.tokens}`,
            paid: `${open.cost + open.fees}`,
            netNow: netNow(position)?.toString() ?? null,
          }
        })
      const read = (offset: number, limit: number) => traders({ token, by, offset, limit, fees: FEES })
      if (!listed.has(token)) {
        assert.equal(read(0, 1), undefined)
        continue
      }
      const pages = [read(0, 1), read(1, 2), read(3, 100)]
      assert.deepEqual(
        pages.flatMap((page) => page?.items.map(({ address, ...shown }) => shown)),
        expected,
      )
      assert.deepEqual(
        pages.map((page) => page?.count),
        pages.map(() => expected.length),
      )
    }
})
