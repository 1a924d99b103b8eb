// Responses of the chart routes. They are separate from charts.ts, which the fold uses without schemas.

import { type Static, Type } from '@sinclair/typebox'
import { digits, integer, price, text, tokenId } from './field-schemas.ts'

export const PairSchema = Type.Object(
  {
    base: tokenId('Base asset id.'),
    quote: text('Quote asset id; `.` for ADA.', '.'),
  },
  { $id: 'Pair' },
)

const barTime = integer('Start of the bar, Unix seconds UTC.', 1_725_260_400)

export const BarSchema = Type.Object(
  {
    pair: PairSchema,
    time: barTime,
    low: price('Lowest price, quote per base in smallest units.', '1.274818'),
    high: price('Highest price, in the same unit.', '4.58154037489'),
    open: price('Price before the first trade of the bar.', '1.274818'),
    close: price('Price after its last trade.', '4.58154037489'),
    volume: digits('ADA traded, in lovelace.', '500000000'),
  },
  { $id: 'Bar' },
)
export type Bar = Static<typeof BarSchema>

export const MarketCapBarSchema = Type.Object(
  {
    pair: PairSchema,
    time: barTime,
    mCap: digits('Market capitalisation of the whole emission at the closing price, lovelace.', '4581540375'),
    isRelevant: Type.Boolean({ description: 'Whether the bar has not ended yet and may still change.' }),
  },
  { $id: 'MarketCapBar' },
)
export type MarketCapBar = Static<typeof MarketCapBarSchema>
