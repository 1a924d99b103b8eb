// Figures of traders for all time and by day, after executed orders and after forks.
import { test } from 'node:test'
import { MAX_QUANTITY } from '../../schema/amount-limits.ts'
import type { Hex } from '../../schema/primitives.ts'
import { model } from '../engine/fold/model.ts'
import { hash, walletAddress } from '../interpret/testing/interpreted.ts'
import { given } from '../testing/model-kit.ts'
import { type Sums, withPurchase, withSale } from './average-cost.ts'
import { NO_ORDERS, type TotalsRow } from './order-totals.ts'
import { countTrade, traderDays, traders } from './traders.ts'

const [ALICE, BOB] = [hash('alice', 28), hash('bob', 28)]
const MIDNIGHT = 1_700_006_400
const DAY = 86_400

interface Executed {
  readonly kind: 'executed'
  readonly owner: Hex
  readonly address: Hex
  readonly before: TotalsRow | undefined
  readonly after: TotalsRow | undefined
  readonly lovelace: bigint
  readonly time: number
}

const counting = model<Executed>()({
  name: 'counting',
  version: 1,
  tables: { traders, traderDays },
  on: { executed: (event, tables) => countTrade(tables, event, event) },
})

type Order = readonly [side: 'buy' | 'sell', lovelace: bigint, tokens: bigint, fee: bigint, time: number]

const ordersOf = (owner: Hex, name: string, orders: readonly Order[], book = 1): Executed[] => {
  let before: TotalsRow = { owner, book, ...NO_ORDERS }
  return orders.map(([side, lovelace, tokens, executorFee, time]) => {
    const sums: Sums = (side === 'buy' ? withPurchase : withSale)(before, { lovelace, tokens, executorFee })
    const after = { ...before, ...sums, executed: before.executed + 1 }
    const event = {
      kind: 'executed',
      owner,
      address: walletAddress(name),
      before,
      after,
      lovelace,
      time,
    } as const
    before = after
    return event
  })
}

const inOneToken = ordersOf(ALICE, 'alice', [
  ['buy', 1_000n, 100n, 10n, MIDNIGHT - 1],
  // A gain of 700 - 500, less fees of 5 and 7.
  ['sell', 700n, 50n, 7n, MIDNIGHT],
  // A loss: the gain of 505 - 500 is less than its fees.
  ['sell', 505n, 50n, 7n, MIDNIGHT + DAY - 1],
  // These tokens were received, not bought: the fee counts, the sale does not.
  ['sell', 900n, 30n, 7n, MIDNIGHT + DAY],
])
const inAnother = ordersOf(ALICE, 'alice of another stake', [['buy', 400n, 1n, 9n, MIDNIGHT + DAY]], 2)
const ofBob = ordersOf(BOB, 'bob', [['buy', 1n, 1n, 0n, MIDNIGHT]])

test('a trader has volume, net profit and sales, of all time and by the day (UTC) of each order', () => {
  given(counting, [...inOneToken, ...ofBob, ...inAnother]).then({
    traders: [
      {
        owner: BOB,
        address: walletAddress('bob'),
        tokens: 1,
        first: MIDNIGHT,
        latest: MIDNIGHT,
        volume: 1n,
        trades: 1,
        profit: 0n,
        sales: 0,
        wins: 0,
      },
      {
        owner: ALICE,
        address: walletAddress('alice of another stake'),
        tokens: 2,
        first: MIDNIGHT - 1,
        latest: MIDNIGHT + DAY,
        volume: 3_505n,
        trades: 5,
        profit: 188n - 7n - 7n,
        sales: 2,
        wins: 1,
      },
    ].sort((a, b) => (a.owner < b.owner ? -1 : 1)),
    trader_days: [
      { day: MIDNIGHT - DAY, owner: ALICE, volume: 1_000n, trades: 1, profit: 0n, sales: 0, wins: 0 },
      { day: MIDNIGHT, owner: ALICE, volume: 1_205n, trades: 2, profit: 188n - 7n, sales: 2, wins: 1 },
      { day: MIDNIGHT, owner: BOB, volume: 1n, trades: 1, profit: 0n, sales: 0, wins: 0 },
      { day: MIDNIGHT + DAY, owner: ALICE, volume: 1_300n, trades: 2, profit: -7n, sales: 0, wins: 0 },
    ].sort((a, b) => a.day - b.day || (a.owner < b.owner ? -1 : 1)),
  })
})

test('a sale wins with a profit of one lovelace, and not without one', () => {
  const wins = ([proceeds, won]: readonly [bigint, number]): void => {
    const owner = hash(`wins ${proceeds}`, 28)
    const orders = ordersOf(owner, 'any', [
      ['buy', 1_000n, 100n, 10n, MIDNIGHT],
      ['sell', proceeds, 100n, 7n, MIDNIGHT],
    ])
    const figures = { volume: 1_000n + proceeds, trades: 2, profit: proceeds - 1_017n, sales: 1, wins: won }
    const of = { owner, address: walletAddress('any'), tokens: 1, first: MIDNIGHT, latest: MIDNIGHT }
    given(counting, orders).then({
      traders: [{ ...of, ...figures }],
      trader_days: [{ day: MIDNIGHT, owner, ...figures }],
    })
  }
  for (const each of [
    [1_016n, 0],
    [1_017n, 0],
    [1_018n, 1],
  ] as const)
    wins(each)
})

test('figures stay at what their columns hold, and a later order still counts', () => {
  const rich = ordersOf(ALICE, 'alice', [
    ['buy', 1n, MAX_QUANTITY, 0n, MIDNIGHT],
    ['sell', MAX_QUANTITY, MAX_QUANTITY, 0n, MIDNIGHT],
  ])
  const poor = ordersOf(BOB, 'bob', [
    ['buy', MAX_QUANTITY, 2n, 0n, MIDNIGHT],
    ['sell', 0n, 1n, MAX_QUANTITY, MIDNIGHT],
    ['sell', 0n, 1n, MAX_QUANTITY, MIDNIGHT],
  ])
  const figures = {
    [ALICE]: { volume: MAX_QUANTITY, trades: 4, profit: MAX_QUANTITY, sales: 2, wins: 2 },
    [BOB]: { volume: MAX_QUANTITY, trades: 3, profit: -MAX_QUANTITY, sales: 2, wins: 0 },
  }
  const [first, latest] = [MIDNIGHT, MIDNIGHT]
  const owners = [ALICE, BOB].sort()
  given(counting, [...rich, ...rich, ...poor]).then({
    traders: owners.map((owner) => ({
      owner,
      address: walletAddress(owner === ALICE ? 'alice' : 'bob'),
      tokens: owner === ALICE ? 2 : 1,
      first,
      latest,
      ...figures[owner],
    })),
    trader_days: owners.map((owner) => ({ day: MIDNIGHT, owner, ...figures[owner] })),
  })
})
