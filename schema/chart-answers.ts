// What the charts' routes answer with. Apart from charts.ts, which the fold needs without schemas.
import { type Static, Type } from '@sinclair/typebox'

export const PairSchema = Type.Object(
  {
    base: Type.String({ description: 'Base asset id.' }),
    quote: Type.String({ description: 'Quote asset id.' }),
  },
  { $id: 'Pair' },
)

const decimal = (description: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,12})?$', description })
const natural = (description: string) => Type.String({ pattern: '^(0|[1-9][0-9]*)$', description })
const barTime = Type.Integer({ description: 'Start of the bar, Unix seconds UTC.' })

export const BarSchema = Type.Object(
  {
    pair: PairSchema,
    time: barTime,
    low: decimal('Lowest price, quote per base in smallest units.'),
    high: decimal('Highest price.'),
    open: decimal('Price before the first trade of the bar.'),
    close: decimal('Price after its last trade.'),
    volume: natural('ADA traded, in lovelace.'),
  },
  { $id: 'Bar' },
)
export type Bar = Static<typeof BarSchema>

export const MarketCapBarSchema = Type.Object(
  {
    pair: PairSchema,
    time: barTime,
    mCap: natural('What the whole emission is worth at the closing price, in lovelace.'),
    isRelevant: Type.Boolean({ description: 'Whether the bar is running now and may still change.' }),
  },
  { $id: 'MarketCapBar' },
)
export type MarketCapBar = Static<typeof MarketCapBarSchema>
