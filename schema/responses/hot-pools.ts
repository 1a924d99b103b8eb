// Responses about the tokens that traded in a window of the last minutes or hours: each pool with its figures in this window.

import { type Static, Type } from '@sinclair/typebox'
import { count, digits, matching } from './field-schemas.ts'
import { LiquidityPoolInfoSchema } from './pools.ts'

/** Lengths in seconds. */
export const HOT_WINDOWS = { min5: 300, hour1: 3_600, hour6: 21_600, day1: 86_400 } as const
export type HotWindow = keyof typeof HOT_WINDOWS

/** Figures by which pools are ranked. */
export const HOT_RANKS = ['volume', 'buyers', 'trades', 'change', 'marketCap', 'holders', 'created'] as const
export type HotRank = (typeof HOT_RANKS)[number]

const HotPoolSchema = Type.Object(
  {
    pool: LiquidityPoolInfoSchema,
    volume: digits('ADA traded in the window, lovelace.', '34000000'),
    buyers: count('Number of distinct owners of the orders that bought in the window.', 7),
    trades: count('Number of orders executed in the window.', 12),
    sells: count('Number of these orders that sold.', 4),
    change: matching(
      '^-?[0-9]+(\\.[0-9]{1,2})?$',
      'Price change since the start of the window, or since the first price of a token launched in it, in percent, with at most 2 decimals, rounded half up.',
      '15.5',
    ),
    holders: count('Number of holders now.', 1_234),
  },
  { $id: 'HotPool' },
)
export type HotPool = Static<typeof HotPoolSchema>

export const HotPoolsSchema = Type.Object(
  {
    count: count('Number of matching pools on all pages.', 1),
    items: Type.Array(HotPoolSchema, { description: 'Items from `offset` on, at most `limit`.' }),
  },
  { $id: 'HotPools' },
)
export type HotPools = Static<typeof HotPoolsSchema>
