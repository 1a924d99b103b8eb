// A token's price over a range, in a few points.

import { type Static, Type } from '@sinclair/typebox'
import { count, digits, price, tokenId } from './field-schemas.ts'

const PRICE = '2.567442145539'

export const SparklineSchema = Type.Object(
  {
    asset: tokenId('Asset id of the token.'),
    open: price(
      'Price at the start of the range, lovelace per token; of a token launched in it, the price before its first trade.',
      PRICE,
    ),
    closes: Type.Array(price('Price at the end of a step, lovelace per token.', PRICE), {
      description:
        'Requested number of prices, each the close of the last bar that begins in a step. The steps have equal length; the bars are the ' +
        'longest of `min1`, `min5`, `hour1` and `day1` that fit into a step, so the last bar may end after the step.',
    }),
    volume: digits('ADA traded in the range, lovelace.', '34000000'),
    trades: count('Number of orders executed in the range.', 12),
  },
  { $id: 'Sparkline' },
)
export type Sparkline = Static<typeof SparklineSchema>
