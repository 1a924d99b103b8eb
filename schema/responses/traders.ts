// Responses about traders: the figures of one trader, leaderboards, and the traders of a token.
import { type Static, Type } from '@sinclair/typebox'
import { count, digits, flag, hash28, integer, matching, orNull, text } from './field-schemas.ts'
import { OrderMetricsSchema } from './orders.ts'

/** In days. */
export const TRADER_WINDOWS = { '1d': 1, '7d': 7, '30d': 30 } as const
export type TraderWindow = keyof typeof TRADER_WINDOWS

/** Figures by which traders are ranked. */
export const TRADER_RANKS = ['profit', 'volume'] as const
export type TraderRank = (typeof TRADER_RANKS)[number]

const signed = (description: string, example: string) => matching('^(0|-?[1-9][0-9]*)$', description, example)

const FIGURES = {
  volume: digits('ADA side of the executed orders, both sides, lovelace.', '2500000000'),
  trades: count('Number of executed orders.', 12),
  profit: signed(
    'Net profit of sales, lovelace; below 0 for a loss: proceeds, minus the average cost of the sold tokens and every fee except network fees.',
    '45100000',
  ),
  sales: count('Number of executed orders that sold tokens bought by earlier orders.', 5),
  wins: count('Number of these sales with a net profit above 0.', 3),
} as const

const FiguresSchema = Type.Object(FIGURES, { $id: 'TraderFigures' })
export type TraderFigures = Static<typeof FiguresSchema>

const TRADER = {
  owner: hash28(
    'Payment part of the address of the trader: key hash or script hash.',
    'd4f05bd13965ce0c52b9c5ab264bad0ccb054e7d552f8dd1763548be',
  ),
  address: text(
    "Address of the trader's latest executed order.",
    'addr1q8lsjfvtpnu9kv5zhwgsdcw03tlkuwcvjqmzm35arx9xl6k6s0uhca7762y56q2j9en5ttn69p7a048cw3mz62fuj3mqauv0x3',
  ),
} as const

const paid = digits('Lovelace paid for them on average, with the fees of executors; rounded up.', '90100000')

export const TraderSchema = Type.Object({
  owner: TRADER.owner,
  address: orNull(TRADER.address, 'Null without an executed order.'),
  tokens: count('Number of tokens in which orders were executed.', 4),
  launched: count('Number of tokens that the key launched.', 1),
  graduated: count('Number of these tokens that graduated.', 0),
  first: orNull(
    integer('Time of the first executed order, Unix seconds.', 1_725_260_400),
    'Null without an executed order.',
  ),
  latest: orNull(
    integer('Time of the latest executed order, Unix seconds.', 1_725_270_400),
    'Null without an executed order.',
  ),
  all: FiguresSchema,
  windows: Type.Object(
    { '1d': FiguresSchema, '7d': FiguresSchema, '30d': FiguresSchema },
    { description: 'Figures of the last 1, 7 and 30 days, as in the leaderboards.' },
  ),
  open: Type.Object(
    {
      tokens: count(
        'Number of tokens of which some were bought by orders, are not sold and are still held.',
        2,
      ),
      paid,
      netNow: orNull(
        signed('Lovelace.', '97200000'),
        'Lovelace that one sale of each of these positions would bring now, after price impact and all fees except network fees. Null if the service has no protocol config.',
      ),
      unpriced: count('Number of these tokens that do not trade now. They are in neither amount.', 0),
      isComplete: flag(
        'Whether the amounts include all tokens. They include at most the 1,000 newest tokens.',
        true,
      ),
    },
    {
      description:
        'Tokens that were bought by orders, are not sold and are still held. The open profit is `netNow` minus `paid`.',
    },
  ),
})
export type Trader = Static<typeof TraderSchema>

const RankedTraderSchema = Type.Object({ ...TRADER, ...FIGURES }, { $id: 'RankedTrader' })

export const LeaderboardSchema = Type.Object({
  from: integer('Start of the first day of the window, Unix seconds.', 1_725_148_800),
  count: count('Number of traders with an executed order in the window.', 1),
  items: Type.Array(RankedTraderSchema, { description: 'Traders from `offset` on, at most `limit`.' }),
})
export type Leaderboard = Static<typeof LeaderboardSchema>

const { boughtAda, boughtTokens, soldAda, soldTokens } = OrderMetricsSchema.properties

const TokenTraderSchema = Type.Object(
  {
    ...TRADER,
    trades: FIGURES.trades,
    boughtAda,
    boughtTokens,
    soldAda,
    soldTokens,
    profit: FIGURES.profit,
    openQuantity: digits('Tokens that were bought by orders, are not sold and are still held.', '1940500'),
    paid,
    netNow: orNull(
      signed('Lovelace.', '97200000'),
      'Lovelace that one sale of these tokens would bring now, after price impact and all fees except network fees. Null if the token does not trade, or if the service has no protocol config.',
    ),
  },
  { $id: 'TokenTrader' },
)

export const TokenTradersSchema = Type.Object({
  count: count('Number of traders with an executed order in the token.', 1),
  items: Type.Array(TokenTraderSchema, { description: 'Traders from `offset` on, at most `limit`.' }),
})
export type TokenTraders = Static<typeof TokenTradersSchema>
