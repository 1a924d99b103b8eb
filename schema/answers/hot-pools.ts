// What is answered about the tokens that traded in the last minutes or hours: each pool with its figures of that window.
import { type Static, Type } from '@sinclair/typebox'
import { LiquidityPoolInfoSchema } from './pools.ts'

/** Windows by name, with their lengths in seconds. */
export const HOT_WINDOWS = { min5: 300, hour1: 3_600, hour6: 21_600, day1: 86_400 } as const
export type HotWindow = keyof typeof HOT_WINDOWS

/** Figures by which pools are ranked. */
export const HOT_RANKS = ['volume', 'buyers', 'trades', 'change', 'marketCap', 'holders', 'created'] as const
export type HotRank = (typeof HOT_RANKS)[number]

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] })

export const HotPoolSchema = Type.Object(
  {
    pool: LiquidityPoolInfoSchema,
    volume: Type.String({
      pattern: '^(0|[1-9][0-9]*)$',
      description: 'ADA traded in the window, lovelace.',
      examples: ['34000000'],
    }),
    buyers: count('Distinct owners of the orders that bought in the window.', 7),
    trades: count('Orders executed in the window.', 12),
    change: Type.String({
      pattern: '^-?[0-9]+(\\.[0-9]{1,2})?$',
      description:
        'Change of the price since the window began, in percent, at most 2 decimals, rounded half up; of a token launched in it, since its first price.',
      examples: ['15.5'],
    }),
    holders: count('Holders now.', 1_234),
  },
  { $id: 'HotPool' },
)
export type HotPool = Static<typeof HotPoolSchema>

export const HotPoolsSchema = Type.Object(
  {
    count: count('Pools that match.', 1),
    items: Type.Array(HotPoolSchema, { description: 'Those from `offset` on, `limit` at most.' }),
  },
  { $id: 'HotPools' },
)
export type HotPools = Static<typeof HotPoolsSchema>
