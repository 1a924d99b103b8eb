// Leaderboards, traders and positions: windows of days, limits, and tokens without a price. tests/independent has their figures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Leaderboard, TraderFigures } from '../../../schema/responses/traders.ts'
import { generatedModels } from '../../testing/generated-models.ts'
import { worthQuery } from './balances.ts'
import { positionQueries } from './positions.ts'
import { leaderboards, tokenTradersQuery, traderQuery, windowStart } from './traders.ts'

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

test('a token that no longer trades has no price, and one without a pool is not held', (t) => {
  const { database, reader, all } = generatedModels(t)
  const { ofToken } = positionQueries(reader.database)
  const worth = worthQuery(reader.database)
  const fees = { basisPoints: 130n, flat: 1_100_000n }
  const figures = traderQuery(reader.database)
  const openOf = (owner: string) => figures({ owner, today: TODAY, fees }).open
  const traders = tokenTradersQuery(reader.database)
  const held = (token: string) => traders({ token, by: 'volume', offset: 0, limit: 100, fees })?.items ?? []
  const isOpen = ({ openQuantity }: { readonly openQuantity: string }): boolean => openQuantity !== '0'
  const [closed = '', unlisted = ''] = all<{ token: string }>('SELECT token FROM pools ORDER BY id')
    .map(({ token }) => token)
    .filter((token) => held(token).some(isOpen))
  for (const [token, isHeld, change] of [
    [closed, true, `UPDATE pools_1 SET venue = 'closed' WHERE token = '${closed}'`],
    [unlisted, false, `DELETE FROM pools_1 WHERE token = '${unlisted}'`],
  ] as const) {
    const before = held(token).map((item) => ({ ...item, open: openOf(item.owner) }))
    database.exec(change)
    reader.refresh()
    for (const { open, ...item } of before) {
      const { owner, paid, netNow } = item
      const left = isOpen(item) ? 1 : 0
      assert.deepEqual(openOf(owner), {
        ...open,
        tokens: open.tokens - (isHeld ? 0 : left),
        paid: `${BigInt(open.paid) - BigInt(paid)}`,
        netNow: `${BigInt(open.netNow ?? 0) - BigInt(netNow ?? 0)}`,
        unpriced: open.unpriced + (isHeld ? left : 0),
      })
      const position = ofToken([owner], token)
      assert.deepEqual(
        [position?.quoted, position?.worth, position?.open.worth, worth(token, [owner])],
        Array(4).fill(undefined),
      )
    }
  }
  assert.ok(held(closed).every(({ netNow }) => netNow === null))
  assert.equal(traders({ token: unlisted, by: 'profit', offset: 0, limit: 1, fees }), undefined)
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
