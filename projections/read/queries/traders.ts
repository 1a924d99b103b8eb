// Reads of traders: the figures of one trader, leaderboards of the last days, and the traders of a token. A leaderboard adds up the rows of
// its days. The sums and the sorted lists are cached until a commit.
import type Database from 'better-sqlite3'
import { sql } from 'kysely'
import { formatAddress } from '../../../schema/codecs/address.ts'
import type { AssetId, Hex } from '../../../schema/primitives.ts'
import {
  type Leaderboard,
  type TokenTraders,
  TRADER_WINDOWS,
  type Trader,
  type TraderFigures,
  type TraderRank,
  type TraderWindow,
} from '../../../schema/responses/traders.ts'
import { integer, nullable } from '../../engine/table/column.ts'
import { realisedNet } from '../../models/average-cost.ts'
import { creators } from '../../models/holders.ts'
import { orderBooks } from '../../models/order-books.ts'
import { EVERYBODY, orderTotals } from '../../models/order-totals.ts'
import { NO_TRADES, traderDays, traders } from '../../models/traders.ts'
import { cachedUntilCommit } from '../changed-rows.ts'
import type { ModelsReader } from '../reader/models-reader.ts'
import { namesOf, param, prepare, queries } from '../reader/prepared.ts'
import { netNowOf, type Position, positionQueries, positionsOf, type SaleFees } from './positions.ts'
import { lowerHalf, sumOfHalves, upperHalf } from './sparklines.ts'

interface Page {
  readonly by: TraderRank
  readonly offset: number
  readonly limit: number
}

/** `from` is the start of a day in Unix seconds. */
export interface LeaderboardRead extends Page {
  readonly name: 'leaderboard'
  readonly from: number
}

export interface TokenTradersRead extends Page {
  readonly name: 'tokenTraders'
  readonly token: AssetId
  readonly fees: SaleFees | undefined
}

export interface TraderRead {
  readonly name: 'trader'
  readonly owner: Hex
  /** Unix seconds. */
  readonly today: number
  readonly fees: SaleFees | undefined
}

const DAY = 86_400

/** The window ends with the day that starts at `today`. */
export const windowStart = (today: number, window: TraderWindow): number =>
  today - (TRADER_WINDOWS[window] - 1) * DAY

/** Summed positions of a trader. */
const MAX_POSITIONS = 1_000

type Figures = typeof NO_TRADES
type Summed = Figures & { readonly owner: Hex }

const figuresOf = ({ volume, trades, profit, sales, wins }: Figures): TraderFigures => ({
  volume: `${volume}`,
  trades,
  profit: `${profit}`,
  sales,
  wins,
})

const added = (sum: Figures, row: Figures): Figures => ({
  volume: sum.volume + row.volume,
  trades: sum.trades + row.trades,
  profit: sum.profit + row.profit,
  sales: sum.sales + row.sales,
  wins: sum.wins + row.wins,
})

const ownerRow = (database: Database.Database) =>
  prepare(
    database,
    queries
      .selectFrom('traders')
      .select(namesOf(traders.columns))
      .where('owner', '=', param('owner', traders.columns.owner)),
    traders.columns,
  )

const largestFirst = (a: bigint, b: bigint): number => (a < b ? 1 : a > b ? -1 : 0)

export const leaderboardQuery = (database: Database.Database) => {
  const owner = ownerRow(database)
  const summed = prepare(
    database,
    queries
      .selectFrom('trader_days')
      .select([
        'owner',
        upperHalf('volume').as('volume_high'),
        lowerHalf('volume').as('volume_low'),
        upperHalf('profit').as('profit_high'),
        lowerHalf('profit').as('profit_low'),
        sql<number>`sum(trades)`.as('trades'),
        sql<number>`sum(sales)`.as('sales'),
        sql<number>`sum(wins)`.as('wins'),
      ])
      .where('day', '>=', param<number>('from'))
      .groupBy('owner')
      .orderBy('owner'),
    {
      owner: traderDays.columns.owner,
      volume_high: traderDays.columns.volume,
      volume_low: traderDays.columns.volume,
      profit_high: traderDays.columns.profit,
      profit_low: traderDays.columns.profit,
      trades: integer,
      sales: integer,
      wins: integer,
    },
  )
  return {
    /** In key order. */
    sums: (from: number): Summed[] =>
      summed.all({ from }).map(({ volume_high, volume_low, profit_high, profit_low, ...rest }) => ({
        ...rest,
        volume: sumOfHalves(volume_high, volume_low),
        profit: sumOfHalves(profit_high, profit_low),
      })),
    addressOf: (key: Hex): string => formatAddress(owner.get({ owner: key })?.address ?? ''),
  }
}

/** @returns a page as JSON of `Leaderboard` */
export const leaderboards = (reader: ModelsReader): ((read: LeaderboardRead) => string) => {
  const statements = reader.prepared(leaderboardQuery)
  const cached = cachedUntilCommit(reader, () => new Map<string, Summed[]>())
  const kept = (name: string, make: () => Summed[]): Summed[] => {
    const found = cached().get(name) ?? make()
    cached().set(name, found)
    return found
  }
  return ({ from, by, offset, limit }) => {
    const all = kept(`${from}`, () => statements().sums(from))
    const ranked = kept(`${from} ${by}`, () => all.toSorted((a, b) => largestFirst(a[by], b[by])))
    const items = ranked.slice(offset, offset + limit).map(({ owner, ...figures }) => ({
      owner,
      address: statements().addressOf(owner),
      ...figuresOf(figures),
    }))
    return JSON.stringify({ from, count: all.length, items } satisfies Leaderboard)
  }
}

const netNowText = (position: Position, fees: SaleFees | undefined): string | null =>
  (fees && netNowOf(position, fees)?.toString()) ?? null

/** Undefined for a token without a listed pool. */
export const tokenTradersQuery = (database: Database.Database) => {
  const owner = ownerRow(database)
  const positionOf = positionsOf(database)
  const book = prepare(
    database,
    queries
      .selectFrom('pools')
      .leftJoin('order_books', 'order_books.token', 'pools.token')
      .select('order_books.id')
      .where('pools.token', '=', param<string>('token')),
    { id: nullable(orderBooks.columns.id) },
  )
  const ofBook = queries
    .selectFrom('order_totals')
    .where('book', '=', param<number>('book'))
    .where('executed', '>', 0)
    .where('owner', '<>', param('everybody', orderTotals.columns.owner))
  const counted = prepare(database, ofBook.select(sql<number>`count(*)`.as('count')), { count: integer })
  const rankedBy = (rank: ReturnType<typeof sql<bigint>>) =>
    prepare(
      database,
      ofBook
        .select(namesOf(orderTotals.columns))
        .orderBy(rank, 'desc')
        .orderBy('owner')
        .limit(param<number>('limit'))
        .offset(param<number>('offset')),
      orderTotals.columns,
    )
  const ranked = {
    profit: rankedBy(sql`closed_lovelace - closed_cost - closed_fees`),
    volume: rankedBy(sql`bought_lovelace + sold_lovelace`),
  }
  return ({ token, by, offset, limit, fees }: Omit<TokenTradersRead, 'name'>): TokenTraders | undefined => {
    const found = book.get({ token })
    if (found === undefined) return undefined
    const ofToken = { book: found.id ?? -1, everybody: EVERYBODY }
    const items = ranked[by].all({ ...ofToken, limit, offset }).map((row) => {
      const position = positionOf([row.owner], token, [row])
      return {
        owner: row.owner,
        address: formatAddress(owner.get(row)?.address ?? ''),
        trades: row.executed,
        boughtAda: `${row.bought_lovelace}`,
        boughtTokens: `${row.bought_tokens}`,
        soldAda: `${row.sold_lovelace}`,
        soldTokens: `${row.sold_tokens}`,
        profit: `${realisedNet(row)}`,
        openQuantity: `${position.open.tokens}`,
        paid: `${position.open.cost + position.open.fees}`,
        netNow: netNowText(position, fees),
      }
    })
    return { count: counted.get(ofToken)?.count ?? 0, items }
  }
}

/** Without an executed order, all figures are 0. */
export const traderQuery = (database: Database.Database) => {
  const ownerOf = ownerRow(database)
  const positions = positionQueries(database)
  const days = prepare(
    database,
    queries
      .selectFrom('trader_days')
      .select(namesOf(traderDays.columns))
      .where('day', '=', param<number>('day'))
      .where('owner', '=', param('owner', traderDays.columns.owner)),
    traderDays.columns,
  )
  const launches = prepare(
    database,
    queries
      .selectFrom('creators')
      .select(['launched', 'graduated'])
      .where('key_hash', '=', param('owner', creators.columns.key_hash)),
    creators.columns,
  )
  /** Each day is read once, because the longest window contains the shorter ones. */
  const windowsOf = (owner: Hex, today: number): Trader['windows'] => {
    const latest = Array.from(
      { length: TRADER_WINDOWS['30d'] },
      (_, ago): Figures => days.get({ day: today - ago * DAY, owner }) ?? NO_TRADES,
    )
    const windowOf = (window: TraderWindow): TraderFigures =>
      figuresOf(latest.slice(0, TRADER_WINDOWS[window]).reduce(added, NO_TRADES))
    return { '1d': windowOf('1d'), '7d': windowOf('7d'), '30d': windowOf('30d') }
  }
  const openOf = (owner: Hex, fees: SaleFees | undefined): Trader['open'] => {
    const { items, hasMore } = positions.page([owner], undefined, MAX_POSITIONS)
    const open = items.filter((position) => position.open.tokens > 0n)
    const priced = open.filter(({ quoted }) => quoted !== undefined)
    const sum = (of: (position: Position) => bigint): string =>
      `${priced.reduce((total, position) => total + of(position), 0n)}`
    return {
      tokens: open.length,
      paid: sum(({ open: { cost, fees } }) => cost + fees),
      netNow: fees === undefined ? null : sum((position) => netNowOf(position, fees) ?? 0n),
      unpriced: open.length - priced.length,
      isComplete: !hasMore,
    }
  }
  return ({ owner, today, fees }: Omit<TraderRead, 'name'>): Trader => {
    const row = ownerOf.get({ owner })
    const { launched = 0, graduated = 0 } = launches.get({ owner }) ?? {}
    return {
      owner,
      address: row === undefined ? null : formatAddress(row.address),
      tokens: row?.tokens ?? 0,
      launched,
      graduated,
      first: row?.first ?? null,
      latest: row?.latest ?? null,
      all: figuresOf(row ?? NO_TRADES),
      windows: windowsOf(owner, today),
      open: openOf(owner, fees),
    }
  }
}
